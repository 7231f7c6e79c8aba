extension Original {
  /// Returns the instance of the next provider below the override, from the cache of that provider.
  ///
  /// The next provider is an older override, an override of the family, the provided implementation, or the published
  /// registration. So a singleton original is the same singleton as without the override, and each call for an on-demand
  /// original builds an instance. The original is resolved in the scope in which the overridden injection is resolved.
  ///
  /// - Returns: The instance.
  public borrowing func resolve() -> Value {
    scope.runEnteringIfNeeded { record.resolve(in: scope, below: decorator).value(as: Value.self) }
  }
}
