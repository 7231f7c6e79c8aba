import Vial
import VialTesting
import XCTest

@MainActor private let perTest = Injection(strategy: .singleton, instance: "live")
@MainActor private let perClass = Injection(strategy: .singleton, instance: "live")
@MainActor private let perBody = Injection(strategy: .singleton, instance: "live")

/// Every test leaves its overrides behind, and every test wants none of another's.
///
/// The order of the tests and of the classes does not matter: whichever comes second would fail.
class ForgetfulTests: XCTestCase {
  override class func setUp() {
    let name = "\(self)"
    MainActor.assumeIsolated {
      OverrideRollback.afterEachTest()
      OverrideRollback.afterEachTest()
      XCTAssertFalse(perTest.isOverridden)
      XCTAssertFalse(perBody.isOverridden)
      // Left behind by the class, in force for each of its tests, and undone after the last.
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

  func testLeavesAnOverrideOfASynchronousBody() {
    MainActor.assumeIsolated {
      perBody.override(with: "sync")
      perBody.override(with: { "\($0)ed" })
      XCTAssertEqual(perBody.resolve(), "synced")
    }
  }

  func testLeavesAnOverrideOfAnAsynchronousBody() async {
    await MainActor.run { _ = perBody.override(with: "async") }
    let resolved = await perBody.resolve()
    XCTAssertEqual(resolved, "async")
  }

  @MainActor func testLeavesAnOverrideOfAMainActorBody() async {
    perBody.override(with: "main actor")
    await Task.yield()
    XCTAssertEqual(perBody.resolve(), "main actor")
  }

  func testMixesBothWays() {
    override(perBody, with: "of the test case")
    MainActor.assumeIsolated {
      perBody.override(with: "left behind")
      XCTAssertEqual(perBody.overrideCount, 2)
    }
  }

  func testRollsBackItself() {
    MainActor.assumeIsolated {
      perBody.override(with: "rolled back")
      XCTAssertTrue(perBody.rollbackOverride())
      XCTAssertTrue(perTest.rollbackOverride())
    }
  }
}

final class MoreForgetfulTests: ForgetfulTests {
  // XCTest on Linux runs only the test methods that a class declares itself.
  override func testLeavesAnOverrideOfASynchronousBody() {
    super.testLeavesAnOverrideOfASynchronousBody()
  }

  override func testMixesBothWays() {
    super.testMixesBothWays()
  }
}

#if !canImport(ObjectiveC)
/// A suite that runs inside a test, as suites run inside suites.
final class NestedSuiteTests: XCTestCase {
  override class func setUp() {
    OverrideRollback.afterEachTest()
  }

  func testASuiteThatFinishesLeavesWhatWasOverriddenBeforeIt() {
    let suite = XCTestSuite(name: "inner suite")
    let isLeft = Flag()
    let leaves = LeavingCase(name: "LeavingCase.testLeaves") { _ in
      MainActor.assumeIsolated {
        perBody.override(with: "inner")
        isLeft.isSet = perBody.resolve() == "inner"
      }
    }
    suite.addTest(leaves)
    MainActor.assumeIsolated { _ = perBody.override(with: "outer") }

    suite.run()

    let (wasLeft, text, count) = MainActor.assumeIsolated {
      defer { perBody.rollbackAllOverrides() }
      return (isLeft.isSet, perBody.resolve(), perBody.overrideCount)
    }
    expect(wasLeft)
    expect(text == "outer")
    expect(count == 1)
  }

  /// Records a failure of this test, as XCTest does not know any more that it runs.
  private func expect(_ isTrue: Bool, line: Int = #line) {
    guard !isTrue else { return }
    recordFailure(withDescription: "not true", inFile: #filePath, atLine: line, expected: true)
  }

  private final class LeavingCase: XCTestCase {}

  @MainActor private final class Flag {
    var isSet = false

    nonisolated init() {}
  }
}
#endif
