import Testing
import Vial

/// What was observed is kept no longer than it is (rule 11).
@MainActor struct RecordedLeakTests {
  let tally = Tally()

  private func makeInjection() -> Injection<Probe> {
    Injection(strategy: .singleton, instance: Probe(tally))
  }

  @Test func aConsumerMadeWhileAGraphIsRecordedKeepsNothingOfIt() {
    let other = Injection(strategy: .onDemand, instance: 1)
    var owner: Owner<Int>?

    _ = InjectionGraph.record {
      owner = Owner(other)
      _ = makeInjection().resolve()
    }

    #expect(owner?.value == 1)
    #expect(tally.built == 1)
    #expect(tally.alive == 0)
  }

  @Test func anEventThatIsStoredKeepsNoInjection() {
    var events: [InjectionEvent] = []
    let observation = Injections.observe { events.append($0) }
    _ = makeInjection().resolve()
    observation.cancel()

    #expect(!events.isEmpty)
    #expect(tally.built == 1)
    #expect(tally.alive == 0)
  }

  @Test func soDoesAStoredEventOfARecordedConsumer() {
    var events: [InjectionEvent] = []
    let observation = Injections.observe { events.append($0) }
    _ = InjectionGraph.record {
      let injection = makeInjection()
      _ = Owner(injection).value
    }
    observation.cancel()

    #expect(!events.isEmpty)
    #expect(tally.alive == 0)
  }
}
