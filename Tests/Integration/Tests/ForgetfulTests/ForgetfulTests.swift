import Vial
import VialTesting
import XCTest

@MainActor let nickname = Injection(strategy: .singleton, instance: "live")
@MainActor let city = Injection(strategy: .singleton, instance: "live")

/// The first class, in alphabetical order, leaves an override of a test and an override of the class behind.
@MainActor final class AFirstTests: XCTestCase {
  override class func setUp() {
    OverrideRollback.afterEachTest()
    MainActor.assumeIsolated { _ = city.override(with: "of the class") }
  }
  func testForgets() async {
    nickname.override(with: "forgotten")
    XCTAssertEqual(nickname.resolve() + city.resolve(), "forgottenof the class")
  }
  func testOverridesDuringTheTest() async {
    overrideDuringTest { nickname.override(with: "rolled back") }
    XCTAssertEqual(nickname.resolve() + city.resolve(), "rolled backof the class")
  }
}

@MainActor final class BSecondTests: XCTestCase {
  func testIsNotDisturbed() async {
    XCTAssertEqual(nickname.resolve() + city.resolve(), "livelive")
  }
}
