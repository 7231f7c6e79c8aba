extension InjectionRecord {
  /// Overrides the injection in a scope, and returns the token of the override.
  func addOverride(by replacement: Provider, in scope: OverrideScope) -> Override {
    let token = Override(replacement, in: scope)
    let isMade = Engine.change { removals in
      reportMistakes(in: replacement)
      if scope.isGlobal { OverrideScope.stopIfGlobalIsSealed(self, overriddenAt: replacement.callSite) }
      guard let open = OverrideScope.Open(scope) else {
        DebugWarnings.scopeHasEnded(declaration, "overridden", at: replacement.callSite)
        return false
      }
      open.add(replacement: replacement, to: findOrAddSlot(in: scope, &removals))
      return true
    } events: { isMade in
      isMade ? [.overridden(token)] : []
    }
    if isMade {
      TestHooks.onUndoableChange? { token.rollback() }
      TestHooks.onOverride?(token, scope)
    }
    return token
  }

  /// Rolls back the most recent override in a scope.
  func rollBackNewest(in scope: OverrideScope) -> Bool {
    guard let newest = slot(in: scope)?.replacements.last else { return false }
    return scope.rollBack(newest.number)
  }

  /// Rolls back all overrides in a scope, the most recent first.
  ///
  /// Overrides that are made during the call stay.
  func rollBackAll(in scope: OverrideScope) {
    guard let slot = slot(in: scope) else { return }
    scope.rollBackAll(slot.replacements.elements)
  }
}

extension Override {
  /// Creates the token of a replacement.
  @MainActor init(_ replacement: Provider, in scope: OverrideScope) {
    guard let overridden = replacement.overriddenRecord else { preconditionFailure("The provider is no replacement.") }
    self.init(replacement, of: overridden.declaration, in: scope)
  }
}
