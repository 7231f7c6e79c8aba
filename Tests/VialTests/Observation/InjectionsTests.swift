import Testing
import Vial

/// Who hears what, and for how long.
@MainActor struct InjectionsTests {
  private let injection = Injection(strategy: .onDemand, instance: 1)

  @Test func observersHearInTheOrderTheyWereAdded() {
    var heard: [Int] = []
    let observations = (1...3).map { number in Injections.observe { _ in heard.append(number) } }
    defer { for observation in observations { observation.cancel() } }

    _ = injection.resolve()

    #expect(heard == [1, 2, 3, 1, 2, 3])
  }

  @Test func anObservationEndsOnce() {
    var heard = 0
    let observation = Injections.observe { _ in heard += 1 }

    #expect(observation.cancel())
    #expect(!observation.cancel())
    _ = injection.resolve()

    #expect(heard == 0)
  }

  @Test func anObserverThatIsAddedWhileAnEventIsDeliveredHearsTheNext() {
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

    #expect(late.summaries == ["built Int as Int"])
  }

  @Test func anObserverThatIsCancelledWhileAnEventIsDeliveredHearsNothingMore() {
    var heard = 0
    var second: InjectionObservation?
    let first = Injections.observe { _ in second?.cancel() }
    second = Injections.observe { _ in heard += 1 }
    defer { first.cancel() }

    _ = injection.resolve()

    #expect(heard == 0)
  }

  @Test func anObserverMayCancelItself() {
    var heard = 0
    var observation: InjectionObservation?
    observation = Injections.observe { _ in
      heard += 1
      observation?.cancel()
    }

    _ = injection.resolve()

    #expect(heard == 1)
  }

  @Test func whatAnObserverDoesIsNotReported() {
    let other = Injection(strategy: .onDemand, instance: "other")
    let observation = Injections.observe { _ in
      other.override(with: "mock")
      #expect(other.resolve() == "mock")
      other.rollbackOverride()
    }
    defer { observation.cancel() }

    let events = events { _ = injection.resolve() }

    #expect(events.summaries == ["building Int", "built Int as Int"])
  }

  @Test func anObserverLetsGoOfWhatItHeldWhenItIsCancelled() {
    let tally = Tally()
    let observation: InjectionObservation
    do {
      let probe = Probe(tally)
      observation = Injections.observe { _ in _ = probe }
    }
    #expect(tally.alive == 1)

    observation.cancel()

    #expect(tally.alive == 0)
  }

  @Test func observingChangesNothingOfWhatIsProvided() {
    let shared = Injection(strategy: .shared, instance: Probe(Tally()))
    let held = shared.resolve()

    _ = events {
      #expect(shared.resolve() === held)
      withOverrideScope { #expect(shared.resolve() === held) }
    }
  }
}
