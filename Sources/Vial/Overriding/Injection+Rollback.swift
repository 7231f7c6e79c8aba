// MARK: - Rolling back

extension Injection {
  /// Removes the newest override of this injection in the current override scope.
  ///
  /// Outside every scope it removes the newest global override. Instances that were cached while the
  /// override was active are forgotten, in every injection and every place that could see it.
  /// Consumers keep the instances that they hold.
  ///
  /// - Returns: Whether there was an override to remove.
  @discardableResult public func rollbackOverride() -> Bool {
    root.rollBackNewest(in: .ambient)
  }

  /// Removes every override of this injection in the current override scope, newest first.
  ///
  /// An override that is made during the call, by the deinit of an instance, stays.
  public func rollbackAllOverrides() {
    root.rollBackAll(in: .ambient)
  }

  /// Whether an override is in force, made in the current override scope or inherited by it.
  ///
  /// For a family's key, an override of the family counts too.
  public var isOverridden: Bool { root.top(in: .ambient).isOverride }

  /// How many overrides are in force, those that the current override scope inherits included.
  ///
  /// For a family's key, overrides of the family count too.
  public var overrideCount: Int { root.overrides(in: .ambient).count }
}
