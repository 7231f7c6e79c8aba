import Services
import Testing
import Vial
import VialTesting

/// Tests without the trait, each of which opens a scope or leaves every scope.
///
/// Each test whose name begins with "warns" is warned once, and no other test.
@Suite(.serialized) @MainActor struct OwnScopeTests {
  @Test func warnsInAScopeThatItOpens() { withOverrideScope(.isolated) { _ = services[0].resolve() } }

  @Test func warnsInAScopeThatItHolds() {
    let scope = OverrideScope(.fresh)
    scope.run { for _ in 0..<2 { _ = services[1].resolve() } }
    scope.end()
  }

  @Test(PlainScope()) func warnsInTheScopeOfAnotherTrait() { _ = services[2].resolve() }

  @Test func allowsForItself() {
    services[3].allowLive()
    _ = services[3].resolve()
  }

  @Test func warnsOfWhatAnotherTestHasAllowed() { _ = services[3].resolve() }

  @Test func overridesInItsScope() {
    withOverrideScope(.isolated) {
      services[4].override(with: "mock")
      services[5].allowLive()
      #expect(services[4].resolve() + services[5].resolve() == "mocklive")
    }
  }

  @Test func warnsOfAnOriginalOfAComposition() {
    withOverrideScope(.isolated) {
      decorateServices()
      #expect(services[6].resolve() == "decorated live")
    }
  }
}

/// A trait that opens a scope without the library for tests.
struct PlainScope: TestTrait, TestScoping {
  func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withOverrideScope(.isolated) { try await function() }
  }
}
