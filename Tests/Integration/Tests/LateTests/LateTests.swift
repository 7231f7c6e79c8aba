import Testing
import Vial
import VialTesting
@MainActor let name = Injection(strategy: .singleton, instance: "live")
@MainActor final class Model {
  @Instance(name) var text
}

@Suite(.serialized) @MainActor struct LateTests {
  static var isOver = false
  static var late: [Task<String, Never>] = []

  @Test(.overrideScope(.strict)) func leavesWork() {
    Self.late.append(
      Task {
        while !Self.isOver { await Task.yield() }
        return Model().text
      }
    )
  }

  @Test(.overrideScope(.strict)) func leavesDetachedWork() {
    let scope = OverrideScope.current
    Self.late.append(
      Task.detached {
        while await !Self.isOver { await Task.yield() }
        return await scope.run { await name.resolve() }
      }
    )
  }

  @Test func letsItGoOn() async throws {
    Self.isOver = true
    for task in Self.late { #expect(await task.value == "live") }
    try await Task.sleep(for: .milliseconds(100))
  }
}
