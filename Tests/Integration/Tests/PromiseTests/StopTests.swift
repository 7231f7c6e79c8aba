import Services
import Testing
import Vial
import VialTesting

/// Tests whose process ends before a live factory runs.
///
/// Each runs in a separate process.
@MainActor struct StopTests {
  @Test(.overrideScope(live: .stops)) func stopsAtALiveUse() { _ = reached.resolve() }

  @Test(.overrideScope(live: .stops)) func stopsAtALiveUseOfEscapedWork() async {
    await escape { _ = reached.resolve() }
  }

  @Test(.overrideScope) func stopsByVariable() { _ = reached.resolve() }

  @Test func stopsWithoutAScope() { _ = reached.resolve() }

  @Test(.overrideScope { forbidden.override(with: "mock") }) func usesAReplacement() {
    #expect(forbidden.resolve() == "mock")
  }
}
