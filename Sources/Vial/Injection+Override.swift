extension Injection {
  /// Replaces what this injection provides until the override is rolled back.
  ///
  /// The newest override wins. Nothing is built here: `instance` runs at the next resolve.
  ///
  /// ```swift
  /// weather.override(with: FixedWeather(.sunny))
  /// ```
  ///
  /// > Important: A consumer that has already read its instance keeps it.
  ///
  /// - Parameters:
  ///   - instance: An expression that builds the replacement, on the main actor.
  ///   - strategy: The replacement's lifetime; this injection's own when `nil`.
  ///   - fileID: Where the override is made; lists and messages name it.
  ///   - line: Where the override is made; lists and messages name it.
  /// - Returns: A token that rolls back exactly this override.
  @_disfavoredOverload
  @discardableResult
  public func override(
    with instance: @escaping @MainActor @autoclosure () -> Value,
    strategy: InjectionStrategy? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Override {
    push(.build(instance), strategy, CallSite(fileID, line))
  }

  /// Replaces what this injection provides with something that may use the original.
  ///
  /// The original is what the layer below provides, and is built only if the closure resolves it.
  ///
  /// ```swift
  /// weather.override(with: { original in CachingWeather(original.resolve()) })
  /// weather.override(with: { _ in FixedWeather(.sunny) })
  /// ```
  ///
  /// A closure with one parameter is read as a decorator wherever it can be one, also when the
  /// injection provides closures or `Any`.
  ///
  /// - Parameters:
  ///   - decorator: Builds the replacement, on the main actor, each time one is needed.
  ///   - strategy: The replacement's lifetime; this injection's own when `nil`.
  ///   - fileID: Where the override is made; lists and messages name it.
  ///   - line: Where the override is made; lists and messages name it.
  /// - Returns: A token that rolls back exactly this override.
  @discardableResult
  public func override(
    with decorator: @escaping @MainActor (borrowing Original<Value>) -> Value,
    strategy: InjectionStrategy? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Override {
    push(.decorate(decorator), strategy, CallSite(fileID, line))
  }

  /// Replaces what this injection provides with something made of the original.
  ///
  /// Chosen by the compiler for a closure that uses its parameter as the value: the original is
  /// resolved before the closure runs.
  ///
  /// ```swift
  /// weather.override(with: { service in
  ///   service.setKey("some-key")
  ///   return service
  /// })
  /// ```
  ///
  /// - Parameters:
  ///   - decorator: Turns what the layer below provides into what is provided instead.
  ///   - strategy: The replacement's lifetime; this injection's own when `nil`.
  ///   - fileID: Where the override is made; lists and messages name it.
  ///   - line: Where the override is made; lists and messages name it.
  ///   - tieBreaker: Leave it out. One defaulted parameter more makes the compiler prefer the
  ///     closure that takes an ``Original`` where both fit, as with `{ _ in Mock() }`.
  /// - Returns: A token that rolls back exactly this override.
  @discardableResult
  public func override(
    with decorator: @escaping @MainActor (Value) -> Value,
    strategy: InjectionStrategy? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ tieBreaker: Void = ()
  ) -> Override {
    push(.decorate { decorator($0.resolve()) }, strategy, CallSite(fileID, line))
  }

  /// Lets another injection provide for this one, live.
  ///
  /// Strategy, cache and overrides are those of `other`; this injection caches nothing meanwhile.
  ///
  /// ```swift
  /// weather.override(with: recordedWeather)
  /// ```
  ///
  /// > Warning: Stops the program when `other` is this injection or leads back to it, naming both.
  ///
  /// - Parameters:
  ///   - other: The injection that provides instead.
  ///   - fileID: Where the override is made; lists and messages name it.
  ///   - line: Where the override is made; lists and messages name it.
  /// - Returns: A token that rolls back exactly this override.
  @discardableResult
  public func override(
    with other: Injection<Value>,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Override {
    let callSite = CallSite(fileID, line)
    if let path = other.path(to: self) {
      Fault.overrideCircle([declaration] + path, at: callSite)
    }
    return push(.forward { other }, .onDemand, callSite)
  }
}

// MARK: - Rolling back

extension Injection {
  /// Removes the newest override of this injection in the current override scope.
  ///
  /// Outside every scope it removes the newest global one. What was cached anywhere while the
  /// override was active is forgotten; what consumers hold they keep.
  ///
  /// - Returns: Whether there was an override to remove.
  @discardableResult
  public func rollbackOverride() -> Bool {
    newestOverride(in: OverrideScope.ambient)?.rollBack() ?? false
  }

  /// Removes every override of this injection in the current override scope, newest first.
  public func rollbackAllOverrides() {
    while rollbackOverride() {}
  }

  /// Whether an override is in force here, made in the current override scope or inherited by it.
  public var isOverridden: Bool { overrideCount > 0 }

  /// How many overrides stand on the published recipe here, the inherited ones included.
  public var overrideCount: Int { overrides(in: .current).count }
}

// MARK: - The stack

extension Injection {
  private func push(
    _ recipe: Recipe<Value>,
    _ strategy: InjectionStrategy?,
    _ callSite: CallSite
  ) -> Override {
    let scope = OverrideScope.ambient
    if scope == nil, let seal = Overrides.sealedAt {
      Fault.sealed(declaration, overriddenAt: callSite, sealedAt: seal)
    }
    let layer = OverrideLayer(
      recipe,
      strategy: strategy ?? base.inheritedStrategy,
      injection: self,
      home: scope,
      callSite: callSite
    )
    link(layer, in: scope)
    let token = Override(layer)
    Injections.emit(.overridden(token))
    return token
  }

  private func link(_ layer: OverrideLayer<Value>, in scope: OverrideScope?) {
    guard let scope else {
      layer.below = newest
      newest = layer
      OverrideLedger.global.pushed(layer)
      return
    }
    guard !scope.hasEnded else {
      // Nobody could see it or roll it back (rule 26).
      layer.isRetired = true
      return
    }
    let stack = scope.stack(of: self)
    layer.below = stack.top
    stack.top = layer
    scope.ledger.pushed(layer)
  }

  func unlink(_ layer: OverrideLayer<Value>, in scope: OverrideScope?) {
    var upper = newestOverride(in: scope)
    if upper === layer {
      if let scope { scope.stack(of: self).top = layer.below } else { newest = layer.below }
      return
    }
    while let next = upper {
      if next.below === layer {
        next.below = layer.below
        return
      }
      upper = next.below
    }
  }

  private func newestOverride(in scope: OverrideScope?) -> OverrideLayer<Value>? {
    guard let scope else { return newest }
    return scope.hasEnded ? nil : scope.stack(of: self).top
  }

  /// The overrides that are in force in `scope`, newest first.
  func overrides(in scope: OverrideScope?) -> [OverrideLayer<Value>] {
    var found: [OverrideLayer<Value>] = []
    var place = scope
    while true {
      var next = newestOverride(in: place)
      while let layer = next {
        found.append(layer)
        next = layer.below
      }
      guard let inner = place, inner.kind == .inheriting else { return found }
      place = inner.parent
    }
  }

  /// How this injection leads to `target` by overrides with injections, if it does.
  ///
  /// An override that is hidden by a newer one counts: a rollback would bring it to light.
  func path(to target: Injection<Value>) -> [InjectionDeclaration]? {
    if self === target { return [] }
    let layers = overrides(in: .current) + [base]
    for layer in layers {
      if let path = layer.forwarded?.path(to: target) { return [declaration] + path }
    }
    return nil
  }
}
