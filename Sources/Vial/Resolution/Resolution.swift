extension Injection {
  /// Returns the instance in a scope, on the fast path if possible.
  @inlinable @inline(never) func resolve(in scope: OverrideScope, for consumer: AnyConsumer?) -> Value {
    if scope.isGlobal, SlowPathReasons.canUseFastPathInGlobalScope, storage.isProvidedAsPublished {
      return resolveOnFastPath(for: consumer)
    }
    return resolveSlowly(in: scope, for: consumer)
  }

  /// Returns the instance in a scope, as `Resolution` describes.
  @inlinable @inline(never) func resolveSlowly(in scope: OverrideScope, for consumer: AnyConsumer?) -> Value {
    let instance = Resolution(of: storage, in: scope, for: consumer).run()
    if case .sharedValue(let box) = instance { consumer?.retain(box) }
    return instance.value(as: Value.self)
  }
}

/// One resolve: finds the provider of an injection in a scope, and reuses its cached instance or builds one.
@MainActor @usableFromInline struct Resolution {
  let storage: InjectionStorage
  let scope: OverrideScope

  /// The consumer that will retain the box of a shared value; `nil` for a `resolve()` and for a weak consumer.
  let consumer: AnyConsumer?

  /// The override that resolves its original, so the search begins below it; `nil` for a resolve of the injection itself.
  let overrideAbove: Provider?

  @usableFromInline init(
    of storage: InjectionStorage,
    in scope: OverrideScope,
    for consumer: AnyConsumer?,
    below overrideAbove: Provider? = nil
  ) {
    self.storage = storage
    self.scope = scope
    self.consumer = consumer
    self.overrideAbove = overrideAbove
  }

  /// Returns the cached instance if it is valid, and otherwise builds one.
  ///
  /// The loop finds the provider again after each eviction, because releasing an instance may run code of the application
  /// that overrides the injection or caches another instance.
  @usableFromInline func run() -> ResolvedInstance {
    Operation.begin()
    defer { Operation.end() }
    // The check runs code of the tests, which may override the injection, so the loop finds the provider afterwards.
    if overrideAbove == nil, let check = scope.liveResolveCheck, let live = LiveResolve(of: storage, in: scope) {
      check(live)
    }
    let startedAt = SequenceNumber.current
    while true {
      let provider =
        if let overrideAbove { storage.provider(below: overrideAbove, in: scope) } else { storage.provider(in: scope) }
      guard let entry = nearestEntry(of: provider) else { return build(provider) }
      // An instance that was stored during this resolve is returned without a check.
      var isValid = true
      if case .validated(_, let check) = entry.instance, entry.generation <= startedAt {
        isValid = ResolutionStack.validate(check, of: storage, in: scope)
      }
      if isValid, let instance = entry.instance.loaded {
        if Injections.isObserved { Operation.emit(.reused(description(of: provider))) }
        return instance
      }
      DeferredReleases.evict(entry)
      DeferredReleases.run()
    }
  }

  /// Returns the entry of a provider in the nearest reused scope in which the entry is not empty.
  ///
  /// The instance of the entry may be invalid or deallocated.
  private func nearestEntry(of provider: Provider) -> CacheEntry? {
    for reusedScope in scope.reusedScopes {
      if let entry = storage.entry(of: provider, in: reusedScope), entry.generation > 0 { return entry }
      // No scope outside of the provider's scope can have an entry of the provider.
      if reusedScope.id == provider.scopeID { break }
    }
    return nil
  }

  // MARK: Building

  private func build(_ provider: Provider) -> ResolvedInstance {
    storage.reportComputedProperty(provider.registration)
    if !provider.isOverride { storage.stopIfReleaseActionIsUnused(by: provider.registration) }
    guard Injections.isObserved else { return buildAndCache(provider) }
    let description = description(of: provider)
    let clock = ContinuousClock()
    let start = clock.now
    let instance = TaskContext.$injection.withValue(storage.declaration) { buildAndCache(provider) }
    let duration = start.duration(to: clock.now)
    Operation.emit(.built(description, instance: instance.type, duration: duration))
    return instance
  }

  private func buildAndCache(_ provider: Provider) -> ResolvedInstance {
    ResolutionStack.push(building: storage, provider, in: scope)
    let box = provider.registration.makeInstance(for: self, of: provider)
    let strategy = storage.strategy(of: provider)
    let check = ResolutionStack.canCache && !scope.hasEnded ? strategy.makeValidityCheck() : nil
    let canCache = ResolutionStack.canCache
    ResolutionStack.pop()
    extendLifetime(provider)  // The frame has not retained the registration.

    guard canCache, let cached = strategy.cachedInstance(for: box, check, of: self) else { return .boxed(box) }
    store(cached, of: provider, strategy.flow)
    if case .weakBox = cached { return .sharedValue(box) }
    return .boxed(box)
  }

  private func description(of provider: Provider) -> InjectionResolution { InjectionResolution(of: self, by: provider) }

  // MARK: Caching

  /// Caches a new instance, and records it in the journals of the scopes that may have to evict it.
  private func store(_ instance: CachedInstance, of provider: Provider, _ flow: InjectionFlow?) {
    let entry = storage.makeEntry(of: provider, in: scope)
    entry.store(instance)
    for visibleScope in scope.visibleScopes
    where visibleScope.needsJournalRecord(ofInstanceBy: provider, cachedIn: scope) {
      visibleScope.journal.add(entry)
    }
    if let flow { scope.journal.add(entry, of: flow) }
    if provider.role == .provided {
      scope.enclosingScope(withID: provider.scopeID)?.implementationJournal.add(entry)
    }
    DeferredReleases.run()
  }
}

extension OverrideScope {
  /// Whether the journal of this scope has to record an instance, so that a rollback can evict the instance.
  fileprivate func needsJournalRecord(ofInstanceBy provider: Provider, cachedIn scope: OverrideScope) -> Bool {
    if overrides.isEmpty { return false }
    // The rollback of the only override finds the entry of its instance in this scope without a record. The rollback of a
    // family's override does not, because the states of the keys hold the entries.
    let isByOnlyOverride = overrides.count == 1 && provider.role == .override && provider.scopeID == id
    return scope !== self || !isByOnlyOverride
  }
}
