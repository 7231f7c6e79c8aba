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
  @inlinable
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
  @inlinable
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
  @inlinable
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
  @inlinable
  public func override(
    with other: Injection<Value>,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Override {
    push(.forward(other), .onDemand, CallSite(fileID, line), to: other.root)
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
    ownOverride?.rollBack() ?? false
  }

  /// Removes every override of this injection in the current override scope, newest first.
  ///
  /// What is overridden meanwhile, by an instance that dies, stays.
  public func rollbackAllOverrides() {
    var remaining: [AnySlot] = []
    var next = ownOverride
    while let layer = next {
      remaining.append(layer)
      next = layer.link
    }
    for layer in remaining { _ = layer.rollBack() }
  }

  /// Whether an override is in force here, made in the current override scope or inherited by it.
  ///
  /// For a family's key, an override of the family counts.
  public var isOverridden: Bool {
    let scope = OverrideScope.ambient
    return root.newestOverride(in: scope) != nil || coverCount(in: scope) > 0
  }

  /// How many overrides stand on the published recipe here, the inherited ones included.
  ///
  /// For a family's key, those of the family count.
  public var overrideCount: Int {
    let scope = OverrideScope.ambient
    return root.overrides(in: scope).count + coverCount(in: scope)
  }

  private func coverCount(in scope: OverrideScope?) -> Int {
    root.publication?.coverCount(in: scope) ?? 0
  }

  /// The newest override of the current place alone.
  private var ownOverride: AnySlot? {
    guard let scope = OverrideScope.ambient else { return root.link }
    return scope.stack(of: root)?.newest
  }
}
