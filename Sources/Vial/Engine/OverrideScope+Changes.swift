extension OverrideScope {
  /// Rolls back an override: evicts its instance, and all instances that may have captured one.
  ///
  /// - Returns: Whether the override was in force. The overrides of a scope that has ended stay.
  @inline(never) func rollBack(_ number: ProviderNumber) -> Bool {
    let removed = Engine.change { removals in
      OverrideScope.Open(self)?.removeReplacement(numbered: number, &removals)
    } events: { removed in
      if let removed { [.rolledBack(Override(removed, in: self))] } else { [] }
    }
    return removed != nil
  }

  /// Rolls back overrides of this scope, the most recent first.
  func rollBackAll(_ replacements: [Provider]) {
    for replacement in replacements.reversed() { _ = rollBack(replacement.number) }
  }

  /// Whether an override can be rolled back: it is in force, and the scope has not ended.
  func canRollBack(_ number: ProviderNumber) -> Bool {
    OverrideScope.Open(self)?.scope.replacements.element(numbered: number) != nil
  }

  /// Ends the scope, unless it has ended or is the global scope: evicts all of its instances.
  func endIfOpen() {
    Engine.change { removals in
      guard !isGlobal, let open = OverrideScope.Open(self) else { return false }
      open.end(&removals)
      return true
    } events: { isEnded in
      isEnded ? [.scopeEnded(self)] : []
    }
  }
}
