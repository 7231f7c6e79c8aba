import Testing

#if DEBUG
@testable import Vial

/// What nobody observes costs the one look that all rare features share, and nothing else.
struct DetourTests {
  @Test func resolvesReturnToTheFastPathWhenTheLastObservationEnds() async {
    // In a process of its own, in which nobody else observes or opens a scope.
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        precondition(Detour.reasons == 0)
        let (first, second) = (Injections.observe { _ in }, Injections.observe { _ in })
        precondition(Detour.reasons == Detour.observers)
        first.cancel()
        precondition(Detour.reasons == Detour.observers)
        second.cancel()
        precondition(Detour.reasons == 0)
        _ = InjectionGraph.record {}
        precondition(Detour.reasons == 0)
      }
    }
  }

  @Test func resolvesReturnToTheFastPathWhenARecordingThrows() async {
    await #expect(processExitsWith: .success) { @MainActor in
      struct Stop: Error {}
      _ = try? await InjectionGraph.record {
        await Task.yield()
        throw Stop()
      }
      precondition(Detour.reasons == 0)
      _ = await InjectionGraph.record { await Task.yield() }
      precondition(Detour.reasons == 0)
    }
  }

  @Test func resolvesAskTheirTaskOnceAScopeWasOpen() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let injection = Injection(strategy: .singleton, instance: 1)
        precondition(injection.resolve() == 1)
        precondition(Detour.reasons == 0)

        withOverrideScope { _ = injection.override(with: 2) }

        precondition(Detour.reasons == Detour.scopes)
        precondition(injection.resolve() == 1)
      }
    }
  }

  @Test func noEventIsMadeWhileNobodyObserves() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let family = InjectionFamily<Unspeakable, Int>(strategy: .singleton) { $0.number }
        let (flow, key) = (InjectionFlow("flow"), Unspeakable(number: 1))
        let scoped = InjectionFamily<Unspeakable, Int>(strategy: .flow(flow)) { $0.number }

        precondition(family.resolve(key) + family.resolve(key) == 2)
        precondition(scoped.resolve(key) == 1)
        family.clear()
        flow.clear()
        precondition(family.resolve(key) == 1)
      }
    }
  }
}

/// A key that nothing may describe: an event names the injection, and so the key.
private struct Unspeakable: Hashable, CustomStringConvertible {
  let number: Int

  var description: String { fatalError("An event was made for nobody") }
}
#endif
