import Vial
import VialTesting
import XCTest
@MainActor private let api = Injection<String>.required("the API client")
@MainActor private final class Model {
  @Instance(api) var text
}

@MainActor final class KeptXCTests: XCTestCase {
  private static var isOver = false
  private static var late: Task<String, Never>?
  private static var model: Model?

  override func invokeTest() {
    inOverrideScope(.strict) { super.invokeTest() }
  }
  override func setUp() async throws {
    api.override(with: "mock")
  }
  func testALeavesWork() async {
    Self.model = Model()
    Self.late = Task {
      while !Self.isOver { await Task.yield() }
      return api.resolve()
    }
  }
  func testBLetsItGoOn() async {
    Self.isOver = true
    let text = await Self.late?.value
    XCTAssertEqual(text, "mock")
    XCTAssertEqual(Self.model?.text, "mock")
  }
}
