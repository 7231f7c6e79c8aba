#if DEBUG
import Swift5Fixture
import Testing
import Vial

/// Debug builds stop if a module in Swift 5 language mode uses injections off the main actor.
///
/// The system writes the message, which differs between platforms.
struct MainActorAssertionTests {
  @Test func resolvingOffTheMainActorStops() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run { Clients.resolving(Injection(strategy: .singleton, instance: true)).checkOnAnotherThread() }
    }
  }

  @Test func readingAConsumerOffTheMainActorStops() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run { Clients.reading(Injection(strategy: .singleton, instance: true)).checkOnAnotherThread() }
    }
  }

  @Test func readingAWeakConsumerOffTheMainActorStops() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        Clients.readingWeakly(Injection(strategy: .singleton, instance: true)).checkOnAnotherThread()
      }
    }
  }

  @Test func overridingOffTheMainActorStops() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run { Clients.overriding(Injection(strategy: .singleton, instance: true)).checkOnAnotherThread() }
    }
  }

  @Test func providingOffTheMainActorStops() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run { Clients.providing(.required("a session")).checkOnAnotherThread() }
    }
  }

  @Test func readingTheCacheOffTheMainActorStops() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        Clients.readingTheCache(of: Injection(strategy: .singleton, instance: true)).checkOnAnotherThread()
      }
    }
  }

  @Test func clearingOffTheMainActorStops() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run { Clients.clearing(Injection(strategy: .singleton, instance: true)).checkOnAnotherThread() }
    }
  }

  @Test func rollingBackOffTheMainActorStops() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        let override = Injection(strategy: .singleton, instance: true).override(with: false)
        Clients.rollingBack(override).checkOnAnotherThread()
      }
    }
  }

  @Test func withdrawingOffTheMainActorStops() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        let session = Injection<Bool>.required("a session")
        Clients.withdrawing(session.provide(with: true)).checkOnAnotherThread()
      }
    }
  }

  @Test func endingAScopeOffTheMainActorStops() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run { Clients.ending(OverrideScope()).checkOnAnotherThread() }
    }
  }

  @Test func sameClosuresRunOnTheMainActor() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let session = Injection(strategy: .singleton, instance: true)
        let clients = [
          Clients.resolving(session), Clients.reading(session), Clients.readingWeakly(session),
          Clients.overriding(session), Clients.providing(.required("a session")), Clients.readingTheCache(of: session),
          Clients.clearing(session), Clients.ending(OverrideScope()),
        ]
        for client in clients { precondition(client.check()) }
      }
    }
  }
}
#endif
