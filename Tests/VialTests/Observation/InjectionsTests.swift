import Testing
import Vial

/// The events that an observer receives until it is cancelled (rule 28).
@MainActor struct InjectionsTests {
  private let injection = Injection(strategy: .onDemand, instance: 1)

  @Test func observersReceiveEventsInTheOrderOfTheirRegistration() {
    var received: [Int] = []
    let observations = (1...3).map { number in Injections.observe { _ in received.append(number) } }
    defer { for observation in observations { observation.cancel() } }

    _ = injection.resolve()

    expectEqual(received, [1, 2, 3])
  }

  @Test func observationCanBeCancelledOnce() {
    var received = 0
    let observation = Injections.observe { _ in received += 1 }

    expect(observation.cancel())
    expect(!observation.cancel())
    _ = injection.resolve()

    expectEqual(received, 0)
  }

  @Test func observerAddedDuringDeliveryReceivesOnlyLaterEvents() {
    var late: [InjectionEvent] = []
    var observations: [InjectionObservation] = []
    observations.append(
      Injections.observe { _ in
        guard observations.count == 1 else { return }
        observations.append(Injections.observe { late.append($0) })
      }
    )
    defer { for observation in observations { observation.cancel() } }

    _ = injection.resolve()
    expect(late.isEmpty)
    _ = injection.resolve()

    expectEqual(late.summaries, ["built Int as Int"])
  }

  @Test func observerCancelledDuringDeliveryReceivesNoFurtherEvents() {
    var received = 0
    var second: InjectionObservation?
    let first = Injections.observe { _ in second?.cancel() }
    second = Injections.observe { _ in received += 1 }
    defer { first.cancel() }

    _ = injection.resolve()

    expectEqual(received, 0)
  }

  @Test func observerCanCancelItself() {
    var received = 0
    var observation: InjectionObservation?
    observation = Injections.observe { _ in
      received += 1
      observation?.cancel()
    }

    _ = injection.resolve()

    expectEqual(received, 1)
  }

  @Test func eventsCausedByAnObserverAreNotDelivered() {
    let other = Injection(strategy: .onDemand, instance: "other")
    let observation = Injections.observe { _ in
      other.override(with: "mock")
      expectEqual(other.resolve(), "mock")
      other.rollbackOverride()
    }
    defer { observation.cancel() }

    let events = events { _ = injection.resolve() }

    expectEqual(events.summaries, ["built Int as Int"])
  }

  @Test func eventsBeforeTheLastCancellationAreNotDeliveredToALaterObserver() {
    var observation: InjectionObservation?
    let outer = Injection(strategy: .onDemand) { [injection] in
      _ = injection.resolve()
      observation?.cancel()
      return "outer"
    }
    observation = Injections.observe { _ in Issue.record("The observer is cancelled before the delivery.") }

    _ = outer.resolve()

    expectEqual(events { _ = injection.resolve() }.summaries, ["built Int as Int"])
  }

  @Test func cancelledObserverIsReleased() {
    let counter = InstanceCounter()
    let observation: InjectionObservation
    do {
      let probe = CountedObject(counter)
      observation = Injections.observe { _ in _ = probe }
    }
    expectEqual(counter.alive, 1)

    observation.cancel()

    expectEqual(counter.alive, 0)
  }

  @Test func observationDoesNotAffectResolves() {
    let shared = Injection(strategy: .shared, instance: CountedObject(InstanceCounter()))
    let held = shared.resolve()

    _ = events {
      expect(shared.resolve() === held)
      withOverrideScope { expect(shared.resolve() === held) }
    }
  }
}
