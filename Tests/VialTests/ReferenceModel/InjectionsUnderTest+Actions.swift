import Vial

// The effect of each action on the injections under test.

extension InjectionsUnderTest {
  func perform(_ action: Action) -> [Int] {
    switch action {
    case .nothing, .setDeinitializerAction: return []
    case .resolve(let target): return [injection(target).resolve().id]
    case .peek(let target): return [injection(target).current?.id ?? -1]
    case .inspect(let subject): return inspect(subject)
    case .addOverride(let subject, let factory, let lifetime):
      tokens.append(addOverride(subject, factory, lifetime.map(strategy)))
    case .rollBack(let subject):
      let family = family(subject)
      return [(family?.rollbackOverride() ?? injection(subject).rollbackOverride()) ? 1 : 0]
    case .rollBackAll(let subject):
      if let family = family(subject) {
        family.rollbackAllOverrides()
      } else {
        injection(subject).rollbackAllOverrides()
      }
    case .rollBackByToken(let token): return [tokens[token].rollback() ? 1 : 0]
    case .rollBackEverything: Overrides.rollbackAll()
    case .provide(let subject, let factory, let lifetime): provide(subject, factory, lifetime)
    case .withdraw(let index): return [provisions[index].withdraw() ? 1 : 0]
    case .clear(let subject):
      if let family = family(subject) { family.clear() } else { injection(subject).clear() }
    case .clearFlow(let flow): flows[flow].clear()
    case .expire(let clock): clocks[clock] += 1
    case .createConsumer(let target, let kind): createConsumer(target, kind)
    case .read(let consumer): return read(consumer)
    case .dropConsumer(let consumer, let onOtherThread):
      // A deinitializer can re-enter this function, so the consumer is released after the list has changed.
      release(consumers.removeValue(forKey: consumer), onOtherThread)
    case .assign(let consumer, let isObject):
      assign(consumer, isObject)
      return [isResolved(consumer)]
    case .reset(let consumer):
      consumers[consumer]?.reset()
      return [isResolved(consumer)]
    case .openScope(let scope, let kind): hold(open(kind), as: scope)
    case .endScope(let number): scope(number)?.end()
    case .releaseScope(let scope, let onOtherThread): release(scopes.removeValue(forKey: scope), onOtherThread)
    case .withScope(let scope, let kind, let operations):
      withScope(kind) {
        hold(OverrideScope.current, as: scope)
        for _ in operations { replayNextEntry() }
        _ = scopes.removeValue(forKey: scope)
      }
    case .addKeys(let family):
      for _ in 0..<40 { addKey(to: families[family]) }
    case .observe(let observer):
      let count = Variable(0)
      observations[observer] = (Injections.observe { _ in count.content += 1 }, count)
    case .cancelObserver(let observer): observations.removeValue(forKey: observer)?.observation.cancel()
    case .seal: OverrideScope.global.run { Overrides.seal() }
    }
    return []
  }

  /// Releases an object whose reference has left all lists of the test.
  private func release(_ object: consuming AnyObject?, _ onOtherThread: Bool) {
    guard onOtherThread else { return }
    let transfer = Transfer(object)
    object = nil
    releaseOnOtherThread(transfer)
  }

  private func family(_ subject: Int) -> InjectionFamily<Key, any NumberedInstance>? {
    subject < injections.count ? nil : families[subject - injections.count]
  }

  private func inspect(_ subject: Int) -> [Int] {
    let (count, isOverridden, isProvided) =
      if let family = family(subject) {
        (family.overrideCount, family.isOverridden, true)
      } else {
        (
          injection(subject).overrideCount, injection(subject).isOverridden,
          injection(subject).isProvided
        )
      }
    if isOverridden != (count > 0) { recordMismatch("isOverridden is \(isOverridden) with \(count) overrides") }
    let active = tokens.count { $0.isActive }
    return [count, Overrides.active.count, isProvided ? 1 : 0, active]
  }

  private func addOverride(_ subject: Int, _ factory: Factory, _ strategy: InjectionStrategy?) -> Override {
    if let family = family(subject) { return addOverride(family, factory, strategy) }
    let injection = injection(subject)
    switch factory.kind {
    case .build: return injection.override(with: self.make(factory), strategy: strategy)
    case .ignoreOriginal: return injection.override(with: { _ in self.make(factory) }, strategy: strategy)
    case .returnOriginal:
      return injection.override(with: { (below: any NumberedInstance) in below }, strategy: strategy)
    case .changeOriginal:
      return injection.override(
        changing: { $0 = self.makeInstance(factory.isObject, [$0]) },
        strategy: strategy
      )
    case .decorate:
      return injection.override(
        with: { original in self.make(factory, original) },
        strategy: strategy
      )
    case .forward(let other): return injection.override(with: self.injection(other))
    }
  }

  private func addOverride(
    _ family: InjectionFamily<Key, any NumberedInstance>,
    _ factory: Factory,
    _ strategy: InjectionStrategy?
  ) -> Override {
    switch factory.kind {
    case .build: return family.override(with: { _ in self.make(factory) }, strategy: strategy)
    case .ignoreOriginal, .returnOriginal, .changeOriginal, .decorate:
      return family.override(
        with: { _, original in self.make(factory, original) },
        strategy: strategy
      )
    case .forward(let other): return family.override(with: families[other - injections.count])
    }
  }

  private func provide(_ subject: Int, _ factory: Factory, _ lifetime: Lifetime) {
    let strategy = strategy(lifetime)
    if case .forward(let other) = factory.kind {
      provisions.append(injection(subject).provide(with: injection(other)))
    } else {
      provisions.append(injection(subject).provide(with: self.make(factory), strategy: strategy))
    }
  }

  // MARK: Scopes

  private func open(_ kind: ScopeKind) -> OverrideScope {
    switch kind {
    case .application(let kind): OverrideScope(kind)
    case .test(let kind): OverrideScope(ofTest: kind)
    }
  }

  /// Runs a block in a new scope, as an application does, or a test library for a test.
  private func withScope(_ kind: ScopeKind, _ block: () -> Void) {
    if case .application(let kind) = kind { return withOverrideScope(kind) { block() } }
    let scope = open(kind)
    scope.run(block)
    scope.end()
  }

  // MARK: Consumers

  private func createConsumer(_ target: Int, _ kind: ConsumerKind) {
    let injection = injection(target)
    consumers[consumersMade] =
      switch kind {
      case .instance: InstanceUnderTest(injection)
      case .weakInstance: WeakInstanceUnderTest(injection)
      case .dynamicInstance: DynamicInstanceUnderTest(injection)
      }
    consumersMade += 1
  }

  /// Reads a consumer, and returns the number of the instance and whether the consumer has an instance afterwards.
  private func read(_ id: Int) -> [Int] {
    let instance = consumers[id]?.read()?.id
    return [instance ?? -1, isResolved(id)]
  }

  private func assign(_ id: Int, _ isObject: Bool) {
    let instance = makeInstance(isObject, [])
    consumers[id]?.assign(instance)
  }

  private func isResolved(_ id: Int) -> Int {
    consumers[id]?.isResolved == true ? 1 : 0
  }

  /// Looks up a key that is not used otherwise.
  ///
  /// A family removes unused keys when there are many (rule 7).
  private func addKey(to family: InjectionFamily<Key, any NumberedInstance>) {
    keysAdded += 1
    _ = family[Key(number: 1000 + keysAdded)]
  }
}
