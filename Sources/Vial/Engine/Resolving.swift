// Which instance a resolve returns: the cached one of the provider that the scope sees, or a new one.

extension InjectionRecord {
  /// Returns the cached instance if it is valid, and otherwise builds one.
  ///
  /// Every resolve runs through here. It is the resolve of an original if it begins below the provider of an override.
  func resolve(in scope: OverrideScope, below decorator: Provider? = nil) -> AnyBox {
    #if DEBUG
    if let observer = TestHooks.resolveObserver, Engine.isIdle {
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

  /// The loop finds the provider again after each eviction, because releasing an instance may run code of the application
  /// that overrides the injection or caches another instance.
  private func findOrBuild(in scope: OverrideScope, below decorator: Provider?) -> AnyBox {
    assert(scope === OverrideScope.current, "Factories resolve in the current scope.")
    let startedAt = Moment.latest
    while true {
      let provider = if let decorator { provider(below: decorator, in: scope) } else { provider(in: scope) }
      guard let entry = entry(of: provider, in: scope) else { return build(provider, scope) }
      // An instance that was cached during this resolve is valid without a check, so that a check which is never true does
      // not repeat the loop forever.
      if entry.cachedAt > startedAt || entry.runValidityCheck(), let box = entry.loaded {
        Engine.emit(.reused(InjectionResolution(of: self, by: provider)))
        return box
      }
      // The instance has expired, or was deallocated.
      #if DEBUG
      if provider.isReplacement, entry.loaded == nil { TestHooks.rebuildObserver?(declaration, provider.callSite) }
      #endif
      Engine.change { removals in removals.evict(entry) }
    }
  }

  /// The entry of a provider in the nearest scope whose instances a scope reuses.
  private func entry(of provider: Provider, in scope: OverrideScope) -> CacheEntry? {
    scope.firstReused { slot(in: $0)?.entry(of: provider) }
  }

  /// The cached instance that a resolve in a scope would find.
  ///
  /// This does not run a validity check.
  func currentInstance(in scope: OverrideScope) -> AnyBox? {
    assertMainActor()
    let provider = provider(in: scope)
    // A resolve evicts an entry whose instance was deallocated, and searches the scopes outside.
    return scope.firstReused { slot(in: $0)?.entry(of: provider)?.loaded }
  }

  // MARK: Building

  private func build(_ provider: Provider, _ scope: OverrideScope) -> AnyBox {
    reportMistakes(in: provider)
    if isUnprovided(by: provider) { FatalError.unprovided(self, in: scope) }
    if !provider.isReplacement { stopIfReleaseActionIsUnused(by: provider) }
    return Engine.observers == nil ? buildAndCache(provider, scope) : buildObserved(provider, scope)
  }

  /// Builds an instance and reports it.
  private func buildObserved(_ provider: Provider, _ scope: OverrideScope) -> AnyBox {
    let description = InjectionResolution(of: self, by: provider)
    let clock = ContinuousClock()
    let start = clock.now
    let box = TaskContext.$injection.withValue(declaration) { buildAndCache(provider, scope) }
    let duration = start.duration(to: clock.now)
    Engine.emit(.built(description, instance: box.type, start: start, duration: duration))
    return box
  }

  private func buildAndCache(_ provider: Provider, _ scope: OverrideScope) -> AnyBox {
    let strategy = strategy(of: provider)
    Engine.beginBuilding(self, by: provider, in: scope)
    let box = provider.makeInstance(of: self, in: scope)
    // Making the validity check is the last step of a build.
    let check = strategy.makeValidityCheck(of: self, by: provider, in: scope)
    guard Engine.endBuilding(self, by: provider) else { return box }
    switch strategy.retention(of: box, check, in: scope) {
    case .notCached: break
    case .valueThatCannotBeShared: DebugWarnings.valueIsNotShared(declaration, builtAt: provider.callSite)
    case .cached(let instance): cache(instance, of: provider, in: scope, strategy.flow)
    }
    return box
  }

  // MARK: Caching

  /// Caches a new instance, and records it in each journal that may have to evict it.
  private func cache(
    _ instance: CachedInstance,
    of provider: Provider,
    in scope: OverrideScope,
    _ flow: InjectionFlow?
  ) {
    Engine.change { removals in
      // The slot is created first, because a compaction of the slots reads clocks.
      let slot = makeSlot(in: scope, &removals)
      let releaseActions = provider.isReplacement ? [] : publication.releaseActions
      let entry = CacheEntry(instance, of: provider, declaration, flow, releaseActions, in: scope)
      slot.add(entry, &removals)
      // The rollback of a replacement of this injection finds its own instance in the slot.
      let own = provider.overridden === self ? provider : nil
      if flow != nil || scope.replacements.contains(otherThan: own) { scope.journal.add(entry, &removals) }
      var outer = scope.visibleOuter
      while let visible = outer {
        if !visible.replacements.isEmpty { visible.journal.add(entry, &removals) }
        outer = visible.visibleOuter
      }
      if case .implementation(let instances) = provider.role { instances.add(entry, &removals) }
    }
  }

  /// What the injection has in one scope, created if necessary.
  ///
  /// Clocks are read before the slots are accessed to change them.
  func makeSlot(in scope: OverrideScope, _ removals: inout Removals) -> Slot {
    if let slot = slot(in: scope) { return slot }
    if scope.isFull { removals.evictExpired(scope.slots.values.flatMap(\.entries.elements)) }
    return scope.addSlot(of: self, &removals)
  }
}

// MARK: - Releasing

extension CacheEntry {
  /// Runs the release actions, if the cache is the owner of the instance, reports the release, and releases the instance.
  ///
  /// This happens in the scope that has cached the instance. If that scope was deallocated without an end, it happens in the current
  /// scope, and without release actions.
  func release() {
    guard let scope = releaseScope else { return release(runningActions: false) }
    scope.runIfNeeded { release(runningActions: true) }
  }

  private func release(runningActions: Bool) {
    let instance = takeEvicted()
    if runningActions, let box = instance.ownedBox {
      for action in releaseActions { action(box) }
    }
    Engine.emit(.released(declaration))
    extendLifetime(instance)
  }
}
