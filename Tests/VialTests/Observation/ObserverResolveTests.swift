import Testing
import Vial

/// Observers use injections after the observed operation is complete, so each instance is built once (rules 3 and 28).
///
/// These tests do not suspend, because an observer also receives the events of other tests.
@MainActor struct ObserverResolveTests {
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

  /// Expects that an observer which resolves an injection, or an injection that needs it, reuses the instance.
  private func expectReuse(
    of injection: Injection<CountedObject>,
    throughDependent: Bool,
    _ comment: String
  ) {
    let dependent = Injection(strategy: .singleton) {
      CountedObject(InstanceCounter(), "dependent", parts: [injection.resolve()])
    }
    let seen = Variable<[CountedObject?]>([])

    let provided = resolve(injection) {
      seen.content.append(
        throughDependent ? dependent.resolve().parts.first as? CountedObject : injection.resolve()
      )
    }

    expect(!seen.content.isEmpty, comment)
    expect(seen.content.allSatisfy { $0 === provided }, comment)
    expect(injection.resolve() === provided, comment)
  }

  @Test(arguments: PublicationStyle.allCases, [false, true])
  func observerReusesTheInstanceThatWasBuilt(style: PublicationStyle, throughDependent: Bool) {
    for strategy in Strategies.caching {
      let counter = InstanceCounter()
      let injection = publications.publish(style, strategy) { CountedObject(counter) }
      expectReuse(of: injection, throughDependent: throughDependent, "\(strategy)")
      expectEqual(counter.built, 1, "\(strategy)")
    }
    for kind in OverrideScope.Kind.all {
      let counter = InstanceCounter()
      let injection = publications.publish(style, .singleton) { CountedObject(counter) }
      withOverrideScope(kind) {
        expectReuse(of: injection, throughDependent: throughDependent, "\(kind)")
        expectEqual(counter.built, 1, "\(kind)")
      }
    }
  }

  @Test func overrideIsBuiltOnceWhileAnObserverResolves() {
    for strategy in Strategies.caching {
      let counter = InstanceCounter()
      let injection = Injection(strategy: strategy, instance: CountedObject(counter))
      withOverrideScope(.isolated) {
        injection.override(with: { CountedObject(counter, "mock", parts: [$0.resolve()]) })
        expectReuse(of: injection, throughDependent: true, "\(strategy)")
        expectEqual(counter.built, 2, "\(strategy)")
      }
    }
  }

  @Test(arguments: PublicationStyle.allCases)
  func observerOfAReleaseResolvesTheSuccessor(style: PublicationStyle) {
    let clock = ManualClock()
    // A compaction can forget a deallocated object without an event.
    let strategies: [(InjectionStrategy, mayMissEvent: Bool)] = [
      (.shared, true), (.expiring(after: .seconds(1), clock: clock), false),
    ]
    for (strategy, mayMissEvent) in strategies {
      let counter = InstanceCounter()
      let injection = publications.publish(style, strategy) { CountedObject(counter) }
      let successor = Variable<CountedObject?>(nil)
      expectEqual(injection.resolve().serial, 1, "\(strategy)")
      clock.advance(by: .seconds(1))

      let second = resolve(injection, onlyAtReleases: true) { successor.content = injection.resolve() }

      expectEqual(second.serial, 2, "\(strategy)")
      expect(successor.content === second || successor.content == nil && mayMissEvent, "\(strategy)")
      expect(injection.resolve() === second, "\(strategy)")
      expectEqual(counter.built, 2, "\(strategy)")
      successor.content = nil
    }
  }

  @Test func observerCanReadTheConsumerDuringItsFirstRead() {
    let owner = Owner(Injection(strategy: .onDemand, instance: CountedObject(InstanceCounter())))
    var read: CountedObject?

    let observation = Injections.observe { _ in if read == nil { read = owner.value } }
    let value = owner.value
    observation.cancel()

    expect(read != nil)
    expect(value === read)
    expect(owner.value === read)
  }

  // MARK: Events that observers cause

  @Test func eventsThatAnObserverCausesAreNotDelivered() {
    let number = Injection(strategy: .onDemand, instance: 1)
    let text = Injection(strategy: .onDemand, instance: "text")
    let observation = Injections.observe { _ in
      text.override(with: "mock")
      expectEqual(text.resolve(), "mock")
      text.rollbackOverride()
    }
    defer { observation.cancel() }

    let received = events { for _ in 0..<2 { _ = number.resolve() } }

    expectEqual(received.summaries, ["built Int as Int", "built Int as Int"])
  }

  @Test func observerThatResolvesAtEachEventReceivesFinitelyManyEvents() {
    for strategy in [InjectionStrategy.shared, .cached { { false } }, .expiring(after: .zero)] {
      let log = Injection(strategy: strategy, instance: CountedObject(InstanceCounter()))
      let events = Variable(0)
      let observation = Injections.observe { _ in
        events.content += 1
        if events.content < 1_000 { _ = log.resolve().name }
      }
      for _ in 0..<3 { _ = log.resolve() }
      observation.cancel()

      expect(events.content < 200, "\(strategy)")
    }
  }

  /// An event can be the last owner of a scope, whose instances are released after the delivery, so their deinitializers are
  /// observed as all other code.
  @Test func deinitializerOfAnInstanceThatOnlyAnEventOwnsIsObserved() {
    let other = Injection(strategy: .onDemand, instance: "in the deinitializer")
    let service = Injection(strategy: .singleton) { OnDeinit { _ = other.resolve() } }
    let owner = Injection(strategy: .onDemand) { OverrideScope(.isolated).run { _ = service.resolve() } }

    // The observer keeps no event, because the first event retains the scope.
    var received: [String] = []
    let observation = Injections.observe { event in received += [event].summaries }
    owner.resolve()
    observation.cancel()

    expectEqual(
      received,
      ["opened isolated", "built OnDeinit as OnDeinit", "built () as ()", "built String as String"]
    )
  }
}
