#if DEBUG
import Testing
import Vial

/// Messages of debug builds about mistakes that do not stop the program.
@MainActor struct DebugWarningTests {
  @Test(.exitTest) func mistakesWithoutAnEffectAreReportedOnceForEachLine() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let number = Injection(strategy: .shared, instance: 1, fileID: "App/Number.swift", line: 1)
        let session = Injection<Int>.required("a session", fileID: "App/Session.swift", line: 2)
        let scope = OverrideScope()
        scope.end()
        scope.run {
          for _ in 0..<3 { number.override(with: 2, fileID: "App/Tests.swift", line: 7) }
          session.provide(with: 2, fileID: "App/Tests.swift", line: 8)
        }
        precondition(!number.withdraw(fileID: "App/SignOut.swift", line: 7))
        precondition(!session.withdraw(fileID: "App/SignOut.swift", line: 8))
      }
    }

    expectEqual(
      standardError(of: result).split(separator: "\n").filter { $0.hasPrefix("Vial: ") }.joined(separator: "\n"),
      """
      Vial: Int (App/Number.swift:1) was overridden at App/Tests.swift:7 in a scope that has ended. \
      This has no effect. [ended-scope]
      Vial: Int (App/Session.swift:2) was provided at App/Tests.swift:8 in a scope that has ended. \
      This has no effect. [ended-scope]
      Vial: Int (App/Number.swift:1) was withdrawn at App/SignOut.swift:7, but it is not required. \
      This has no effect. [not-required]
      """
    )
  }
}
#endif
