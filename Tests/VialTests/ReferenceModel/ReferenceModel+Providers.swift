// The selection of the provider, the lookup in the cache, and the building and caching of instances.

extension ReferenceModel {
  /// The providers of a target that are visible from a scope, in order of precedence (rules 7, 12, 20 and 21).
  func providerChain(_ target: Int, in scope: Int) -> [Int] {
    var chain = overrides(of: target, in: scope)
    if let family = targets[target].family {
      chain += overrides(of: targets.count + family, in: scope)
    }
    return chain + [base(target, in: scope)]
  }

  /// The overrides of a subject that are visible from a scope, innermost scope first, then newest first.
  func overrides(of subject: Int, in scope: Int) -> [Int] {
    guard !overridesBySubject[subject].isEmpty else { return [] }
    return visibleScopes(from: scope).flatMap { visible in
      overridesBySubject[subject].reversed().filter { providers[$0].scope == visible }
    }
  }

  /// The subject that an implementation is provided for: the target or the target's family.
  func provided(_ target: Int) -> Int {
    targets[target].family.map { targets.count + $0 } ?? target
  }

  private func base(_ target: Int, in scope: Int) -> Int {
    let subject = provided(target)
    let isReplaced = isInContext && targets[target].alternative != nil
    return isRequired(subject) && !isReplaced ? provision(of: subject, in: scope) ?? target : target
  }

  /// The nearest provided implementation in a scope or its parents, regardless of the kinds of the scopes (rule 20).
  func provision(of subject: Int, in scope: Int) -> Int? {
    var next = scope
    while true {
      if let found = provision(of: subject, at: next) { return found }
      if next == 0 { return nil }
      next = scopes[next].parent
    }
  }

  func provision(of subject: Int, at scope: Int) -> Int? {
    provisions.last { provider in
      providers[provider].subject == subject && providers[provider].scope == scope && providers[provider].isInForce
    }
  }

  // MARK: Resolving

  func resolve(_ target: Int) -> Int {
    provide(target) { providerChain(target, in: currentScope)[0] }
  }

  /// Chooses the provider again after evicting an instance, because the deinitializer can add or roll back overrides.
  private func provide(
    _ target: Int,
    from choose: () -> Int
  ) -> Int {
    let startedAt = lastSequenceNumber
    while true {
      let provider = choose()
      let found = reusedScopes(from: currentScope).lazy
        .map { CacheKey(provider: provider, target: target, scope: $0) }
        .first { self.cache[$0] != nil || self.remains[$0] != nil }
      guard let key = found else { return build(CacheKey(provider: provider, target: target, scope: currentScope)) }
      if let entry = cache[key], isAlive(entry),
        !entry.isChecked || entry.sequenceNumber > startedAt || isValid(key)
      {
        emit(.reused(description(of: target, by: provider)))
        return entry.instance
      }
      evict { other, _ in other == key }
      remains[key] = nil
    }
  }

  /// The target that a provider forwards to, which for a family is the same key of the other family.
  func forwarded(_ target: Int, to other: Int) -> Int {
    guard let family = family(of: other) else { return other }
    return family.keys.lowerBound + targets[target].key
  }

  private func build(_ key: CacheKey) -> Int {
    let description = description(of: key.target, by: key.provider)
    lastSequenceNumber += 1
    requesters.append(.injection(key.target))
    frames.append(Frame(target: key.target, scope: key.scope, sequenceNumber: lastSequenceNumber))
    let mark = temporaries.count
    let lifetime = lifetime(of: key.provider, for: key.target)
    let instance = run(factory(of: key.provider), key, mark)
    temporaries.append(instance)
    let frame = frames.removeLast()
    requesters.removeLast()
    if !frame.isInvalidated, providers[key.provider].isInForce {
      store(instance, key, lifetime)
    }
    emit(.built(description, isObject: isObject[instance]))
    temporaries.removeLast(temporaries.count - mark)
    areReferencesStale = true
    return instance
  }

  private func factory(of provider: Int) -> Factory {
    guard isInContext, provider < targets.count else { return providers[provider].factory }
    return targets[provider].alternative ?? providers[provider].factory
  }

  private func run(_ factory: Factory, _ key: CacheKey, _ mark: Int) -> Int {
    if case .forward(let other) = factory.kind {
      return resolve(forwarded(key.target, to: other))
    }
    if case .returnOriginal = factory.kind { return resolveOriginal(key) }
    if case .changeOriginal = factory.kind { return make(factory.isObject, [resolveOriginal(key)]) }
    for dependency in factory.dependencies { temporaries.append(resolve(dependency)) }
    if let script = factory.script, executedScripts.insert(factory.id).inserted {
      step(script, OperationConstraints(kinds: Operation.inFactory, targetLimit: key.target))
    }
    if case .decorate = factory.kind { temporaries.append(resolveOriginal(key)) }
    return make(factory.isObject, Array(temporaries[mark...]), opening: factory.scopeKind)
  }

  /// Resolves the original: the instance of the next provider in force (rule 13).
  private func resolveOriginal(_ key: CacheKey) -> Int {
    provide(key.target) { provider(below: key) }
  }

  private func provider(below key: CacheKey) -> Int {
    let chain = providerChain(key.target, in: key.scope)
    let provider = providers[key.provider]
    let visibleScopes = visibleScopes(from: key.scope)
    func rank(_ provider: Provider) -> (Int, Int, Int) {
      if provider.isProvision || provider.sequenceNumber == 0 { return (2, 0, 0) }
      let isFamilyOverride = provider.subject >= targets.count
      return (isFamilyOverride ? 1 : 0, visibleScopes.firstIndex(of: provider.scope) ?? 0, -provider.sequenceNumber)
    }
    return chain.first { rank(providers[$0]) > rank(provider) } ?? chain[chain.count - 1]
  }

  // MARK: Caching

  /// The strategy of a provider.
  ///
  /// The instance of a context that replaces a required injection is a singleton (rule 25).
  func lifetime(of provider: Int, for target: Int) -> Lifetime {
    if provider == target, isRequired(provided(target)) { return .singleton }
    if let lifetime = providers[provider].lifetime { return lifetime }
    return isRequired(provided(target)) ? .singleton : targets[target].lifetime
  }

  private func store(
    _ instance: Int,
    _ key: CacheKey,
    _ lifetime: Lifetime
  ) {
    lastSequenceNumber += 1
    var entry = CacheEntry(instance: instance, isStrong: true, sequenceNumber: lastSequenceNumber)
    switch lifetime {
    case .onDemand: return
    case _ where scopes[key.scope].hasEnded, .shared:
      entry = CacheEntry(instance: instance, isStrong: false, sequenceNumber: lastSequenceNumber)
      entry.flow = lifetime.flow
      if !isObject[instance] { return }
    case .singleton: break
    case .uses(let limit): entry.uses = limit
    case .flow: entry.flow = lifetime.flow
    case .cached(let clock, _):
      entry.flow = lifetime.flow
      entry.validity = (clock, clocks[clock])
    }
    let replaced = cache.updateValue(entry, forKey: key)
    if replaced != nil { releaseUnreferenced() }
  }

  /// Evaluates the validity check of a cached instance and decrements the remaining uses.
  private func isValid(_ key: CacheKey) -> Bool {
    guard let entry = cache[key] else { return false }
    validityCheckCount += 1
    if let (clock, time) = entry.validity { return clocks[clock] == time }
    guard let uses = entry.uses else { return true }
    cache[key]?.uses = uses - 1
    return uses > 0
  }

  func isAlive(_ entry: CacheEntry) -> Bool {
    entry.isStrong || isAlive(entry.instance)
  }

  func peek(_ target: Int) -> Int? {
    let provider = providerChain(target, in: currentScope)[0]
    for reused in reusedScopes(from: currentScope) {
      let entry = cache[CacheKey(provider: provider, target: target, scope: reused)]
      guard let entry, isAlive(entry) else { continue }
      return entry.instance
    }
    return nil
  }
}
