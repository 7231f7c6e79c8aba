import Services
import Testing
import Vial
import VialTesting

/// Escaped work of tests that change their permissions while they run.
///
/// No answer outlives the change.
@Suite(.serialized) @MainActor struct MindTests {
  @Test(.overrideScope(live: .allowed)) func overridesWhatItHasAllowed() async {
    await escape { _ = services[0].resolve() }
    services[0].override(with: "mock")
    await escape { _ = services[0].resolve() }
  }

  @Test(.overrideScope(live: .allowed)) func opensAStricterScope() async throws {
    await escape { _ = services[1].resolve() }
    let test = try #require(Test.current)
    try await OverrideScopeTrait.overrideScope(live: .fails).provideScope(for: test, testCase: .current) {
      await escape { _ = services[1].resolve() }
    }
  }

  @Test(.overrideScope(live: .warns)) func warnsBeforeItFails() async throws {
    await escape { _ = services[2].resolve() }
    let test = try #require(Test.current)
    try await OverrideScopeTrait.overrideScope(live: .fails).provideScope(for: test, testCase: .current) {
      for _ in 0..<2 { await escape { _ = services[2].resolve() } }
    }
  }
}

/// A test that has ended has allowed the injection by name, so the escaped work of a later test is only a warning.
@Suite(.serialized) @MainActor struct PermissionTests {
  @Test(.overrideScope { services[3].allowLive() }) func allowsByName() {}

  @Test(.overrideScope) func escapesLater() async {
    await escape { _ = services[3].resolve() }
  }
}

/// A test that has ended and allowed everything does not make the failures of later tests milder.
@Suite(.serialized) @MainActor struct EverythingTests {
  @Test(.overrideScope(live: .allowed)) func allowsEverything() {}

  @Test(.overrideScope) func escapesLater() async { await escape { _ = services[4].resolve() } }
}
