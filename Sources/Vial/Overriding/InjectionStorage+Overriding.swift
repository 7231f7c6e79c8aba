// Installing overrides and provided implementations.

extension InjectionStorage {
  /// Makes an override in a scope.
  func install(_ provider: Provider, _ scope: OverrideScope) -> Override {
    let token = Override(provider, in: scope)
    InjectionOperation.perform {
      reportMistakes(in: provider)
      if scope.isGlobal { Overrides.stopIfSealed(self, provider.callSite) }
      guard !scope.hasEnded else {
        DebugWarnings.scopeHasEnded(declaration, "overridden", at: provider.callSite)
        return
      }
      scope.overrides.add(provider, to: makeSlot(in: scope))
      TestHooks.undoRecorder? { token.rollback() }
      TestHooks.overrideObserver?(token, scope)
      InjectionOperation.emit(.overridden(token))
    }
    return token
  }

  /// Provides the implementation of a required injection in a scope.
  func provide(_ provider: Provider, _ scope: OverrideScope) -> Provision {
    InjectionOperation.perform {
      guard publication.requiredPurpose != nil else { FatalError.notRequired(self, at: provider.callSite) }
      stopIfReleaseActionIsUnused(by: provider)
      reportMistakes(in: provider)
      let token = Provision(provider.number, of: self, in: scope)
      guard !scope.hasEnded else {
        DebugWarnings.scopeHasEnded(declaration, "provided", at: provider.callSite)
        return token
      }
      let slot = makeSlot(in: scope)
      if let replaced = slot.implementation { scope.remove(replaced, from: slot, of: self) }
      slot.add(implementation: provider)
      slot.withdrawalCallSite = nil
      if !scope.isGlobal { declaration.scopedImplementation = provider.callSite }
      TestHooks.undoRecorder? { token.withdraw() }
      return token
    }
  }

  /// Stops the program if the injection has a release action, and the cache does not own the instances.
  func stopIfReleaseActionIsUnused(by provider: Provider) {
    guard !publication.releaseActions.isEmpty, provider.strategy?.ownsInstances == false else { return }
    if provider.forwardingTarget(of: self) == nil { FatalError.releaseActionIsUnused(self, provider) }
  }

  /// Withdraws the implementation that was provided in a scope, or only the one with a number.
  ///
  /// - Returns: Whether there was one. The implementations of a scope that has ended stay.
  func withdraw(_ number: ProviderNumber? = nil, in scope: OverrideScope, at callSite: CallSite) -> Bool {
    InjectionOperation.perform {
      if publication.requiredPurpose == nil { DebugWarnings.withdrawalIsUnused(declaration, at: callSite) }
      guard !scope.hasEnded, let slot = slot(in: scope), let implementation = slot.implementation,
        number == nil || number == implementation.number
      else { return false }
      scope.remove(implementation, from: slot, of: self)
      slot.withdrawalCallSite = callSite
      declaration.scopedImplementation = nil
      return true
    }
  }

  /// Evicts the instances that a scope caches or reuses.
  ///
  /// An operation has to release the instances.
  func evictInstances(in scope: OverrideScope) {
    for reusedScope in scope.reusedScopes { slot(in: reusedScope)?.evictEntries() }
  }

  /// Reports a second copy of the library, and an injection, or the flow of a strategy, in a computed property.
  ///
  /// - Parameter provider: The provider whose strategy may name the flow.
  func reportMistakes(in provider: Provider) {
    #if DEBUG
    _ = OverrideScope.isInSecondCopy
    DebugWarnings.reportIfComputed(declaration.description, at: publishedProvider.callSite)
    guard let flow = provider.strategy?.flow else { return }
    DebugWarnings.reportIfComputed("The flow \(flow.name) (\(flow.callSite))", at: flow.callSite)
    #endif
  }
}
