// Installing overrides and provided implementations.

extension InjectionStorage {
  /// Makes an override in a scope.
  func install(_ provider: Provider, in scope: OverrideScope) -> Override {
    let token = Override(provider, in: scope)
    _ = Operation.perform {
      reportMistakes(in: provider)
      if scope.isGlobal { Overrides.stopIfSealed(self, provider.callSite) }
      guard !scope.hasEnded else {
        DebugWarnings.scopeHasEnded(declaration, "overridden", at: provider.callSite)
        return false
      }
      scope.add(provider, of: self)
      Overrides.record(token, in: scope)
      return true
    } reporting: { isInForce in
      isInForce ? .overridden(token) : nil
    }
    return token
  }

  /// Provides the implementation of a required injection in a scope.
  func provide(_ provider: Provider, in scope: OverrideScope) -> Provision {
    Operation.perform {
      guard requiredPurpose != nil else { FatalErrors.notRequired(self, at: provider.callSite) }
      stopIfReleaseActionIsUnused(by: provider)
      reportMistakes(in: provider)
      guard !scope.hasEnded else {
        DebugWarnings.scopeHasEnded(declaration, "provided", at: provider.callSite)
        return Provision(number: provider.number, scope: WeakScope(scope), slot: nil, declaration: declaration)
      }
      let slot = makeSlot(in: scope)
      let token = Provision(number: provider.number, scope: WeakScope(scope), slot: slot, declaration: declaration)
      Overrides.record(token)
      scope.replaceImplementation(of: declaration, in: slot, with: provider, withdrawnAt: nil)
      return token
    }
  }

  /// Stops the program if the injection has a release action, and the cache does not own the instances.
  func stopIfReleaseActionIsUnused(by provider: Provider) {
    guard !releaseActions.isEmpty, provider.strategy?.ownsInstances == false else { return }
    if provider.forwardingTarget == nil { FatalErrors.releaseActionIsUnused(self, provider) }
  }

  /// Withdraws the implementation that was provided in the current scope.
  func withdraw(at callSite: CallSite) -> Bool {
    let scope = OverrideScope.currentOnMainActor
    guard let slot = slot(in: scope) else { return false }
    return scope.withdrawImplementation(of: declaration, in: slot, at: callSite)
  }

  /// Evicts the instances that a scope caches or reuses.
  func clear(in scope: OverrideScope) {
    Operation.perform {
      for reusedScope in scope.reusedScopes { slot(in: reusedScope)?.entries.forEach(Operation.evict) }
    }
  }

  /// Reports a second copy of the library, and an injection, or the flow of a strategy, in a computed property.
  ///
  /// - Parameter provider: The provider whose strategy may name the flow.
  func reportMistakes(in provider: Provider) {
    #if DEBUG
    _ = OverrideScope.isInSecondCopy
    DebugWarnings.reportIfComputed(declaration.description, at: published.callSite)
    guard let flow = provider.strategy?.flow else { return }
    DebugWarnings.reportIfComputed("The flow \(flow.name) (\(flow.callSite))", at: flow.callSite)
    #endif
  }
}
