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

  /// The override whose original is resolved; `nil` for a resolve of the injection itself.
  let override: Provider?

  @usableFromInline init(
    of storage: InjectionStorage,
    in scope: OverrideScope,
    for consumer: AnyConsumer?,
    below override: Provider? = nil
  ) {
    self.storage = storage
    self.scope = scope
    self.consumer = consumer
    self.override = override
  }

  /// Returns the cached instance if it is valid, and otherwise builds one.
  ///
  /// The loop finds the provider again after each eviction, because releasing an instance may run code of the application
  /// that overrides the injection or caches another instance.
  @usableFromInline func run() -> ResolvedInstance {
    Injections.beginOperation()
    defer { Injections.endOperation() }
    if override == nil, let check = scope.liveResolveCheck, let live = LiveResolve(of: storage, in: scope) {
      check(live)
    }
    let startedAt = SequenceNumber.current
    while true {
      let provider = override.map { storage.provider(below: $0, in: scope) } ?? storage.provider(in: scope)
      guard let entry = reusableEntry(of: provider) else { return build(provider) }
      // An instance that was stored during this resolve is returned without a check.
      var isValid = true
      if case .validated(_, let validity) = entry.instance, entry.generation <= startedAt {
        isValid = ResolutionStack.validate(validity, of: storage, in: scope)
      }
      if isValid, let instance = entry.instance.live {
        if Injections.isObserved { Injections.emit(.reused(description(of: provider))) }
        return instance
      }
      DeferredReleases.evict(entry)
      DeferredReleases.run()
    }
  }

  /// Returns the entry of a provider in the nearest reused scope in which the entry is not empty.
  private func reusableEntry(of provider: Provider) -> CacheEntry? {
    for reusedScope in scope.reusedScopes {
      if let entry = storage.entry(of: provider, in: reusedScope), entry.generation > 0 { return entry }
      // The scopes outside of the provider's scope do not use the provider.
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
    Injections.emit(.built(description, instance: instance.type, duration: duration))
    return instance
  }

  private func buildAndCache(_ provider: Provider) -> ResolvedInstance {
    ResolutionStack.push(building: storage, provider, in: scope)
    let box = provider.registration.makeInstance(for: self, of: provider)
    let strategy = storage.strategy(of: provider)
    let validity = ResolutionStack.canCache && !scope.hasEnded ? strategy.makeValidity() : nil
    let canCache = ResolutionStack.canCache
    ResolutionStack.pop()
    extendLifetime(provider)

    guard canCache, let cached = strategy.cachedInstance(for: box, validity, of: self) else { return .boxed(box) }
    store(cached, of: provider, strategy.flow)
    if case .weakBox = cached { return .sharedValue(box) }
    return .boxed(box)
  }

  private func description(of provider: Provider) -> InjectionResolution { InjectionResolution(of: self, by: provider) }

  // MARK: Caching

  /// Caches a new instance, and records it in the journals of the scopes that may have to evict it.
  private func store(_ instance: CachedInstance, of provider: Provider, _ flow: InjectionFlow?) {
    let entry = storage.makeEntry(of: provider, in: scope)
    let replaced = entry.store(instance)
    for visibleScope in scope.visibleScopes
    where visibleScope.needsJournalRecord(ofInstanceBy: provider, cachedIn: scope) {
      visibleScope.journal.add(entry)
    }
    if let flow { scope.journal.add(entry, of: flow) }
    if provider.role == .implementation {
      scope.enclosingScope(withID: provider.scopeID)?.implementationJournal.add(entry)
    }
    DeferredReleases.run()
    extendLifetime(replaced)
  }
}

extension OverrideScope {
  /// Whether the journal of this scope has to record an instance, so that a rollback can evict the instance.
  ///
  /// No record is necessary if the scope has no overrides. If the provider is the only override in the scope, no record is
  /// necessary for an instance that is cached in the same scope, because `providerWasRemoved` evicts that instance.
  fileprivate func needsJournalRecord(ofInstanceBy provider: Provider, cachedIn scope: OverrideScope) -> Bool {
    let isByOnlyOverride = overrides.count == 1 && provider.role == .override && provider.scopeID == id
    return !overrides.isEmpty && !(isByOnlyOverride && scope === self)
  }
}
