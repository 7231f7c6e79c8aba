import Testing
import Vial

/// Observers use injections after the observed operation is complete, so each instance is built once (rules 3 and 28).
///
/// These tests do not suspend, because an observer also receives the events of other tests.
@MainActor struct ObserverResolveTests {
  @Test(arguments: [InjectionStrategy.shared, .cached { { false } }, .expiring(after: .zero)])
  func observerThatResolvesAtEachEventReceivesFinitelyManyEvents(strategy: InjectionStrategy) {
    let log = Injection(strategy: strategy, instance: CountedObject(InstanceCounter()))
    let events = Box(0)
    let observation = Injections.observe { _ in
      events.content += 1
      if events.content < 1_000 { _ = log.resolve().name }
    }
    defer { observation.cancel() }

    for _ in 0..<3 { _ = log.resolve() }

    expect(events.content < 200)
  }

  @Test func eventsThatAnObserverCausesAreNotDeliveredLater() {
    let number = Injection(strategy: .onDemand, instance: 1)
    let text = Injection(strategy: .onDemand, instance: "text")
    let received = Box<[InjectionEvent]>([])
    let observation = Injections.observe { event in
      received.content.append(event)
      if received.content.count == 1 { _ = text.resolve() }
    }

    for _ in 0..<2 { _ = number.resolve() }
    observation.cancel()

    expectEqual(received.content.summaries, ["built Int as Int", "built Int as Int"])
  }

  @Test func observerDoesNotReceiveTheEventsThatPrecedeIt() {
    let received = Box<[InjectionEvent]>([])
    let part = Injection(strategy: .onDemand, instance: 1)
    let whole = Injection(strategy: .onDemand) {
      _ = part.resolve()
      return Injections.observe { received.content.append($0) }
    }

    let observation = Box<InjectionObservation?>(nil)
    _ = events { observation.content = whole.resolve() }
    observation.content?.cancel()

    expectEqual(received.content.summaries, ["built InjectionObservation as InjectionObservation"])
  }

  let counter = InstanceCounter()
  private let publications = Publications()

  /// Resolves an injection while an observer runs an action at each event, or at releases only.
  private func resolve<Value>(
    _ injection: Injection<Value>,
    onlyAtReleases: Bool = false,
    while observer: @escaping @MainActor () -> Void
  ) -> Value {
    let observation = Injections.observe { event in
      if case .released = event { return observer() }
      if !onlyAtReleases { observer() }
    }
    defer { observation.cancel() }
    return injection.resolve()
  }

  @Test(arguments: PublicationStyle.allCases, Strategies.caching)
  func observerThatResolvesADependentReusesTheBuiltInstance(
    style: PublicationStyle,
    strategy: InjectionStrategy
  ) {
    let config = publications.publish(style, strategy) { CountedObject(counter, "config") }
    let logger = Injection(
      strategy: .singleton,
      instance: CountedObject(InstanceCounter(), "logger", parts: [config.resolve()])
    )

    let provided = resolve(config) { _ = logger.resolve() }

    expectEqual(counter.built, 1)
    expect(logger.resolve().parts.first as? CountedObject === provided)
    expect(config.resolve() === provided)
  }

  @Test(arguments: PublicationStyle.allCases, Strategies.caching)
  func observerThatResolvesTheInjectionReusesTheBuiltInstance(
    style: PublicationStyle,
    strategy: InjectionStrategy
  ) {
    let injection = publications.publish(style, strategy) { CountedObject(counter) }
    let seen = Box<[CountedObject]>([])

    let provided = resolve(injection) { seen.content.append(injection.resolve()) }

    expectEqual(counter.built, 1)
    expect(!seen.content.isEmpty)
    expect(seen.content.allSatisfy { $0 === provided })
  }

  @Test(arguments: PublicationStyle.allCases, [OverrideScope.Kind.inheriting, .isolated])
  func observerThatResolvesInAScopeReusesTheBuiltInstance(
    style: PublicationStyle,
    kind: OverrideScope.Kind
  ) {
    let config = publications.publish(style, .singleton) { CountedObject(counter, "config") }
    let logger = Injection(
      strategy: .singleton,
      instance: CountedObject(InstanceCounter(), "logger", parts: [config.resolve()])
    )

    withOverrideScope(kind) {
      let provided = resolve(config) { _ = logger.resolve() }
      expectEqual(counter.built, 1)
      expect(logger.resolve().parts.first as? CountedObject === provided)
      expect(config.resolve() === provided)
    }
  }

  @Test(arguments: Strategies.caching)
  func overrideIsBuiltOnceWhileAnObserverResolves(strategy: InjectionStrategy) {
    let config = Injection(strategy: strategy, instance: CountedObject(counter, "config"))
    let logger = Injection(
      strategy: .singleton,
      instance: CountedObject(InstanceCounter(), "logger", parts: [config.resolve()])
    )
    config.override(with: { CountedObject(counter, "mock", parts: [$0.resolve()]) })
    defer { config.rollbackOverride() }

    let provided = resolve(config) { _ = logger.resolve() }

    expectEqual(counter.built, 2)
    expectEqual(provided.name, "mock")
    expect(logger.resolve().parts.first as? CountedObject === provided)
    expect(config.resolve() === provided)
  }

  @Test func observerCanReadTheConsumerDuringItsFirstRead() {
    let injection = Injection(strategy: .onDemand, instance: CountedObject(counter))
    let owner = Owner(injection)
    var read: CountedObject?

    let observation = Injections.observe { _ in if read == nil { read = owner.value } }
    let value = owner.value
    observation.cancel()

    expect(read != nil)
    expect(value === read)
    expect(owner.value === read)
  }

  @Test(arguments: PublicationStyle.allCases)
  func observerOfADeallocatedInstanceResolvesItsSuccessor(style: PublicationStyle) {
    let injection = publications.publish(style, .shared) { CountedObject(counter) }
    let successor = Box<CountedObject?>(nil)
    expectEqual(injection.resolve().serial, 1)
    expectEqual(counter.alive, 0)

    let second = resolve(injection, onlyAtReleases: true) {
      successor.content = injection.resolve()
    }

    expectEqual(second.serial, 2)
    expect(successor.content == nil || successor.content === second)
    expect(injection.resolve() === second)
    expectEqual(counter.built, 2)
    successor.content = nil
  }

  @Test(arguments: PublicationStyle.allCases)
  func observerOfAnExpiredInstanceResolvesItsSuccessor(style: PublicationStyle) {
    let clock = ManualClock()
    let lifetime = InjectionStrategy.expiring(after: .seconds(1), clock: clock)
    let injection = publications.publish(style, lifetime) { CountedObject(counter) }
    let successor = Box<CountedObject?>(nil)
    expectEqual(injection.resolve().serial, 1)
    clock.advance(by: .seconds(1))

    let second = resolve(injection, onlyAtReleases: true) {
      successor.content = injection.resolve()
    }

    expectEqual(second.serial, 2)
    expect(successor.content === second)
    expect(injection.resolve() === second)
    expectEqual(counter.built, 2)
  }

  @Test func observerThatResolvesAnOnDemandInjectionIsNotACycle() {
    let config = Injection(strategy: .onDemand, instance: CountedObject(counter, "config"))
    let logger = Injection(
      strategy: .onDemand,
      instance: CountedObject(InstanceCounter(), "logger", parts: [config.resolve()])
    )

    let provided = resolve(config) { _ = logger.resolve() }
    let dependent = resolve(logger) { _ = logger.resolve() }

    expectEqual(provided.name, "config")
    expectEqual(dependent.name, "logger")
    expect(config.resolve() !== provided)
  }
}
