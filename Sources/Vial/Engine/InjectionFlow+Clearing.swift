extension InjectionFlow {
  /// Evicts the instances of the flow that a scope caches or reuses.
  func clear(in scope: OverrideScope) {
    Engine.change { removals in
      scope.evictInstances(of: flowsInside(), &removals)
      return removals.entries
    } events: { evicted in
      [.cleared(self, evicted.declarations)]
    }
  }
}

extension InjectionRecord {
  /// Evicts the instances of all keys of this family that a scope caches or reuses.
  func clearKeys(in scope: OverrideScope) {
    guard let familyState else { return }
    Engine.change { removals in scope.evictInstances(of: [familyState.flow], &removals) }
  }
}

extension OverrideScope {
  @inline(never) fileprivate func evictInstances(of flows: [InjectionFlow], _ removals: inout Removals) {
    for scope in scopes(.reused) {
      // The search has found the last child first. In the reversed order, the oldest instances are often evicted first.
      for flow in flows.reversed() { scope.journal(of: flow)?.evictAll(&removals) }
    }
  }
}
