// Resolving: finds the provider of an injection in a scope, and reuses its cached instance or builds one.
//
// Each function takes the scope, which is the current one, and returns an object that its caller receives retained. A structure for the scope and the
// injection would retain both once more.

extension Injection {
  /// Returns the instance in a scope.
  ///
  /// Every resolve runs through here, also by a consumer or by a provider that forwards. An original is resolved below its
  /// override, which begins with `InjectionStorage.resolve(in:below:)`.
  func resolve(in scope: OverrideScope) -> Box<Value> {
    #if DEBUG
    if scope.hasEnded, InjectionOperation.frames.isEmpty, let observer = TestHooks.endedScopeObserver {
      observer(storage.declaration, LiveResolve(of: storage, in: scope) != nil, scope)
    }
    #endif
    return cast(storage.resolve(in: scope, below: nil))
  }
}

extension InjectionStorage {
  /// Returns the cached instance if it is valid, and otherwise builds one.
  ///
  /// The search begins below the provider of an override that resolves its original.
  func resolve(in scope: OverrideScope, below decorator: Provider?) -> AnyBox {
    InjectionOperation.perform {
      guard let watcher = scope.watcher, let live = LiveResolve(of: self, in: scope, below: decorator) else {
        return findOrBuild(in: scope, below: decorator)
      }
      // The receiver runs code of the tests, which may override the injection, so the provider is found again.
      let completion = watcher.receive(live)
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
      // The instance of the nearest entry may be invalid or deallocated.
      guard let entry = scope.nearestReused({ slot(in: $0)?.entry(of: provider) }) else {
        return build(provider, scope)
      }
      // An instance that was cached during this resolve is valid without a check, so that a check which is never true does
      // not repeat the loop forever.
      if entry.cachedAt > startedAt || entry.isValid, let box = entry.loaded {
        InjectionOperation.emit(.reused(InjectionResolution(of: self, by: provider)))
        return box
      }
      InjectionOperation.performStep { InjectionOperation.evict(entry) }
    }
  }

  // MARK: Building

  private func build(_ provider: Provider, _ scope: OverrideScope) -> AnyBox {
    reportMistakes(in: provider)
    if !provider.isOverride { stopIfReleaseActionIsUnused(by: provider) }
    return Injections.hasObservers ? buildObserved(provider, scope) : buildAndCache(provider, scope)
  }

  /// Builds an instance and reports it.
  private func buildObserved(_ provider: Provider, _ scope: OverrideScope) -> AnyBox {
    let description = InjectionResolution(of: self, by: provider)
    let clock = ContinuousClock()
    let start = clock.now
    let box = TaskContext.$injection.withValue(declaration) { buildAndCache(provider, scope) }
    let duration = start.duration(to: clock.now)
    InjectionOperation.emit(.built(description, instance: box.type, start: start, duration: duration))
    return box
  }

  private func buildAndCache(_ provider: Provider, _ scope: OverrideScope) -> AnyBox {
    let strategy = strategy(of: provider)
    let (built, canCache) = InjectionOperation.build(self, by: provider, in: scope) {
      let box = provider.makeInstance(of: self, in: scope)
      // Making the validity check is the last step of a build.
      let check = InjectionOperation.canCache && !scope.hasEnded ? strategy.makeValidityCheck(of: self) : nil
      return (box: box, check: check)
    }
    if !canCache { return built.box }
    if let cached = strategy.cachedInstance(for: built.box, built.check, scopeHasEnded: scope.hasEnded) {
      cache(cached, of: provider, scope, strategy.flow)
    } else if case .shared = strategy.lifetime, !built.box.isNil {
      DebugWarnings.valueIsNotShared(declaration, builtAt: provider.callSite)
    }
    return built.box
  }

  // MARK: Caching

  /// Caches a new instance, and records it in the journals of the scopes that may have to evict it.
  private func cache(_ instance: CachedInstance, of provider: Provider, _ scope: OverrideScope, _ flow: InjectionFlow?)
  {
    // The slot is created first, because a compaction of the slots reads clocks.
    let slot = makeSlot(in: scope)
    let entry = CacheEntry(instance, of: provider, for: self, in: scope)
    slot.add(entry)
    _ = scope.nearestVisible { visibleScope in
      let isInSlot = scope === visibleScope && provider.overridden === self
      visibleScope.overrides.record(entry, of: provider, isInSlot: isInSlot)
      return nil as Never?
    }
    if let flow { scope.flowJournal.add(entry, of: flow) }
    if case .provided = provider.role { provider.journal.add(entry, of: nil) }
  }
}
