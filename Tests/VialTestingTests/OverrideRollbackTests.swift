import Vial
import VialTesting
import XCTest

@MainActor private let perTest = Injection(strategy: .singleton, instance: "live")
@MainActor private let perClass = Injection(strategy: .singleton, instance: "live")
@MainActor private let perBody = Injection(strategy: .singleton, instance: "live")

/// `OverrideRollback.afterEachTest()`: each test makes overrides without rolling them back, and requires that no override
/// of another test is in force.
///
/// The tests are independent of their order, because a remaining override fails each later test.
class OverrideRollbackTests: XCTestCase {
  override class func setUp() {
    let name = "\(self)"
    MainActor.assumeIsolated {
      OverrideRollback.afterEachTest()
      OverrideRollback.afterEachTest()
      XCTAssertFalse(perTest.isOverridden)
      XCTAssertFalse(perBody.isOverridden)
      // The override of the class is in force in each of its tests, and is rolled back after the last one.
      XCTAssertFalse(perClass.isOverridden)
      perClass.override(with: name)
    }
  }

  override func setUp() {
    let name = "\(type(of: self))"
    MainActor.assumeIsolated {
      XCTAssertEqual(perTest.overrideCount, 0)
      XCTAssertEqual(perBody.overrideCount, 0)
      XCTAssertEqual(perClass.overrideCount, 1)
      XCTAssertEqual(perClass.resolve(), name)
      perTest.override(with: "set up")
    }
  }

  func testOverridesOfASynchronousTestAreRolledBack() {
    MainActor.assumeIsolated {
      perBody.override(with: "sync")
      perBody.override(with: { "\($0)ed" })
      XCTAssertEqual(perBody.resolve(), "synced")
    }
  }

  func testOverridesOfAnAsynchronousTestAreRolledBack() async {
    await MainActor.run { _ = perBody.override(with: "async") }
    let resolved = await perBody.resolve()
    XCTAssertEqual(resolved, "async")
  }

  @MainActor func testOverridesOfAMainActorTestAreRolledBack() async {
    perBody.override(with: "main actor")
    await Task.yield()
    XCTAssertEqual(perBody.resolve(), "main actor")
  }

  func testOverridesOfTheTestCaseAndRemainingOverridesAreRolledBack() {
    overrideDuringTest { perBody.override(with: "of the test case") }
    MainActor.assumeIsolated {
      perBody.override(with: "left behind")
      XCTAssertEqual(perBody.overrideCount, 2)
    }
  }

  func testOverridesRolledBackByTheTestAreNotRolledBackTwice() {
    MainActor.assumeIsolated {
      perBody.override(with: "rolled back")
      XCTAssertTrue(perBody.rollbackOverride())
      XCTAssertTrue(perTest.rollbackOverride())
    }
  }
}

final class OverrideRollbackSubclassTests: OverrideRollbackTests {
  // On Linux, XCTest runs only the test methods that a class declares itself.
  override func testOverridesOfASynchronousTestAreRolledBack() {
    super.testOverridesOfASynchronousTestAreRolledBack()
  }

  override func testOverridesOfTheTestCaseAndRemainingOverridesAreRolledBack() {
    super.testOverridesOfTheTestCaseAndRemainingOverridesAreRolledBack()
  }
}

#if !canImport(ObjectiveC)
/// A suite that runs inside a test, like a suite inside another one.
final class OverrideRollbackNestedSuiteTests: XCTestCase {
  override class func setUp() {
    OverrideRollback.afterEachTest()
  }

  func testEndOfASuiteKeepsOverridesMadeBeforeTheSuite() {
    let suite = XCTestSuite(name: "inner suite")
    let isOverridden = Flag()
    let innerTest = InnerTestCase(name: "InnerTestCase.test") { _ in
      MainActor.assumeIsolated {
        perBody.override(with: "inner")
        isOverridden.isSet = perBody.resolve() == "inner"
      }
    }
    suite.addTest(innerTest)
    MainActor.assumeIsolated { _ = perBody.override(with: "outer") }

    suite.run()

    let (wasOverridden, text, count) = MainActor.assumeIsolated {
      defer { perBody.rollbackAllOverrides() }
      return (isOverridden.isSet, perBody.resolve(), perBody.overrideCount)
    }
    expect(wasOverridden)
    expect(text == "outer")
    expect(count == 1)
  }

  /// Records a failure of this test.
  ///
  /// `XCTAssert` would not, because the inner suite has replaced the current test.
  private func expect(_ isTrue: Bool, line: Int = #line) {
    guard !isTrue else { return }
    recordFailure(withDescription: "not true", inFile: #filePath, atLine: line, expected: true)
  }

  private final class InnerTestCase: XCTestCase {}

  @MainActor private final class Flag {
    var isSet = false

    nonisolated init() {}
  }
}
#endif
