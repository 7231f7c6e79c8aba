import Testing
import Vial
import VialTesting
import XCTest

@MainActor private let base = Injection(strategy: .singleton, instance: "live")
@MainActor private let derived = Injection(strategy: .singleton, instance: "live")
@MainActor private let outside = Injection(strategy: .singleton, instance: "live")

/// A superclass that opens a scope for each test, like its subclasses.
class ScopedSuperclassTestCase: XCTestCase {
  override func invokeTest() {
    inOverrideScope {
      overrideDuringTest { base.override(with: "of the superclass") }
      super.invokeTest()
    }
  }
}

/// Overrides that a subclass makes before its superclass opens a scope are in force in the test; global overrides are not.
final class XCTestScopeCompositionTests: ScopedSuperclassTestCase {
  override func invokeTest() {
    let token = MainActor.assumeIsolated { outside.override(with: "from outside") }
    defer { MainActor.assumeIsolated { _ = token.rollback() } }
    inOverrideScope {
      overrideDuringTest { derived.override(with: "of the subclass") }
      super.invokeTest()
    }
  }

  func testScopesOfAClassAndItsSuperclassCompose() async {
    let seen = await [base.resolve(), derived.resolve(), outside.resolve()]
    XCTAssertEqual(seen, ["of the superclass", "of the subclass", "live"])
  }

  @MainActor func testTestDecoratesTheOverrideOfTheSuperclass() async {
    base.override(with: { $0.resolve() + ", on top" })
    XCTAssertEqual(base.resolve(), "of the superclass, on top")
  }
}

/// An explicit kind, inside the scopes of a class and its superclass.
final class XCTestIsolatedScopeCompositionTests: ScopedSuperclassTestCase {
  override func invokeTest() {
    inOverrideScope {
      overrideDuringTest { derived.override(with: "of the subclass") }
      super.invokeTest()
    }
  }

  func testIsolatedScopeSeesNoEnclosingScope() {
    inOverrideScope(.isolated) {
      XCTAssertEqual(MainActor.assumeIsolated { base.resolve() + derived.resolve() }, "livelive")
    }
  }
}

/// `overrideDuringTest` and `inOverrideScope` in a process whose `main` is asynchronous.
///
/// In such a process, for instance an exit test, the main thread does not serve the main queue.
@MainActor struct XCTestMainQueueTests {
  @Test(.exitTest) func overridesWorkWhenAnotherThreadServesTheMainQueue() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let testCase = XCTestCase(name: "test") { _ in }
        testCase.overrideDuringTest { base.override(with: "mock") }
        precondition(base.resolve() == "mock")
        testCase.inOverrideScope(live: .allowed) { precondition(base.resolve() == "live") }
      }
      await Task.detached {
        let testCase = XCTestCase(name: "test") { _ in }
        testCase.overrideDuringTest { base.override(with: "another") }
        let resolved = await base.resolve()
        precondition(resolved == "another")
      }.value
    }
  }
}
