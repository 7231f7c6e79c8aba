import Testing

#if DEBUG
@testable import Vial
import VialInspection

/// The conditions under which a resolve uses the fast path.
///
/// Each test runs in a process without other observers and scopes.
struct FastPathTests {
  @Test func resolvesReturnToTheFastPathWhenTheLastObservationEnds() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        precondition(SlowPathReasons.isEmpty)
        let (first, second) = (Injections.observe { _ in }, Injections.observe { _ in })
        precondition(isOnly(.observers))
        first.cancel()
        precondition(isOnly(.observers))
        second.cancel()
        precondition(SlowPathReasons.isEmpty)
        _ = InjectionGraph.record {}
        precondition(SlowPathReasons.isEmpty)
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
      precondition(SlowPathReasons.isEmpty)
      _ = await InjectionGraph.record { await Task.yield() }
      precondition(SlowPathReasons.isEmpty)
    }
  }

  @Test func openedScopeDisablesTheFastPath() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let injection = Injection(strategy: .singleton, instance: 1)
        precondition(injection.resolve() == 1)
        precondition(SlowPathReasons.isEmpty)

        withOverrideScope { _ = injection.override(with: 2) }

        precondition(isOnly(.scopes))
        precondition(injection.resolve() == 1)
      }
    }
  }

  @Test func validityCheckDoesNotDisableTheFastPath() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let injection = Injection(strategy: .cached { { true } }, instance: 1)
        precondition(injection.resolve() + injection.resolve() == 2)
        precondition(SlowPathReasons.isEmpty)
      }
    }
  }
}

@MainActor private func isOnly(_ reason: SlowPathReasons) -> Bool {
  SlowPathReasons.current.rawValue == reason.rawValue
}
#endif
