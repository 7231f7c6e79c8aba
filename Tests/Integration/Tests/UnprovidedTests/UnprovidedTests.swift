import Services
import Testing
import VialTesting
import XCTest

@MainActor struct UnprovidedTests {
  @Test(.overrideScope) func needsAName() {
    _ = required.resolve()
  }
}

@MainActor struct UnscopedTests {
  @Test func needsANameToo() {
    _ = required.resolve()
  }
}

final class UnprovidedXCTests: XCTestCase {
  override func invokeTest() { inOverrideScope { super.invokeTest() } }

  func testNeedsAName() { MainActor.assumeIsolated { _ = required.resolve() } }
}

/// The application is composed in the trait, so a forgotten override is an issue, and the other tests have a result.
@Suite(.serialized, .overrideScope { required.provide(with: "composed") }) @MainActor struct ComposedTests {
  @Test func forgetsAnOverride() { #expect(required.resolve() == "composed") }

  @Test func hasAResult() {}
}
