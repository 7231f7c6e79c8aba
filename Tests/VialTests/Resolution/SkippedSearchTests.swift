import Testing

#if DEBUG
@testable import Vial

/// The conditions under which a resolve skips the search for overrides, scopes and observers.
///
/// Each test runs in a process without other observers and scopes, in which `VialTesting` no longer watches live uses.
struct SkippedSearchTests {
  @Test func searchIsSkippedUntilAScopeIsOpened() async {
    await #expect(processExitsWith: .success) { @MainActor in
      stopWatching()
      let injection = Injection(strategy: .singleton, instance: 1)
      precondition(injection.resolve() == 1)
      precondition(!Resolution.alwaysSearches)

      withOverrideScope { _ = injection.override(with: 2) }

      precondition(Resolution.alwaysSearches)
      precondition(injection.resolve() == 1)
    }
  }

  @Test func searchIsSkippedUntilResolvesAreObserved() async {
    await #expect(processExitsWith: .success) { @MainActor in
      stopWatching()
      let injection = Injection(strategy: .singleton, instance: 1)
      _ = injection.resolve()
      var events = 0
      let observation = Injections.observe { _ in events += 1 }
      _ = injection.resolve()
      observation.cancel()
      _ = injection.resolve()

      precondition(Resolution.alwaysSearches)
      precondition(events == 1)
    }
  }

  @Test func validityCheckDoesNotChangeWhetherTheSearchIsSkipped() async {
    await #expect(processExitsWith: .success) { @MainActor in
      stopWatching()
      var builds = 0
      let injection = Injection(strategy: .cached { { Vial.Operation.restrictedCode != nil } }) { builds += 1 }
      for _ in 0..<2 { injection.resolve() }
      precondition(builds == 1)
      precondition(Vial.Operation.restrictedCode == nil)
      precondition(!Resolution.alwaysSearches)
    }
  }
}

@MainActor private func stopWatching() {
  OverrideScope.global.liveResolveReceiver = nil
  Resolution.alwaysSearches = false
}
#endif
