// MARK: - CustomDebugStringConvertible

extension Injection: @MainActor CustomDebugStringConvertible {
  /// The declaration, the lifetime, whether an instance is alive, and each override with its line.
  ///
  /// ```
  /// any WeatherService (Weather/LiveWeather.swift:12), shared, alive
  ///   overridden at ForecastTests/ForecastModelTests.swift:31, onDemand
  /// ```
  ///
  /// The newest override is listed first: it is the one that provides. If an override names another
  /// injection, the overrides of that injection follow, indented.
  public var debugDescription: String {
    let scope = OverrideScope.ambient
    let isAlive = root.current(in: scope) != nil
    let head = "\(declaration), \(root.strategy(of: root.ground(in: scope))), \(isAlive ? "alive" : "not alive")"
    return ([head] + root.account(in: scope).map { "  \($0)" }).joined(separator: "\n")
  }
}

extension Root {
  /// The overrides, newest first, and what provides for the published recipe.
  fileprivate func account(in scope: OverrideScope) -> [String] {
    let lines = overrides(in: scope).map { account(of: $0, "overridden") }
    if let context = activeContext { return lines + ["published for the context \(context)"] }
    guard let purpose = facts?.purpose else { return lines }
    let provision = provision(in: scope).map { account(of: $0, "provided") }
    return lines + [provision ?? "not provided: \(purpose)"]
  }

  /// Where it was made, and how long it keeps or what it hands on.
  private func account(of layer: Layer, _ verb: String) -> String {
    let other = layer.recipe.factory?.other.map { "with \($0.declaration)" }
    return "\(verb) at \(layer.callSite), \(other ?? "\(strategy(of: layer))")"
  }
}

// MARK: - CustomReflectable

extension Instance: @MainActor CustomReflectable {
  /// The injection, and the instance if the consumer holds one; builds nothing.
  public var customMirror: Mirror { consumer.mirror(of: self, consumer.pin ?? "not read yet") }
}

extension WeakInstance: @MainActor CustomReflectable {
  /// The injection, and the instance if one is alive; builds nothing.
  public var customMirror: Mirror { consumer.mirror(of: self, consumer.pinned ?? "none") }
}

extension Consumer {
  fileprivate func mirror(of wrapper: Any, _ value: Any) -> Mirror {
    let injection = scope.runHere { self.injection().root.declaration.description }
    let children = ["injection": injection, "value": value] as KeyValuePairs<String, Any>
    return Mirror(wrapper, children: children, displayStyle: .struct)
  }
}
