import Services
import Testing
import Vial
import VialTesting

@Suite(.serialized) @MainActor struct KeptTests {
  static var isOver = false
  static var late: Task<String, Never>?

  @Test(.overrideScope { required.override(with: "mock") }) func leavesWork() {
    Self.late = Task {
      while !Self.isOver { await Task.yield() }
      return required.resolve()
    }
  }

  @Test func letsItGoOn() async {
    Self.isOver = true
    #expect(await Self.late?.value == "mock")
  }
}
