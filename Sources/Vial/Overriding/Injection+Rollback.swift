// MARK: - Rolling back

extension Injection {
  /// Removes the newest override of this injection in the current override scope.
  ///
  /// Outside every scope it removes the newest global override. Instances that were cached while the
  /// override was active are forgotten, in every injection and every place that could see it.
  /// Consumers keep the instances that they hold.
  ///
  /// - Returns: Whether there was an override to remove.
  @discardableResult
  public func rollbackOverride() -> Bool {
    ownOverride?.rollBack() ?? false
  }

  /// Removes every override of this injection in the current override scope, newest first.
  ///
  /// An override that is made during the call, by the deinit of an instance, stays.
  public func rollbackAllOverrides() {
    var remaining: [AnySlot] = []
    var next = ownOverride
    while let layer = next {
      remaining.append(layer)
      next = layer.link
    }
    for layer in remaining { _ = layer.rollBack() }
  }

  /// Whether an override is in force, made in the current override scope or inherited by it.
  ///
  /// For a family's key, an override of the family counts too.
  public var isOverridden: Bool {
    let scope = OverrideScope.ambient
    return root.newestOverride(in: scope) != nil || coverCount(in: scope) > 0
  }

  /// How many overrides are in force, those that the current override scope inherits included.
  ///
  /// For a family's key, overrides of the family count too.
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
    return scope.slots[root, .newest]
  }
}
