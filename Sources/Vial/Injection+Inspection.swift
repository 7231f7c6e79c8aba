// MARK: - CustomDebugStringConvertible

extension Injection: @MainActor CustomDebugStringConvertible {
  /// What the injection is, whether an instance is alive, and who overrode it where.
  ///
  /// ```
  /// any WeatherService (Weather/LiveWeather.swift:12), shared, alive
  ///   overridden at ForecastTests/ForecastModelTests.swift:31, onDemand
  /// ```
  ///
  /// The newest override, which is the one that provides, is listed first. What is known of an
  /// injection that provides instead stands below its line.
  public var debugDescription: String {
    let scope = OverrideScope.current
    let isAlive = layer(in: scope).peek() != nil
    let head = "\(declaration), \(base.inheritedStrategy), \(isAlive ? "alive" : "not alive")"
    return ([head] + account(in: scope).map { "  \($0)" }).joined(separator: "\n")
  }

  /// The overrides, newest first, and what provides for the published recipe.
  fileprivate func account(in scope: OverrideScope?) -> [String] {
    overrides(in: scope).flatMap { $0.account("overridden at \($0.callSite)", in: scope) }
      + base.account(in: scope)
  }
}

extension Layer {
  /// Who provides and how long it is kept; below it what is known of an injection that provides.
  final func account(_ who: String, in scope: OverrideScope?) -> [String] {
    guard let forwarded else { return ["\(who), \(strategy)"] }
    guard forwarded.declaration != declaration else { return ["\(who), \(inheritedStrategy)"] }
    return ["\(who), with \(forwarded.declaration)"]
      + forwarded.account(in: scope).map { "  \($0)" }
  }
}

// MARK: - CustomReflectable

extension Instance: @MainActor CustomReflectable {
  /// The injection, and the instance if there is one; builds nothing.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "injection": consumer.injection().declaration.description,
        "value": consumer.value.map { $0 as Any } ?? "not read yet",
      ],
      displayStyle: .struct
    )
  }
}

extension WeakInstance: @MainActor CustomReflectable {
  /// The injection, and the instance if one is alive; builds nothing.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "injection": consumer.injection().declaration.description,
        "value": consumer.pinned?.value.map { $0 as Any } ?? "none",
      ],
      displayStyle: .struct
    )
  }
}
