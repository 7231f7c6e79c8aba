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
}
#endif
