import Testing
import Vial
import VialInspection

/// Recordings and events do not retain instances, consumers or injections (rule 11).
@Suite(.checksInvariants) @MainActor struct InjectionGraphLifetimeTests {
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

  @Test func storedEventRetainsNoInjectionAndNoRecordedConsumer() {
    let stored = events {
      _ = makeInjection().resolve()
      _ = InjectionGraph.record { _ = Owner(makeInjection()).value }
    }

    expectEqual(stored.resolutions.count, 2)
    expectEqual(counter.built, 2)
    expectEqual(counter.alive, 0)
  }
}
