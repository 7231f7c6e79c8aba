// Which instance a resolve returns: the cached one of the provider that the scope sees, or a new one.

extension InjectionRecord {
  /// Returns the cached instance if it is valid, and otherwise builds one.
  ///
  /// Every resolve calls this function. The resolve of an original begins below the provider of the override that resolves it.
  func resolve(in scope: OverrideScope, below decorator: Provider? = nil) -> AnyBox {
    #if DEBUG
    if let observer = TestHooks.onResolve, Engine.isOutsideBuildsAndReads {
      observer(scope) { ScopedResolve(of: self, in: scope) }
    }
    #endif
    return Engine.perform {
      guard let receiver = scope.liveResolveReceiver, let live = LiveResolve(of: self, in: scope, below: decorator)
      else {
        return findOrBuild(in: scope, below: decorator)
      }
      // The receiver runs code of the tests, which may override the injection, so the provider is found again.
      let completion = receiver.receive(live)
      let box = findOrBuild(in: scope, below: decorator)
      completion?()
      return box
    }
  }

  /// Returns the cached instance of the provider that the scope sees, or builds an instance.
  ///
  /// The loop finds the provider again after each eviction, because releasing an instance may run code of the application
  /// that overrides the injection or caches another instance.
  private func findOrBuild(in scope: OverrideScope, below decorator: Provider?) -> AnyBox {
    assert(scope === OverrideScope.current, "Factories resolve in the current scope.")
    let resolveBegan = Moment.latest
    while true {
      let provider = provider(in: scope, below: decorator)
      guard let entry = entry(of: provider, in: scope) else { return build(provider, scope) }
      switch entry.lookUp(resolvingSince: resolveBegan) {
      case .valid(let box):
        Engine.emit(.reused(InjectionResolution(of: self, by: provider, in: entry.scopeID)))
        return box
      case .expired: Engine.change { removals in removals.evictExpired(entry) }
      case .deallocated:
        #if DEBUG
        if provider.isReplacement { TestHooks.onRebuild?(declaration, provider.callSite) }
        #endif
        Engine.change { removals in removals.evict(entry) }
      }
    }
  }

  /// The entry of a provider in the nearest scope whose instances a scope reuses.
  private func entry(of provider: Provider, in scope: OverrideScope) -> CacheEntry? {
    first(.reused, from: scope) { slot in slot.entry(of: provider) }
  }

  /// The cached instance that a resolve in a scope would find.
  ///
  /// This does not run a validity check.
  func currentInstance(in scope: OverrideScope) -> AnyBox? {
    assertMainActor()
    let provider = provider(in: scope)
    for reused in scope.scopes(.reused) {
      // If the instance was deallocated, the search continues, because a resolve would evict the entry and continue, too.
      if let box = slot(in: reused)?.entry(of: provider)?.loaded { return box }
    }
    return nil
  }

  // MARK: Building

  private func build(_ provider: Provider, _ scope: OverrideScope) -> AnyBox {
    reportMistakes(in: provider)
    if isUnprovided(by: provider) { FatalError.unprovided(self, in: scope) }
    if !provider.isReplacement { stopIfReleaseActionIsUnused(by: provider) }
    // An observer that the factory adds receives the event of this build only if there was an observer before.
    // Not `isObserved`, so that consumers and tasks which a factory creates while an observer runs have a creator, too.
    return Engine.observers == nil ? Engine.runBuild(of: self, by: provider, in: scope) : buildObserved(provider, scope)
  }

  /// Builds an instance and reports it, with the requester and the depth of the code that resolves it.
  private func buildObserved(_ provider: Provider, _ scope: OverrideScope) -> AnyBox {
    let description = InjectionResolution(of: self, by: provider, in: scope.id)
    let clock = ContinuousClock()
    let startInstant = clock.now
    let box = $buildingInjectionOfTask.withValue(declaration) {
      Engine.runBuild(of: self, by: provider, in: scope)
    }
    let duration = startInstant.duration(to: clock.now)
    Engine.emit(.built(description, instance: box.type, start: startInstant, duration: duration))
    return box
  }
}
