import Testing
import Vial
import VialTesting
import XCTest

@MainActor private let base = Injection(strategy: .singleton, instance: "live")
@MainActor private let derived = Injection(strategy: .singleton, instance: "live")
@MainActor private let outside = Injection(strategy: .singleton, instance: "live")

/// A superclass that gives each test a scope, as its subclasses do too (rule 21).
class ScopedTestCase: XCTestCase {
  override func invokeTest() {
    inOverrideScope {
      override(base, with: "of the superclass")
      super.invokeTest()
    }
  }
}

/// What a subclass overrides before its superclass makes a scope is seen in the test, and nothing else from
/// outside.
final class XCTestScopeCompositionTests: ScopedTestCase {
  override func invokeTest() {
    let token = MainActor.assumeIsolated { outside.override(with: "from outside") }
    defer { MainActor.assumeIsolated { _ = token.rollback() } }
    inOverrideScope {
      override(derived, with: "of the subclass")
      super.invokeTest()
    }
  }

  func testSeesBothOverridesAndNothingElse() async {
    let seen = await [base.resolve(), derived.resolve(), outside.resolve()]
    XCTAssertEqual(seen, ["of the superclass", "of the subclass", "live"])
  }

  @MainActor func testTheSubclassMayOverrideOnTop() async {
    base.override(with: { $0.resolve() + ", on top" })
    XCTAssertEqual(base.resolve(), "of the superclass, on top")
  }
}

/// A kind that is named is what it is, whatever is around.
final class XCTestIsolatedScopeCompositionTests: ScopedTestCase {
  override func invokeTest() {
    inOverrideScope {
      override(derived, with: "of the subclass")
      super.invokeTest()
    }
  }

  func testAnIsolatedScopeSeesNeither() {
    inOverrideScope(.isolated) {
      XCTAssertEqual(MainActor.assumeIsolated { base.resolve() + derived.resolve() }, "livelive")
    }
  }
}

/// Where `main` is asynchronous, as in an exit test, the main queue is served by another thread than the main
/// one.
@MainActor struct XCTestOverrideElsewhereTests {
  @Test func anOverrideOnTheMainActorWorksWhereTheMainQueueIsServedElsewhere() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let testCase = XCTestCase(name: "test") { _ in }
        testCase.override(base, with: "mock")
        precondition(base.resolve() == "mock")
        testCase.inOverrideScope { precondition(base.resolve() == "live") }
      }
      await Task.detached {
        let testCase = XCTestCase(name: "test") { _ in }
        testCase.override(base, with: "another")
        let resolved = await base.resolve()
        precondition(resolved == "another")
      }.value
    }
  }
}
