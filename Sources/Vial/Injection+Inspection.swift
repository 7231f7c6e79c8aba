// MARK: - CustomDebugStringConvertible

extension Injection: @MainActor CustomDebugStringConvertible {
  /// What the injection is, whether an instance is alive, and who overrode it where.
  ///
  /// ```
  /// any WeatherService (Weather/LiveWeather.swift:12), shared, alive
  ///   overridden at ForecastTests/ForecastModelTests.swift:31, onDemand
  /// ```
  ///
  /// The newest override, which is the one that provides, is listed first.
  public var debugDescription: String {
    let scope = OverrideScope.current
    let isAlive = layer(in: scope).peek() != nil
    let head = "\(declaration), \(base.inheritedStrategy), \(isAlive ? "alive" : "not alive")"
    let lines = overrides(in: scope).map { "\n  overridden at \($0.callSite), \($0.account)" }
    return head + lines.joined()
  }
}

extension Layer {
  /// The lifetime, or the injection that provides instead.
  fileprivate var account: String {
    guard let forwarded else { return "\(strategy)" }
    return "with \(forwarded.declaration)"
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
