// The operations that change a scope, and the clearing of a flow in a scope.

extension OverrideScope {
  /// Rolls back an override: evicts its instance, and all instances that may have captured one.
  ///
  /// Factories that are running in a scope which sees the override cache nothing.
  ///
  /// - Returns: Whether the override was in force. The overrides of a scope that has ended stay.
  func rollBack(_ number: ProviderNumber) -> Bool {
    let removed = Engine.change { removals -> Provider? in
      guard !hasEnded, let removed = removeReplacement(numbered: number, &removals) else { return nil }
      Engine.preventCaching(after: removed, removedFrom: self)
      return removed
    } event: { removed in
      removed.map { .rolledBack(Override($0, in: self)) }
    }
    return removed != nil
  }

  /// Rolls back overrides of this scope, the most recent first.
  func rollBackAll(_ replacements: [Provider]) {
    for replacement in replacements.reversed() { _ = rollBack(replacement.number) }
  }

  /// Whether an override can be rolled back: it is in force, and the scope has not ended.
  func canRollBack(_ number: ProviderNumber) -> Bool { !hasEnded && replacements.element(numbered: number) != nil }

  /// Ends the scope, unless it has ended or is the global scope: evicts all of its instances.
  func endIfOpen() {
    Engine.change { removals in
      guard !hasEnded, !isGlobal else { return false }
      isOver = true
      emptySlots(&removals)
      return true
    } event: { isEnded in
      isEnded ? .scopeEnded(self) : nil
    }
  }
}

extension InjectionFlow {
  /// Evicts the instances of the flow that a scope caches or reuses.
  func clear(in scope: OverrideScope) {
    Engine.change { removals in
      let mark = markFlows()
      for reusedScope in scope.reusedScopes {
        reusedScope.journal.evict(&removals) { $0.flow?.mark == mark && $0.isCached(in: reusedScope) }
      }
      return Engine.isObserved ? removals.declarations : []
    } event: { declarations in
      .cleared(self, declarations)
    }
  }
}
