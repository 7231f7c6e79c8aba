import Services
import Vial
import VialTesting
import XCTest

@MainActor final class KeptXCTests: XCTestCase {
  private static var isOver = false
  private static var late: Task<String, Never>?

  override func invokeTest() { inOverrideScope { super.invokeTest() } }

  override func setUp() async throws { required.override(with: "mock") }

  func testALeavesWork() async {
    Self.late = Task {
      while !Self.isOver { await Task.yield() }
      return required.resolve()
    }
  }

  func testBLetsItGoOn() async {
    Self.isOver = true
    let text = await Self.late?.value
    XCTAssertEqual(text, "mock")
  }
}
