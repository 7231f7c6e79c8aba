extension Injection {
  /// Returns the instance in a scope.
  ///
  /// Every resolve runs through here, also by a consumer or by a provider that forwards. An original is resolved below its
  /// override, which begins with `Resolution.run()`.
  func resolve(in scope: OverrideScope) -> Box<Value> {
    #if DEBUG
    if scope.hasEnded, InjectionOperation.frames.isEmpty, let observer = TestHooks.endedScopeObserver {
      observer(storage.declaration, LiveResolve(of: storage, in: scope) != nil, scope)
    }
    #endif
    return cast(Resolution(storage: storage, scope: scope, decorator: nil).run())
  }
}

/// One resolve: finds the provider of an injection in a scope, and reuses its cached instance or builds one.
@MainActor struct Resolution {
  let storage: InjectionStorage
  let scope: OverrideScope

  /// The provider that resolves its original, so the search begins below it; `nil` for a resolve of the injection itself.
  let decorator: Provider?

  /// Returns the cached instance if it is valid, and otherwise builds one.
  ///
  /// The loop finds the provider again after each eviction, because releasing an instance may run code of the application
  /// that overrides the injection or caches another instance.
  func run() -> AnyBox { InjectionOperation.perform { findOrBuild() } }

  private func findOrBuild() -> AnyBox {
    // The receiver runs code of the tests, which may override the injection, so the loop finds the provider afterwards.
    if decorator == nil, let receiver = scope.liveResolveReceiver, let live = LiveResolve(of: storage, in: scope) {
      receiver.receive(live)
    }
    let startedAt = Moment.latest
    while true {
      let provider =
        if let decorator { storage.provider(below: decorator, in: scope) } else { storage.provider(in: scope) }
      guard let entry = nearestEntry(of: provider) else { return build(provider) }
      // An instance that was cached during this resolve is valid without a check, so that a check which is never true does
      // not repeat the loop forever.
      if entry.cachedAt > startedAt || entry.isValid, let box = entry.loaded {
        InjectionOperation.emit(.reused(InjectionResolution(of: self, by: provider)))
        return box
      }
      InjectionOperation.perform { InjectionOperation.evict(entry) }
    }
  }

  /// Returns the entry of a provider in the nearest reused scope in which the entry is not empty.
  ///
  /// The instance of the entry may be invalid or deallocated.
  private func nearestEntry(of provider: Provider) -> CacheEntry? {
    for reusedScope in scope.reusedScopes {
      if let entry = storage.slot(in: reusedScope)?.entry(of: provider), !entry.isEvicted { return entry }
      // No scope outside of the provider's scope can have an entry of the provider, so the search ends early.
      if reusedScope.id == provider.scopeID { break }
    }
    return nil
  }

  // MARK: Building

  private func build(_ provider: Provider) -> AnyBox {
    storage.reportMistakes(in: provider)
    if !provider.isOverride { storage.stopIfReleaseActionIsUnused(by: provider) }
    return Injections.isObserved ? buildObserved(provider) : buildAndCache(provider)
  }

  /// Builds an instance and reports it.
  private func buildObserved(_ provider: Provider) -> AnyBox {
    let description = InjectionResolution(of: self, by: provider)
    let clock = ContinuousClock()
    let start = clock.now
    let box = TaskContext.$injection.withValue(storage.declaration) { buildAndCache(provider) }
    let duration = start.duration(to: clock.now)
    InjectionOperation.emit(.built(description, instance: box.type, start: start, duration: duration))
    return box
  }

  private func buildAndCache(_ provider: Provider) -> AnyBox {
    let (built, canCache) = InjectionOperation.build(storage, by: provider, in: scope) {
      let box = provider.makeInstance(for: self)
      return (box: box, check: makeValidityCheck(provider))
    }
    return canCache ? cache(built.box, built.check, builtBy: provider) : built.box
  }

  /// Makes the validity check, as the last step of a build, unless the instance will not be cached.
  private func makeValidityCheck(_ provider: Provider) -> ValidityCheck? {
    InjectionOperation.canCache && !scope.hasEnded ? storage.strategy(of: provider).makeValidityCheck() : nil
  }

  // MARK: Caching

  /// Caches an instance according to its strategy.
  private func cache(_ box: AnyBox, _ check: ValidityCheck?, builtBy provider: Provider) -> AnyBox {
    let strategy = storage.strategy(of: provider)
    if let cached = strategy.cachedInstance(for: box, check, scopeHasEnded: scope.hasEnded) {
      store(cached, of: provider, strategy.flow)
    } else if case .shared = strategy.lifetime, !box.isNil {
      DebugWarnings.valueIsNotShared(storage.declaration, builtAt: provider.callSite)
    }
    return box
  }

  /// Caches a new instance, and records it in the journals of the scopes that may have to evict it.
  private func store(_ instance: CachedInstance, of provider: Provider, _ flow: InjectionFlow?) {
    // The slot is created first, because that can release objects.
    let slot = storage.makeSlot(in: scope)
    let entry = CacheEntry(instance, of: provider, for: storage, in: scope)
    slot.add(entry)
    for visibleScope in scope.visibleScopes where needsRecord(in: visibleScope, of: provider) {
      visibleScope.journal.add(entry, of: nil)
    }
    if let flow { scope.journal.add(entry, of: flow) }
    if case .provided = provider.role { provider.journal.add(entry, of: nil) }
  }

  /// Whether the journal of a visible scope has to record an instance, so that a rollback can evict the instance.
  private func needsRecord(in visibleScope: OverrideScope, of provider: Provider) -> Bool {
    let overrides = visibleScope.overrides.all
    if overrides.isEmpty { return false }
    // The rollback of the only override finds the entry in the slot of the override without a record.
    let isInSlot = scope === visibleScope && provider.overridden === storage
    return !isInSlot || overrides.count > 1 || overrides.last !== provider
  }
}
