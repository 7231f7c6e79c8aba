// The operations that change what provides for an injection, or what is cached.

// MARK: - Overrides

extension InjectionRecord {
  /// Makes an override in the current scope.
  ///
  /// - Parameter makeProvider: Creates the provider, for a role and a scope.
  func addOverride(_ makeProvider: (Provider.Role, OverrideScope) -> Provider) -> Override {
    let scope = OverrideScope.current
    let provider = makeProvider(.replacement(of: self), scope)
    let token = Override(provider, in: scope)
    let isMade = Engine.change { removals in
      reportMistakes(in: provider)
      if scope.isGlobal { stopIfSealed(provider.callSite) }
      guard !scope.hasEnded else {
        DebugWarnings.scopeHasEnded(declaration, "overridden", at: provider.callSite)
        return false
      }
      scope.add(replacement: provider, to: makeSlot(in: scope, &removals))
      return true
    } event: { isMade in
      isMade ? .overridden(token) : nil
    }
    if isMade {
      TestHooks.undoRecorder? { token.rollback() }
      TestHooks.overrideObserver?(token, scope)
    }
    return token
  }

  private func stopIfSealed(_ callSite: CallSite) {
    guard let seal = Engine.sealCallSite, !TestHooks.isSealExempt else { return }
    FatalError.sealed(self, at: seal, overriddenAt: callSite)
  }

  /// Rolls back the most recent override in a scope.
  func rollBackNewest(in scope: OverrideScope) -> Bool {
    guard let newest = slot(in: scope)?.replacements.last else { return false }
    return scope.rollBack(newest.number)
  }

  /// Rolls back all overrides in a scope, the most recent first.
  ///
  /// Overrides that are made during the call stay.
  func rollBackAll(in scope: OverrideScope) { scope.rollBackAll(slot(in: scope)?.replacements.elements ?? []) }
}

// MARK: - Implementations

extension InjectionRecord {
  /// Provides the implementation of a required injection in the current scope.
  ///
  /// - Parameter makeProvider: Creates the provider, for a role and a scope.
  func provide(_ makeProvider: (Provider.Role, OverrideScope) -> Provider) -> Provision {
    let scope = OverrideScope.current
    let provider = makeProvider(.implementation(instances: Journal()), scope)
    let token = Provision(provider.number, of: self, in: scope)
    let change = Engine.change { removals -> (isProvided: Bool, replaced: Provider?) in
      guard isRequired else { FatalError.notRequired(self, at: provider.callSite) }
      stopIfReleaseActionIsUnused(by: provider)
      reportMistakes(in: provider)
      guard !scope.hasEnded else {
        DebugWarnings.scopeHasEnded(declaration, "provided", at: provider.callSite)
        return (false, nil)
      }
      let slot = makeSlot(in: scope, &removals)
      let replaced = removeImplementation(from: slot, in: scope, &removals)
      slot.implementation = .provided(provider)
      if !scope.isGlobal { noteScopedImplementation(provider, isInForce: true) }
      return (true, replaced)
    } event: { change in
      change.replaced.map { withdrawal(of: $0, in: scope) }
    }
    if change.isProvided { TestHooks.undoRecorder? { token.withdraw() } }
    return token
  }

  /// Withdraws the implementation that was provided in a scope, or only the one with a number.
  ///
  /// - Returns: Whether there was one. The implementations of a scope that has ended stay.
  func withdraw(_ number: ProviderNumber? = nil, in scope: OverrideScope, at callSite: CallSite) -> Bool {
    let withdrawn = Engine.change { removals -> Provider? in
      if !isRequired { DebugWarnings.withdrawalIsUnused(declaration, at: callSite) }
      guard !scope.hasEnded, let slot = slot(in: scope), let implementation = slot.providedImplementation,
        number == nil || number == implementation.number
      else { return nil }
      let withdrawn = removeImplementation(from: slot, in: scope, &removals)
      slot.implementation = .withdrawn(at: callSite)
      return withdrawn
    } event: { withdrawn in
      withdrawn.map { withdrawal(of: $0, in: scope) }
    }
    return withdrawn != nil
  }

  /// Removes the implementation of a slot, if there is one, and evicts the instances that it has built, in every scope.
  ///
  /// Other instances stay, also if they have captured such an instance. Factories that are running do not cache an instance
  /// of the implementation.
  private func removeImplementation(from slot: Slot, in scope: OverrideScope, _ removals: inout Removals) -> Provider? {
    guard let removed = slot.providedImplementation, case .implementation(let instances) = removed.role else { return nil }
    if let entry = slot.removeEntry(of: removed) { removals.evict(entry) }
    instances.evictAll(&removals)
    Engine.preventCaching(after: removed, removedFrom: scope)
    noteScopedImplementation(removed, isInForce: false)
    return removed
  }

  private func withdrawal(of implementation: Provider, in scope: OverrideScope) -> InjectionEvent {
    .withdrawn(Provision(implementation.number, of: self, in: scope))
  }
}

// MARK: - Clearing

extension InjectionRecord {
  /// Evicts the instances that a scope caches or reuses.
  func clear(in scope: OverrideScope) {
    Engine.change { removals in
      for reusedScope in scope.reusedScopes { slot(in: reusedScope)?.evictAll(&removals) }
    }
  }
}

// MARK: - Mistakes

extension InjectionRecord {
  /// Stops the program if the injection has a release action, and the cache does not own the instances.
  func stopIfReleaseActionIsUnused(by provider: Provider) {
    guard !publication.releaseActions.isEmpty, !strategy(of: provider).ownsInstances else { return }
    if provider.forwardingTarget(of: self) == nil { FatalError.releaseActionIsUnused(self, provider) }
  }

  /// Reports a second copy of the library, and an injection, or the flow of a strategy, in a computed property.
  ///
  /// - Parameter provider: The provider whose strategy may name the flow.
  func reportMistakes(in provider: Provider) {
    #if DEBUG
    _ = OverrideScope.isInSecondCopy
    DebugWarnings.reportIfComputed(declaration.description, at: callSite)
    guard let flow = strategy(of: provider).flow else { return }
    DebugWarnings.reportIfComputed("The flow \(flow.name) (\(flow.callSite))", at: flow.callSite)
    #endif
  }
}
