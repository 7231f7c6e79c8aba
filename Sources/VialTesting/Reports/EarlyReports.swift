import Foundation
import Vial

/// Keeps the issues of reports from before the first test: of the arguments, conditions and preparations of tests, and of an
/// application that hosts the tests.
///
/// No test library accepts an issue before a test has begun, or after the last one. So the issues are written to standard error,
/// and recorded when the first test begins. If no test that the library can see begins, a failure ends the process with a failure.
@MainActor enum EarlyReports {
  private static var pending: [TestFramework.Issue] = []

  static func keep(_ issue: TestFramework.Issue) {
    StandardError().write("Vial: \(issue.text)\n")
    if ProcessEnd.hasBegun { return }
    pending.append(issue)
    ProcessEnd.observe()
  }

  /// Records the issues, when the first test begins.
  static func deliver() {
    let issues = pending
    pending = []
    for issue in issues { TestFramework.running?.recordForNobody(issue) }
  }

  /// Whether a failure was never recorded.
  static var hasFailure: Bool { pending.contains(where: \.isFailure) }
}
