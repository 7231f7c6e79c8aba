import Testing
import Vial

/// Records issues that belong to no running test, or to one of several.
@MainActor enum UnattributedIssues {
  /// Records an issue in the test library that is running, at the line of a test that may have caused it.
  ///
  /// XCTest accepts a failure only for a running test case. So a failure between two test cases is reported under the name
  /// of the last one when a suite finishes. Swift Testing attributes the issue to an unknown test, and fails the run. It repeats
  /// the issue for each running suite with the trait `.serialized`.
  static func record(_ message: String, _ liveUse: LiveUse, at location: SourceLocation?) {
    if TestCases.isRunningSuite {
      guard liveUse == .fails else { return StandardError().write("Vial: \(message)\n") }
      LateFailures.record(
        LateFailure(test: RunningTests.lastEnded?.name ?? "VialTesting", text: message, file: "unknown", line: 0)
      )
    } else {
      let severity: Issue.Severity = liveUse == .fails ? .error : .warning
      Issue.record(Comment(rawValue: message), severity: severity, sourceLocation: location ?? #_sourceLocation)
    }
  }
}
