#if DEBUG
import Swift5Fixture
import Testing
import Vial

/// Debug builds stop if a module in Swift 5 language mode uses injections off the main actor.
struct MainActorAssertionTests {
  @Test func resolvingOffTheMainActorStops() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run { Clients.resolving(Injection(strategy: .singleton, instance: true)).checkOnAnotherThread() }
    }
    #expect(standardError(of: result).contains("Incorrect actor executor assumption"))
  }

  @Test func readingAConsumerOffTheMainActorStops() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run { Clients.reading(Injection(strategy: .singleton, instance: true)).checkOnAnotherThread() }
    }
    #expect(standardError(of: result).contains("Incorrect actor executor assumption"))
  }

  @Test func readingAWeakConsumerOffTheMainActorStops() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        Clients.readingWeakly(Injection(strategy: .singleton, instance: true)).checkOnAnotherThread()
      }
    }
    #expect(standardError(of: result).contains("Incorrect actor executor assumption"))
  }

  @Test func overridingOffTheMainActorStops() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run { Clients.overriding(Injection(strategy: .singleton, instance: true)).checkOnAnotherThread() }
    }
    #expect(standardError(of: result).contains("Incorrect actor executor assumption"))
  }

  @Test func providingOffTheMainActorStops() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run { Clients.providing(.required("a session")).checkOnAnotherThread() }
    }
    #expect(standardError(of: result).contains("Incorrect actor executor assumption"))
  }
}
#endif
