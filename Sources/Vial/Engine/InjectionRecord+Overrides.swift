extension InjectionRecord {
  /// Makes an override in the current scope.
  ///
  /// - Parameter makeProvider: Creates the provider, for a role and a scope.
  /// - Returns: The token of the override.
  func addOverride(_ makeProvider: (Provider.Role, OverrideScope) -> Provider) -> Override {
    let scope = OverrideScope.current
    let provider = makeProvider(.replacement(of: self), scope)
    let token = Override(provider, in: scope)
    let isMade = Engine.change { removals in
      reportMistakes(in: provider)
      if scope.isGlobal { OverrideScope.stopIfGlobalIsSealed(self, overriddenAt: provider.callSite) }
      guard let open = OverrideScope.Open(scope) else {
        DebugWarnings.scopeHasEnded(declaration, "overridden", at: provider.callSite)
        return false
      }
      open.add(replacement: provider, to: makeSlot(in: scope, &removals))
      return true
    } events: { isMade in
      isMade ? [.overridden(token)] : []
    }
    if isMade {
      TestHooks.undoRecorder? { token.rollback() }
      TestHooks.overrideObserver?(token, scope)
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
    guard let overridden = replacement.overridden else { preconditionFailure("The provider is no replacement.") }
    self.init(replacement, of: overridden.declaration, in: scope)
  }
}
