extension InjectionStorage {
  /// Returns the instance in a scope.
  ///
  /// Every resolve runs through here, also by a consumer or by a provider that forwards, except for a singleton that
  /// `singletonBox` returns. An original is resolved below its override, which begins with `Resolution.run()`.
  func resolve(in scope: OverrideScope, for consumer: AnyConsumer? = nil) -> ResolvedInstance {
    if let instance = cachedInstance(in: scope) { return instance }
    return Resolution(storage: self, scope: scope, consumer: consumer).run()
  }

  /// The cached instance, if it is alive and needs neither a search nor a check; otherwise `nil`.
  ///
  /// This saves two thirds of the cost of resolving a shared instance.
  private func cachedInstance(in scope: OverrideScope) -> ResolvedInstance? {
    guard scope.isGlobal, scope.liveResolveReceiver == nil, !Injections.isObserved, !ResolutionStack.isValidating,
      isProvidedAsPublished
    else { return nil }
    switch published.ownEntry?.instance {
    case .strong(let box): return .boxed(box)
    case .weakObject(let reference):
      guard let object = reference.object else { return nil }
      return .object(object, reference)
    case .empty, .validated, .weakBox, nil: return nil
    }
  }

  /// The box of a singleton, if it needs neither a search nor a check; otherwise `nil`.
  ///
  /// The application reads the value in the box itself, which saves a third of the cost of resolving a singleton.
  @usableFromInline var singletonBox: AnyBox? {
    assertMainActor()
    guard Resolution.canSkipSearch, case .strong(let box)? = published.ownEntry?.instance, isProvidedAsPublished
    else { return nil }
    return box
  }

  /// Whether the published provider provides in the global scope.
  private var isProvidedAsPublished: Bool {
    let isOverridden = globalState?.isOverridden == true || family?.globalState?.isOverridden == true
    guard !isOverridden, requiredPurpose == nil else { return false }
    assert(provider(in: .global) === published, "A search finds another provider.")
    return true
  }
}

extension Injection {
  /// Returns the instance in a scope.
  @usableFromInline func resolve(in scope: OverrideScope, for consumer: AnyConsumer? = nil) -> Value {
    #if DEBUG
    if let consumer {
      consumer.lastResolve = (storage.declaration, SequenceNumber.current)
    } else if scope.hasEnded, ResolutionStack.isEmpty {
      Injections.endedScopeObserver?(storage.declaration, scope)
    }
    #endif
    let instance = storage.resolve(in: scope, for: consumer)
    if case .sharedValue(let box) = instance { consumer?.retain(box) }
    return instance.value(as: Value.self)
  }
}

/// One resolve: finds the provider of an injection in a scope, and reuses its cached instance or builds one.
@MainActor struct Resolution {
  /// Whether no override scope was ever opened, nothing has ever observed or checked resolves, and no validity check runs.
  ///
  /// Then all code runs in the global scope, so one test of this flag replaces four, and the task-local scope is not read.
  static var canSkipSearch = true

  let storage: InjectionStorage
  let scope: OverrideScope

  /// The consumer that will retain the box of a shared value; `nil` for a `resolve()` and for a weak consumer.
  let consumer: AnyConsumer?

  /// The override that resolves its original, so the search begins below it; `nil` for a resolve of the injection itself.
  var override: Provider? = nil

  /// Returns the cached instance if it is valid, and otherwise builds one.
  ///
  /// The loop finds the provider again after each eviction, because releasing an instance may run code of the application
  /// that overrides the injection or caches another instance.
  func run() -> ResolvedInstance {
    Operation.begin()
    defer { Operation.end() }
    // The receiver runs code of the tests, which may override the injection, so the loop finds the provider afterwards.
    if override == nil, let receiver = scope.liveResolveReceiver, let live = LiveResolve(of: storage, in: scope) {
      receiver.receive(live)
    }
    let startedAt = SequenceNumber.current
    while true {
      let provider =
        if let override { storage.provider(below: override, in: scope) } else { storage.provider(in: scope) }
      guard let entry = nearestEntry(of: provider) else { return build(provider) }
      // An instance that was stored during this resolve is returned without a check, so that a check which is never true
      // does not repeat the loop forever.
      var isValid = true
      if case .validated(_, let check) = entry.instance, entry.generation <= startedAt {
        isValid = ResolutionStack.validate(check, of: storage, in: scope)
      }
      if isValid, let instance = entry.instance.loaded {
        Operation.emit(.reused(description(of: provider)))
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
      // No scope outside of the provider's scope can have an entry of the provider, so the search ends early.
      if reusedScope.id == provider.scopeID { break }
    }
    return nil
  }

  // MARK: Building

  private func build(_ provider: Provider) -> ResolvedInstance {
    storage.reportMistakes(in: provider)
    if !provider.isOverride { storage.stopIfReleaseActionIsUnused(by: provider) }
    return Injections.isObserved ? buildObserved(provider) : buildAndCache(provider)
  }

  /// Builds an instance and reports it.
  ///
  /// Inlined, this would make the stack of 1,000 nested factories 100 KB larger.
  @inline(never) private func buildObserved(_ provider: Provider) -> ResolvedInstance {
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
    return cache(provider.makeInstance(for: self), builtBy: provider)
  }

  // MARK: Caching

  /// Ends the build of an instance, and caches the instance according to its strategy.
  ///
  /// Inlined, this would make the stack of 1,000 nested factories 50 KB larger.
  @inline(never) private func cache(_ box: AnyBox, builtBy provider: Provider) -> ResolvedInstance {
    let strategy = storage.strategy(of: provider)
    let check = ResolutionStack.canCache && !scope.hasEnded ? strategy.makeValidityCheck() : nil
    let canCache = ResolutionStack.canCache
    ResolutionStack.pop()

    guard canCache, let cached = strategy.cachedInstance(for: box, check, of: self) else { return .boxed(box) }
    store(cached, of: provider, strategy.flow)
    if case .weakBox = cached { return .sharedValue(box) }
    return .boxed(box)
  }

  private func description(of provider: Provider) -> InjectionResolution { InjectionResolution(of: self, by: provider) }

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
    // The rollback of the only override finds the entry that the override itself holds without a record.
    return overrides.count > 1 || overrides[0] !== provider || !provider.holdsEntry(in: scope)
  }
}
