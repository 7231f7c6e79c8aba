extension InjectionRecord {
  /// Evicts the instances that a scope caches or reuses.
  func clear(in scope: OverrideScope) {
    Engine.change { removals in
      for reusedScope in scope.reusedScopes { slot(in: reusedScope)?.evictAll(&removals) }
    }
  }
}
