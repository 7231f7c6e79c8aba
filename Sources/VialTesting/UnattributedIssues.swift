import Testing
import Vial

/// Records issues that belong to no running test, or to one of several.
@MainActor enum UnattributedIssues {
  /// Records an issue in the test library that is running.
  ///
  /// XCTest accepts a failure only for a running test case. So a failure between two test cases is reported under the name
  /// of the last one when a suite finishes. Swift Testing attributes the issue to an unknown test, and fails the run.
  static func record(_ message: String, _ liveUse: LiveUse) {
    if TestCases.isRunningSuite {
      guard liveUse == .fails else { return StandardError().write("Vial: \(message)\n") }
      LateFailures.record(
        LateFailure(test: RunningTests.lastEnded ?? "VialTesting", text: message, file: "unknown", line: 0)
      )
    } else {
      let severity: Issue.Severity = liveUse == .fails ? .error : .warning
      Issue.record(Comment(rawValue: message), severity: severity)
    }
  }
}
