import Foundation
import Vial

/// Keeps the issues from before the first test: of the arguments, conditions and preparations of tests, and of an application
/// that hosts the tests.
///
/// No test library accepts an issue before a test has begun. So the issues are written to standard error, and recorded when the
/// first test begins. If no test that the library can see begins, a failure ends the process with a failure.
@MainActor enum EarlyIssues {
  private static var pending: [TestFramework.Issue] = [] {
    didSet { hasFailure = pending.contains(where: \.isFailure) }
  }

  /// The process may end on any thread.
  private nonisolated(unsafe) static var hasFailure = false

  static func keep(_ issue: TestFramework.Issue) {
    StandardError().write("Vial: \(issue.text)\n")
    if pending.isEmpty { atexit { EarlyIssues.endWithFailure() } }
    pending.append(issue)
  }

  static func deliver() {
    let issues = pending
    pending = []
    for issue in issues { TestFramework.running.deliverForNobody(issue) }
  }

  private nonisolated static func endWithFailure() {
    guard hasFailure else { return }
    StandardError().write("Vial: the run has failed, because of a live use before the first test.\n")
    _exit(EXIT_FAILURE)
  }
}
