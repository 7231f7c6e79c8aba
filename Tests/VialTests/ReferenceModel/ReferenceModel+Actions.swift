// The effect of each action on the reference model.

/// The operations and targets that are permitted where an operation runs.
struct OperationConstraints {
  let kinds: [Operation.Kind]

  /// The number of targets that can be resolved without a dependency cycle, counted from the first target.
  let targetLimit: Int
  var isInDeinitializer = false
}

extension ReferenceModel {
  /// Generates the action of an operation, performs the action, and appends it to the trace.
  func step(_ operation: Operation, _ constraints: OperationConstraints) {
    var generator = ActionGenerator(self, operation, constraints)
    let (kind, action, scope) = generator.draw()
    kinds[kind.rawValue] += 1
    step(action, in: scope, constraints)
  }

  /// Performs an action in a scope, and appends it to the trace.
  func step(_ action: Action, in scope: Int, _ constraints: OperationConstraints) {
    let index = trace.count
    trace.append(TraceEntry(action: action, origin: currentScope, scope: scope, result: []))
    scopeStack.append(scope)
    let result = perform(action, constraints)
    scopeStack.removeLast()
    // Running code retains its scope, so the scope can be unreferenced now.
    if scope != currentScope { releaseUnreferenced() }
    trace[index].result = result
  }

  private func perform(_ action: Action, _ constraints: OperationConstraints) -> [Int] {
    switch action {
    case .nothing: return []
    case .resolve(let target): return [resolveForCaller { resolve(target) }]
    case .peek(let target): return [peek(target) ?? -1]
    case .inspect(let subject): return inspect(subject)
    case .addOverride(let subject, let factory, let lifetime): addOverride(subject, factory, lifetime)
    case .rollBack(let subject):
      let newest = overridesBySubject[subject].last { providers[$0].scope == currentScope }
      return [newest.map(remove) == true ? 1 : 0]
    case .rollBackAll(let subject):
      for provider in overridesBySubject[subject].reversed() where providers[provider].scope == currentScope {
        _ = remove(provider)
      }
    case .rollBackByToken(let token): return [remove(tokens[token]) ? 1 : 0]
    case .rollBackEverything: rollBack(in: currentScope, after: 0)
    case .provide(let subject, let factory, let lifetime): provide(subject, factory, lifetime)
    case .withdraw(let index): return [withdraw(index) ? 1 : 0]
    case .clear(let subject):
      let cleared = family(of: subject)?.keys ?? subject..<subject + 1
      let reusedScopes = reusedScopes(from: currentScope)
      evict { key, _ in cleared.contains(key.target) && reusedScopes.contains(key.scope) }
    case .clearFlow(let flow):
      let reusedScopes = reusedScopes(from: currentScope)
      evict(clearing: flow) { key, entry in
        guard let named = entry.flow else { return false }
        return named <= flow && reusedScopes.contains(key.scope)
      }
    case .expire(let clock): clocks[clock] += 1
    case .createConsumer(let target, let kind):
      consumers[consumersMade] = Consumer(
        target: target,
        scope: currentScope,
        kind: kind,
        creator: frames.last?.target
      )
      consumersMade += 1
    case .read(let consumer): return read(consumer)
    case .dropConsumer(let consumer, _):
      consumers[consumer] = nil
      releaseUnreferenced()
    case .assign(let consumer, let isObject):
      let instance = make(isObject, [])
      replace(consumer, with: instance, retainsValue: !isObject)
      return [isResolved(consumer) ? 1 : 0]
    case .reset(let consumer):
      replace(consumer, with: nil)
      return [isResolved(consumer) ? 1 : 0]
    case .openScope(_, let kind): _ = openScope(kind)
    case .endScope(let scope): endScope(scope)
    case .releaseScope(let scope, _):
      scopes[scope].isRetained = false
      releaseUnreferenced()
    case .withScope(let scope, let kind, let operations):
      _ = openScope(kind)
      scopeStack.append(scope)
      for operation in operations { step(operation, constraints) }
      scopeStack.removeLast()
      scopes[scope].isRetained = false
      endScope(scope)
      releaseUnreferenced()
    case .setDeinitializerAction(let script): pendingDeinitializerAction = script
    case .addKeys: break
    case .observe(let observer):
      observers[observer] = events.count
      observersMade += 1
    case .cancelObserver(let observer): observers[observer] = nil
    case .seal: isSealed = true
    }
    return []
  }

  /// Resolves an instance for a caller that releases the instance immediately.
  private func resolveForCaller(_ resolve: () -> Int) -> Int {
    let instance = resolve()
    temporaries.append(instance)
    releaseUnreferenced()
    temporaries.removeLast()
    releaseUnreferenced()
    return instance
  }

  private func inspect(_ subject: Int) -> [Int] {
    var count = overrides(of: subject, in: currentScope).count
    if subject < targets.count, let family = targets[subject].family {
      count += overrides(of: targets.count + family, in: currentScope).count
    }
    let all = overridesBySubject.indices.reduce(0) { $0 + overrides(of: $1, in: currentScope).count }
    let required = subject < targets.count ? provided(subject) : subject
    let isProvided = !isRequired(required) || provision(of: required, in: currentScope) != nil
    let active = tokens.count { providers[$0].isInForce && !scopes[providers[$0].scope].hasEnded }
    return [count, all, isProvided ? 1 : 0, active]
  }

  // MARK: Overrides and provisions

  private func addOverride(_ subject: Int, _ factory: Factory, _ lifetime: Lifetime?) {
    lastSequenceNumber += 1
    var provider = Provider(
      subject: subject,
      scope: currentScope,
      factory: factory,
      lifetime: lifetime ?? inherited(subject),
      sequenceNumber: lastSequenceNumber,
      isProvision: false
    )
    provider.isInForce = !scopes[currentScope].hasEnded
    providers.append(provider)
    tokens.append(providers.count - 1)
    guard provider.isInForce else { return }
    overridesBySubject[subject].append(providers.count - 1)
    emit(.overridden(token: tokens.count - 1))
  }

  /// The strategy of an override that does not specify a strategy.
  ///
  /// `nil` for an override of a family, which inherits the strategy of each key.
  private func inherited(_ subject: Int) -> Lifetime? {
    guard subject < targets.count else { return nil }
    return isRequired(provided(subject)) ? .singleton : targets[subject].lifetime
  }

  /// Rolls back an override and evicts the instances that may depend on the override (rules 12, 16 and 17).
  func remove(_ provider: Int) -> Bool {
    let removed = providers[provider]
    guard removed.isInForce, !scopes[removed.scope].hasEnded else { return false }
    providers[provider].isInForce = false
    overridesBySubject[removed.subject].removeAll { $0 == provider }
    for index in frames.indices {
      if isVisible(removed.scope, from: frames[index].scope) {
        frames[index].isInvalidated = true
      }
    }
    evict { key, entry in
      if key.provider == provider { return true }
      return entry.sequenceNumber > removed.sequenceNumber
        && isVisible(removed.scope, from: key.scope)
    }
    if let token = tokens.firstIndex(of: provider) { emit(.rolledBack(token: token)) }
    return true
  }

  private func rollBack(in scope: Int, after sequenceNumber: Int) {
    let later = overridesBySubject.flatMap { $0 }
      .filter { providers[$0].scope == scope && providers[$0].sequenceNumber > sequenceNumber }
    for provider in later.sorted().reversed() { _ = remove(provider) }
  }

  private func provide(_ subject: Int, _ factory: Factory, _ lifetime: Lifetime) {
    lastSequenceNumber += 1
    var provider = Provider(
      subject: subject,
      scope: currentScope,
      factory: factory,
      lifetime: lifetime,
      sequenceNumber: lastSequenceNumber,
      isProvision: true
    )
    provider.isInForce = !scopes[currentScope].hasEnded
    let replaced = provider.isInForce ? provision(of: subject, at: currentScope) : nil
    providers.append(provider)
    provisions.append(providers.count - 1)
    if let replaced { removeImplementation(replaced) }
    if provider.isInForce { emit(.provided(provision: provisions.count - 1)) }
  }

  private func removeImplementation(_ provider: Int) {
    providers[provider].isInForce = false
    evict { key, _ in key.provider == provider }
    if let provision = provisions.firstIndex(of: provider) { emit(.withdrawn(provision: provision)) }
  }

  private func withdraw(_ index: Int) -> Bool {
    let provider = provisions[index]
    guard providers[provider].isInForce, !scopes[providers[provider].scope].hasEnded else { return false }
    removeImplementation(provider)
    return true
  }

  // MARK: Consumers

  private func read(_ id: Int) -> [Int] {
    guard let consumer = consumers[id] else { return [] }
    if let instance = consumer.instance {
      return hasLivingInstance(consumer) ? [instance, 1] : [-1, 0]
    }
    consumers[id]?.isReading = true
    scopeStack.append(consumer.scope)
    requesters.append(consumer.creator.map { .injection($0) } ?? .consumer)
    let instance = resolve(consumer.target)
    requesters.removeLast()
    scopeStack.removeLast()
    consumers[id]?.isReading = false
    temporaries.append(instance)
    let assigned = consumers[id].flatMap { consumer in consumer.instance.map { hasLivingInstance(consumer) ? $0 : -1 } }
    let keepsInstance =
      switch consumer.kind {
      case .instance: true
      case .weakInstance: isObject[instance]
      case .dynamicInstance: false
      }
    if assigned == nil, keepsInstance { consumers[id]?.instance = instance }
    areReferencesStale = true
    temporaries.removeLast()
    releaseUnreferenced()
    // An assignment during the read of a dynamic consumer applies from the next read.
    let result = consumer.kind == .dynamicInstance ? instance : assigned ?? instance
    return [result, isResolved(id) ? 1 : 0]
  }

  private func isResolved(_ id: Int) -> Bool {
    consumers[id].map { $0.instance != nil && hasLivingInstance($0) } == true
  }

  /// Whether the instance of the consumer is alive.
  ///
  /// A weak consumer does not retain its instance, except for an assigned value.
  private func hasLivingInstance(_ consumer: Consumer) -> Bool {
    guard consumer.kind == .weakInstance, !consumer.retainsValue, let instance = consumer.instance else { return true }
    return isAlive(instance)
  }

  private func replace(_ id: Int, with instance: Int?, retainsValue: Bool = false) {
    guard var consumer = consumers[id] else { return }
    consumer.instance = instance
    consumer.retainsValue = retainsValue
    consumers[id] = consumer
    releaseUnreferenced()
  }
}
