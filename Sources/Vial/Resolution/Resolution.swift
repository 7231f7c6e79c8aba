extension InjectionStorage {
  /// Returns the instance of the injection in a scope.
  @usableFromInline func resolve(in scope: OverrideScope, for consumer: AnyConsumer?) -> ResolvedInstance {
    Resolution(storage: self, scope: scope, consumer: consumer).run()
  }
}

/// One resolve: finds the provider of an injection in a scope, and reuses its cached instance or builds one.
@MainActor struct Resolution {
  let storage: InjectionStorage
  let scope: OverrideScope

  /// The consumer whose first read this is.
  var consumer: AnyConsumer?

  /// The override whose original is resolved, if the factory of an override resolves it.
  var override: Provider?

  /// Returns the instance.
  func run() -> ResolvedInstance {
    ResolutionStack.stopInValidityCheck()
    Injections.beginOperation()
    defer { Injections.endOperation() }
    if override == nil { scope.strictMode?.check(storage, storage.provider(in: scope), in: scope) }
    return reuseOrBuild()
  }

  /// The provider can be another one in each turn, because releasing an instance may run code of the application.
  private func reuseOrBuild() -> ResolvedInstance {
    let startedAt = SequenceNumber.current
    while true {
      let provider = override.map { storage.provider(below: $0, in: scope) } ?? storage.provider(in: scope)
      guard let entry = reusableEntry(of: provider) else { return build(provider) }
      if let instance = validInstance(in: entry, storedBefore: startedAt) {
        if Injections.isObserved { Injections.emit(.reused(description(of: provider))) }
        return instance
      }
      var releases = DeferredReleases()
      releases.evict(entry)
      releases.run()
    }
  }

  /// The entry of a provider in the nearest scope whose instances are reused.
  private func reusableEntry(of provider: Provider) -> CacheEntry? {
    for place in scope.reusedScopes {
      if let entry = storage.entry(of: provider, in: place), entry.generation > 0 { return entry }
    }
    return nil
  }

  /// Returns the instance of an entry unless it has been deallocated or its validity check fails.
  ///
  /// An instance that was stored during this resolve is returned without a check.
  private func validInstance(in entry: CacheEntry, storedBefore startedAt: UInt64) -> ResolvedInstance? {
    if case .validated(_, let validity) = entry.instance, entry.generation <= startedAt,
      !ResolutionStack.validate(validity, of: storage, in: scope)
    {
      return nil
    }
    return entry.instance.live
  }

  // MARK: Building

  private func build(_ provider: Provider) -> ResolvedInstance {
    storage.reportComputedProperty(provider.registration)
    guard Injections.isObserved else { return buildAndCache(provider) }
    let description = description(of: provider)
    let clock = ContinuousClock()
    let start = clock.now
    let context = TaskContext.current.with(storage.declaration)
    let instance = context.run { buildAndCache(provider) }
    let duration = start.duration(to: clock.now)
    Injections.emit(.built(description, instance: instance.type, duration: duration))
    return instance
  }

  private func buildAndCache(_ provider: Provider) -> ResolvedInstance {
    ResolutionStack.push(building: storage, provider, in: scope)
    let box = provider.registration.factory.makeInstance(for: self, of: provider)
    let strategy = storage.strategy(of: provider)
    let validity = ResolutionStack.canCache && !scope.hasEnded ? strategy.makeValidity() : nil
    let canCache = ResolutionStack.canCache
    ResolutionStack.pop()
    extendLifetime(provider)

    let retention = strategy.retention(in: scope)
    guard canCache, let cached = retention.cachedInstance(for: box, validity, retainedBy: consumer) else {
      return .boxed(box)
    }
    store(cached, of: provider)
    if case .weakBox = cached { return .sharedValue(box) }
    return .boxed(box)
  }

  private func description(of provider: Provider) -> InjectionResolution { InjectionResolution(of: self, by: provider) }
}
