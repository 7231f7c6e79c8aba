// Installing overrides and provided implementations.

extension InjectionStorage {
  /// Makes an override in the current scope.
  @usableFromInline func install(_ registration: consuming Registration) -> Override {
    assertMainActor()
    Operation.begin()
    defer { Operation.end() }
    let scope = OverrideScope.currentOnMainActor
    reportComputedProperty(registration)
    if scope.isGlobal { Overrides.stopIfSealed(self, registration.callSite) }
    let role: Provider.Role = if case .family = kind { .familyOverride } else { .override }
    let provider = Provider(role, registration, id: SequenceNumber.next(), scopeID: scope.id)
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

  /// Provides the implementation of a required injection in the current scope.
  func provide(_ registration: Registration) -> Provision {
    assertMainActor()
    Operation.begin()
    defer { Operation.end() }
    guard requiredPurpose != nil else { FatalErrors.notRequired(self, at: registration.callSite) }
    stopIfReleaseActionIsUnused(by: registration)
    let scope = OverrideScope.currentOnMainActor
    reportComputedProperty(registration)
    let id = SequenceNumber.next()
    let provider = Provider(.provided, registration, id: id, scopeID: scope.id)
    guard !scope.hasEnded else {
      DebugWarnings.scopeHasEnded(declaration, "provided", at: provider.callSite)
      return Provision(id: id, scope: WeakScope(scope), state: nil, declaration: declaration)
    }
    let state = makeState(in: scope)
    let token = Provision(id: id, scope: WeakScope(scope), state: state, declaration: declaration)
    let previous = state.implementation
    state.setImplementation(provider)
    if let previous { scope.finishReplacement(of: previous, of: declaration, in: state) }
    DeferredReleases.run()
    Overrides.record(token)
    return token
  }

  /// Stops the program if the injection has a release action, and the cache does not own the instances.
  func stopIfReleaseActionIsUnused(by registration: Registration) {
    guard releaseAction != nil, registration.strategy?.ownsInstances == false else { return }
    if registration.forwardingTarget == nil { FatalErrors.releaseActionIsUnused(self, registration) }
  }

  /// Withdraws the implementation that was provided in the current scope.
  func withdraw(at callSite: CallSite) -> Bool {
    let scope = OverrideScope.currentOnMainActor
    guard let state = state(in: scope) else { return false }
    return scope.withdrawImplementation(of: declaration, in: state, at: callSite)
  }

  /// Reports an injection, or the flow of a strategy, that was published in a computed property.
  ///
  /// - Parameter registration: The registration whose strategy may name the flow.
  func reportComputedProperty(_ registration: Registration) {
    #if DEBUG
    DebugWarnings.reportIfComputed(declaration.description, at: published.callSite)
    guard let flow = registration.strategy?.flow else { return }
    DebugWarnings.reportIfComputed("The flow \(flow.name) (\(flow.callSite))", at: flow.callSite)
    #endif
  }
}
