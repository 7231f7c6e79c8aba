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

  private final class PlainMember {
    private let report: @MainActor (String) -> Void

    init(_ report: @escaping @MainActor (String) -> Void) { self.report = report }

    deinit {
      let report = report
      MainActor.assumeIsolated { report(text.resolve()) }
    }
  }

  @Test func isolatedDeinitializerResolvesInTheGlobalScopeAndReadsItsConsumerInTheScopeOfItsObject() {
    var reports: [String] = []
    let member = Injection(strategy: .singleton) { Member { reports += [$0, $1] } }

    withOverrideScope(.isolated) {
      text.override(with: "mock")
      _ = member.resolve()
    }

    expectEqual(reports, ["live", "mock"])
  }

  @Test func plainDeinitializerResolvesInTheScopeThatReleasesTheObject() {
    var reports: [String] = []
    let member = Injection(strategy: .singleton) { PlainMember { reports.append($0) } }

    withOverrideScope(.isolated) {
      text.override(with: "mock")
      _ = member.resolve()
    }

    expectEqual(reports, ["mock"])
  }
}
