extension InjectionFlow {
  /// Evicts the instances of the flow that a scope caches or reuses.
  func clear(in scope: OverrideScope) {
    Engine.change { removals in
      let flows = flowsInside()
      for reusedScope in scope.reusedScopes {
        guard let journals = reusedScope.flowJournals else { continue }
        for flow in flows { journals[flow]?.evictAll(&removals) }
      }
      return Engine.isObserved ? removals.declarations : []
    } event: { declarations in
      .cleared(self, declarations)
    }
  }
}
