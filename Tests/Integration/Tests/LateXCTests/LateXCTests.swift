import Services
import Vial
import VialTesting
import XCTest

@MainActor final class ALateTests: XCTestCase {
  static var isOver = false
  static var late: Task<String, Never>?

  override func invokeTest() { inOverrideScope { super.invokeTest() } }

  func testALeavesWork() async {
    Self.late = Task {
      while !Self.isOver { await Task.yield() }
      return Model().text
    }
  }

  func testBLetsItGoOn() async {
    overrideDuringTest { nickname.override(with: "mock") }
    Self.isOver = true
    let text = await Self.late?.value
    XCTAssertEqual(text, "live")
    XCTAssertEqual(nickname.resolve(), "mock")
  }
}

@MainActor final class BOtherTests: XCTestCase {
  override func invokeTest() { inOverrideScope { super.invokeTest() } }

  func testIsNotDisturbed() async { XCTAssertNil(nickname.current) }
}
