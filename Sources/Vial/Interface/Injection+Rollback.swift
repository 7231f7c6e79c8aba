extension Injection {
  /// Rolls back the most recent override of this injection in the current scope.
  ///
  /// All instances that were cached since the override was made, in its scope or in a scope that sees it, are released,
  /// because they may have captured the replacement. Consumers keep their instances.
  ///
  /// - Returns: Whether there was an override.
  @discardableResult public func rollbackOverride() -> Bool { record.rollBackNewest(in: .current) }

  /// Rolls back all overrides of this injection in the current scope, the most recent first.
  ///
  /// Overrides that a deinitializer makes during the call stay.
  public func rollbackAllOverrides() { record.rollBackAll(in: .current) }

  /// Whether the current scope sees an override of this injection.
  ///
  /// For a family's key, this includes overrides of the family.
  public var isOverridden: Bool { record.provider(in: .current).isReplacement }

  /// The number of overrides that the current scope sees.
  ///
  /// For a family's key, this includes overrides of the family.
  public var overrideCount: Int { record.replacements(in: .current).count }
}
