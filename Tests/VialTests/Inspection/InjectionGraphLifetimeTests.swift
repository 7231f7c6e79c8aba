import Testing
import Vial
import VialInspection

/// Recordings and events do not retain instances, consumers or injections (rule 11).
@MainActor struct InjectionGraphLifetimeTests {
  let counter = InstanceCounter()

  private func makeInjection() -> Injection<CountedObject> {
    Injection(strategy: .singleton, instance: CountedObject(counter))
  }

  @Test func consumerCreatedDuringARecordingRetainsNoRecordedInstance() {
    let other = Injection(strategy: .onDemand, instance: 1)
    var owner: Owner<Int>?

    _ = InjectionGraph.record {
      owner = Owner(other)
      _ = makeInjection().resolve()
    }

    expectEqual(owner?.value, 1)
    expectEqual(counter.built, 1)
    expectEqual(counter.alive, 0)
  }

  @Test func storedEventDoesNotRetainItsInjection() {
    var events: [InjectionEvent] = []
    let observation = Injections.observe { events.append($0) }
    _ = makeInjection().resolve()
    observation.cancel()

    expect(!events.isEmpty)
    expectEqual(counter.built, 1)
    expectEqual(counter.alive, 0)
  }

  @Test func storedEventDoesNotRetainARecordedConsumer() {
    var events: [InjectionEvent] = []
    let observation = Injections.observe { events.append($0) }
    _ = InjectionGraph.record {
      let injection = makeInjection()
      _ = Owner(injection).value
    }
    observation.cancel()

    expect(!events.isEmpty)
    expectEqual(counter.alive, 0)
  }
}
