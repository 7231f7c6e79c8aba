// Installing overrides and provided implementations.

extension InjectionStorage {
  /// Makes an override in a scope.
  func install(_ provider: Provider, in scope: OverrideScope) -> Override {
    Operation.begin()
    defer { Operation.end() }
    reportMistakes(in: provider)
    if scope.isGlobal { Overrides.stopIfSealed(self, provider.callSite) }
    guard !scope.hasEnded else {
      DebugWarnings.scopeHasEnded(declaration, "overridden", at: provider.callSite)
      return Override(provider, of: self, in: scope)
    }
    scope.push(provider, of: self)
    DeferredReleases.run()
    let token = Override(provider, of: self, in: scope)
    Overrides.record(token, in: scope)
    Operation.emit(.overridden(token))
    return token
  }

  /// Provides the implementation of a required injection in a scope.
  func provide(_ provider: Provider, in scope: OverrideScope) -> Provision {
    Operation.begin()
    defer { Operation.end() }
    guard requiredPurpose != nil else { FatalErrors.notRequired(self, at: provider.callSite) }
    stopIfReleaseActionIsUnused(by: provider)
    reportMistakes(in: provider)
    guard !scope.hasEnded else {
      DebugWarnings.scopeHasEnded(declaration, "provided", at: provider.callSite)
      return Provision(id: provider.id, scope: WeakScope(scope), state: nil, declaration: declaration)
    }
    let state = makeState(in: scope)
    let token = Provision(id: provider.id, scope: WeakScope(scope), state: state, declaration: declaration)
    let previous = state.implementation
    state.implementation = provider
    if let previous { scope.finishReplacement(of: previous, of: declaration) }
    DeferredReleases.run()
    Overrides.record(token)
    return token
  }

  /// Stops the program if the injection has a release action, and the cache does not own the instances.
  func stopIfReleaseActionIsUnused(by provider: Provider) {
    guard releaseAction != nil, provider.strategy?.ownsInstances == false else { return }
    if provider.forwardingTarget == nil { FatalErrors.releaseActionIsUnused(self, provider) }
  }

  /// Withdraws the implementation that was provided in the current scope.
  func withdraw(at callSite: CallSite) -> Bool {
    let scope = OverrideScope.currentOnMainActor
    guard let state = state(in: scope) else { return false }
    return scope.withdrawImplementation(of: declaration, in: state, at: callSite)
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
