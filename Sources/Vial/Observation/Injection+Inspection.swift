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
    let head = "\(declaration), \(root.lifetime(in: scope)), \(isAlive ? "alive" : "not alive")"
    var described: [Root] = []
    let account = root.account(in: scope, &described)
    return ([head] + account.map { "  \($0)" }).joined(separator: "\n")
  }
}

extension Root {
  /// The overrides, newest first, and what provides for the published recipe.
  ///
  /// An injection is described once: what newer overrides hide may lead to it again.
  fileprivate func account(in scope: OverrideScope, _ described: inout [Root]) -> [String] {
    if described.contains(where: { $0 === self }) { return [] }
    described.append(self)
    var lines: [String] = []
    for layer in overrides(in: scope) {
      lines += account(of: layer, "overridden", in: scope, &described)
    }
    if let context = activeContext { return lines + ["published for the context \(context)"] }
    guard let purpose = facts?.purpose else { return lines }
    guard let provision = provision(in: scope) else { return lines + ["not provided: \(purpose)"] }
    return lines + account(of: provision, "provided", in: scope, &described)
  }

  /// Where it was made and how long it keeps; below it what is known of an injection that provides.
  private func account(
    of layer: Layer,
    _ verb: String,
    in scope: OverrideScope,
    _ described: inout [Root]
  ) -> [String] {
    let head = "\(verb) at \(layer.callSite)"
    guard let other = forward(from: layer) else {
      return ["\(head), \(strategy(of: layer))"]
    }
    _ = destination(from: layer, in: scope)  // Stops where the chain leads back.
    let account = other.account(in: scope, &described)
    return ["\(head), with \(other.declaration)"] + account.map { "  \($0)" }
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
