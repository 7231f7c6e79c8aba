import Vial
import VialTesting
import XCTest

@MainActor let nickname = Injection(strategy: .singleton, instance: "live")
@MainActor let numbers = InjectionFamily<Int, Int>(strategy: .singleton) { $0 }

/// Tests that leave overrides behind, after a first one that only uses the library.
final class LeftTests: XCTestCase {
  override class func setUp() {
    MainActor.assumeIsolated { _ = nickname.override(with: "of the class") }
  }

  override func setUp() {
    guard name.contains("SetUp") else { return }
    MainActor.assumeIsolated { _ = nickname.override(with: "of setUp()") }
  }

  func testAUsesTheLibrary() {
    overrideDuringTest { nickname.override(with: "until the test ends") }
  }

  func testBSetUp() {}

  func testBSetUpAgain() {}

  func testCAsynchronous() async {
    await MainActor.run { _ = nickname.override(with: "async") }
  }

  func testDTeardownBlock() {
    addTeardownBlock { MainActor.assumeIsolated { _ = nickname.override(with: "of a teardown block") } }
  }

  func testEFails() {
    MainActor.assumeIsolated { _ = nickname.override(with: "of a test that fails") }
    XCTFail("This test fails.")
  }

  func testFThrows() throws {
    struct Failure: Error {}
    MainActor.assumeIsolated { _ = nickname.override(with: "of a test that throws") }
    throw Failure()
  }

  func testGFamily() {
    MainActor.assumeIsolated { _ = numbers.override(with: { -$0 }) }
  }

  func testHRollsBack() {
    MainActor.assumeIsolated {
      nickname.override(with: "rolled back")
      XCTAssertTrue(nickname.rollbackOverride())
    }
  }
}
