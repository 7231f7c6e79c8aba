extension Override {
  /// Whether the override is in force and can be rolled back.
  @MainActor public var isActive: Bool { scope.target?.canRollBack(number) == true }

  /// Rolls back this override, wherever it is in the stack of overrides, from any scope.
  ///
  /// All instances that were cached since the override was made, in its scope or in a scope that sees it, are released,
  /// because they may have captured the replacement. Consumers keep their instances.
  ///
  /// Rolling back the most recent override takes amortized constant time, plus the time to release instances.
  ///
  /// - Returns: Whether the override was rolled back; `false` the second time, and after the end of its scope.
  @MainActor @discardableResult public func rollback() -> Bool { scope.target?.rollBack(number) == true }
}
