import Testing
import Vial
import VialTesting
@MainActor let api = Injection<String>.required("the API client")
@MainActor final class Model {
  @Instance(api) var text
}

@Suite(.serialized) @MainActor struct KeptTests {
  static var isOver = false
  static var late: Task<String, Never>?
  static var model: Model?

  @Test(.overrideScope(.strict) { api.override(with: "mock") }) func leavesWork() {
    Self.model = Model()
    Self.late = Task {
      while !Self.isOver { await Task.yield() }
      return api.resolve()
    }
  }

  @Test func letsItGoOn() async {
    Self.isOver = true
    #expect(await Self.late?.value == "mock")
    #expect(Self.model?.text == "mock")
  }
}
