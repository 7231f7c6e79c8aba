extension InjectionRecord {
  /// Provides the implementation of a required injection in a scope, and returns the token of the implementation.
  func provide(_ provider: Provider, in scope: OverrideScope) -> Provision {
    let token = Provision(provider.number, of: self, declaration, in: scope)
    let outcome = Engine.change { removals -> (isProvided: Bool, replaced: Provider?) in
      guard isRequired else { FatalError.notRequired(self, at: provider.callSite) }
      stopIfReleaseActionIsUnused(by: provider)
      reportMistakes(in: provider)
      guard let open = OverrideScope.Open(scope) else {
        DebugWarnings.scopeHasEnded(declaration, "provided", at: provider.callSite)
        return (false, nil)
      }
      let replaced = findOrAddSlot(in: scope, &removals).provide(provider, provenOpen: open, &removals)
      if !scope.isGlobal { scopedImplementation = (provider.number, provider.callSite) }
      return (true, replaced)
    } events: { outcome in
      if !outcome.isProvided { return [] }
      if let replaced = outcome.replaced { return [withdrawal(of: replaced, in: scope), .provided(token)] }
      return [.provided(token)]
    }
    let callSite = provider.callSite
    if outcome.isProvided { TestHooks.onUndoableChange? { _ = token.withdraw(at: callSite) } }
    return token
  }

  /// Withdraws the implementation that was provided in a scope, or only the one with a number.
  ///
  /// - Returns: Whether there was one. The implementations of a scope that has ended stay.
  func withdraw(_ number: ProviderNumber? = nil, in scope: OverrideScope, at callSite: CallSite) -> Bool {
    let withdrawn = Engine.change { removals -> Provider? in
      if !isRequired { DebugWarnings.withdrawalIsUnused(declaration, at: callSite) }
      guard let slot = slot(in: scope), let open = OverrideScope.Open(scope) else { return nil }
      guard let implementation = slot.providedImplementation else { return nil }
      if let number, number != implementation.number { return nil }
      if implementation.number == scopedImplementation?.number { scopedImplementation = nil }
      return slot.withdraw(at: callSite, provenOpen: open, &removals)
    } events: { withdrawn in
      if let withdrawn { [withdrawal(of: withdrawn, in: scope)] } else { [] }
    }
    return withdrawn != nil
  }

  @inline(never) private func withdrawal(of implementation: Provider, in scope: OverrideScope) -> InjectionEvent {
    .withdrawn(Provision(implementation.number, of: self, declaration, in: scope))
  }
}
