import Testing
import Vial

@MainActor private let text = Injection(strategy: .singleton, instance: "live")

/// The scope of a deinitializer: the language runs an isolated one without task-local values (rules 19 and 21).
@MainActor struct IsolatedDeinitTests {
  /// An object that resolves and reads a consumer in its isolated deinitializer.
  @MainActor private final class Member {
    @Instance(text) var value
    private let report: (_ resolved: String, _ read: String) -> Void

    init(_ report: @escaping (String, String) -> Void) { self.report = report }

    isolated deinit { report(text.resolve(), value) }
  }

  @Test func onlyAnIsolatedDeinitializerResolvesInTheGlobalScope() {
    var inIsolated: [String] = []
    var inPlain: [String] = []
    let member = Injection(strategy: .singleton) { Member { inIsolated += [$0, $1] } }
    let plain = Injection(strategy: .singleton, instance: OnDeinit { inPlain.append(text.resolve()) })

    withOverrideScope(.isolated) {
      text.override(with: "mock")
      _ = (member.resolve(), plain.resolve())
    }

    // A consumer is read in the scope of its object.
    expectEqual(inIsolated, ["live", "mock"])
    expectEqual(inPlain, ["mock"])
  }
}
