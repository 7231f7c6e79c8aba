import Testing
import Vial

/// Once means once, also while observers resolve what is about to be built (rule 3).
///
/// None of these tests suspends, because everybody is observed.
@MainActor struct ObservedOnceTests {
  /// What is gone, or not valid any more, when the observer has written to it is built again, and not for ever.
  @Test(arguments: [InjectionStrategy.shared, .cached { { false } }, .expiring(after: .zero)])
  func anObserverMayWriteToWhatNobodyHolds(strategy: InjectionStrategy) {
    let log = Injection(strategy: strategy, instance: Probe(Tally()))
    let events = Box(0)
    let observation = Injections.observe { _ in
      events.content += 1
      if events.content < 1_000 { _ = log.resolve().name }
    }
    defer { observation.cancel() }

    for _ in 0..<3 { _ = log.resolve() }

    #expect(events.content < 200)
  }

  private nonisolated static let lasting = [.shared] + Strategies.keeping

  let tally = Tally()
  private let publications = Publications()

  /// Resolves `injection` while an observer does something at each event, or at releases alone.
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

  @Test(arguments: Shape.allCases, lasting)
  func anObserverThatResolvesADependentGetsTheOneThatIsProvided(
    shape: Shape,
    strategy: InjectionStrategy
  ) {
    let config = publications.publish(shape, strategy) { Probe(tally, "config") }
    let logger = Injection(
      strategy: .singleton,
      instance: Probe(Tally(), "logger", parts: [config.resolve()])
    )

    let provided = resolve(config) { _ = logger.resolve() }

    #expect(tally.built == 1)
    #expect(logger.resolve().parts.first as? Probe === provided)
    #expect(config.resolve() === provided)
  }

  @Test(arguments: Shape.allCases, lasting)
  func anObserverThatResolvesTheInjectionItselfGetsTheOne(
    shape: Shape,
    strategy: InjectionStrategy
  ) {
    let injection = publications.publish(shape, strategy) { Probe(tally) }
    let seen = Box<[Probe]>([])

    let provided = resolve(injection) { seen.content.append(injection.resolve()) }

    #expect(tally.built == 1)
    #expect(!seen.content.isEmpty)
    #expect(seen.content.allSatisfy { $0 === provided })
  }

  @Test(arguments: Shape.allCases, [OverrideScope.Kind.inheriting, .isolated])
  func inAScopeToo(shape: Shape, kind: OverrideScope.Kind) {
    let config = publications.publish(shape, .singleton) { Probe(tally, "config") }
    let logger = Injection(
      strategy: .singleton,
      instance: Probe(Tally(), "logger", parts: [config.resolve()])
    )

    withOverrideScope(kind) {
      let provided = resolve(config) { _ = logger.resolve() }
      #expect(tally.built == 1)
      #expect(logger.resolve().parts.first as? Probe === provided)
      #expect(config.resolve() === provided)
    }
  }

  @Test(arguments: lasting)
  func anOverrideIsBuiltOnceToo(strategy: InjectionStrategy) {
    let config = Injection(strategy: strategy, instance: Probe(tally, "config"))
    let logger = Injection(
      strategy: .singleton,
      instance: Probe(Tally(), "logger", parts: [config.resolve()])
    )
    config.override(with: { Probe(tally, "mock", parts: [$0.resolve()]) })
    defer { config.rollbackOverride() }

    let provided = resolve(config) { _ = logger.resolve() }

    #expect(tally.built == 2)
    #expect(provided.name == "mock")
    #expect(logger.resolve().parts.first as? Probe === provided)
    #expect(config.resolve() === provided)
  }

  @Test func aConsumerGetsTheOne() {
    let config = Injection<any Named>(strategy: .shared, instance: Sample(tally, "config"))
    let (reader, logger) = (Owner(config), Owner(config))

    let observation = Injections.observe { _ in _ = logger.value }
    let serial = reader.value.serial
    observation.cancel()

    #expect(serial == 1)
    #expect(logger.value.serial == 1)
    #expect(tally.built == 1)
  }

  @Test func aConsumerThatAnObserverReadsFirstGivesWhatThatRead() {
    let injection = Injection(strategy: .onDemand, instance: Probe(tally))
    let owner = Owner(injection)
    var read: Probe?

    let observation = Injections.observe { _ in if read == nil { read = owner.value } }
    let value = owner.value
    observation.cancel()

    #expect(read != nil)
    #expect(value === read)
    #expect(owner.value === read)
  }

  @Test(arguments: Shape.allCases)
  func anObserverThatHearsOfTheReleaseOfADeadOneGetsItsSuccessor(shape: Shape) {
    let injection = publications.publish(shape, .shared) { Probe(tally) }
    let successor = Box<Probe?>(nil)
    #expect(injection.resolve().serial == 1)
    #expect(tally.alive == 0)

    let second = resolve(injection, onlyAtReleases: true) {
      successor.content = injection.resolve()
    }

    #expect(second.serial == 2)
    #expect(successor.content == nil || successor.content === second)
    #expect(injection.resolve() === second)
    #expect(tally.built == 2)
    successor.content = nil
  }

  @Test(arguments: Shape.allCases)
  func anObserverThatHearsOfTheReleaseOfAnExpiredOneGetsItsSuccessor(shape: Shape) {
    let clock = ManualClock()
    let lifetime = InjectionStrategy.expiring(after: .seconds(1), clock: clock)
    let injection = publications.publish(shape, lifetime) { Probe(tally) }
    let successor = Box<Probe?>(nil)
    #expect(injection.resolve().serial == 1)
    clock.advance(by: .seconds(1))

    let second = resolve(injection, onlyAtReleases: true) {
      successor.content = injection.resolve()
    }

    #expect(second.serial == 2)
    #expect(successor.content === second)
    #expect(injection.resolve() === second)
    #expect(tally.built == 2)
  }

  @Test func whatIsOnDemandIsNoCircle() {
    let config = Injection(strategy: .onDemand, instance: Probe(tally, "config"))
    let logger = Injection(
      strategy: .onDemand,
      instance: Probe(Tally(), "logger", parts: [config.resolve()])
    )

    let provided = resolve(config) { _ = logger.resolve() }
    let dependent = resolve(logger) { _ = logger.resolve() }

    #expect(provided.name == "config")
    #expect(dependent.name == "logger")
    #expect(config.resolve() !== provided)
  }
}
