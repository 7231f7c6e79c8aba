import Testing
import Vial
import XCTest

/// A test library, with everything in which it differs from the others.
struct TestFramework: Sendable {
  let name: String

  /// Where a test makes its overrides.
  let setUp: String

  /// Where a test creates its objects.
  let creation: String

  /// How a test gets a scope.
  let scopeFix: String

  /// Whether tests make overrides in the global scope on purpose, and usually have no scope.
  let usesGlobalScope: Bool

  /// Whether the library tells the beginning of each test, so that the scope of a test does not have to.
  let tellsBeginnings: Bool

  /// Whether code without a scope is attributed to a test only because the test is running.
  let attributesByTime: Bool

  /// Whether a missing implementation is left to the message of the fatal error, because a test may expect the end of its process.
  let expectsFatalErrors: Bool

  /// Delivers the issue of a test.
  let deliver: @MainActor @Sendable (Issue, TestIdentity, RunningTest?) -> Void

  /// Delivers an issue that belongs to no test.
  let deliverForNobody: @MainActor @Sendable (Issue) -> Void

  /// The text, the effect and the line of a report.
  struct Issue: Sendable {
    let text: String
    let isFailure: Bool

    /// The line of the call that made the report; `nil` for the line of the test.
    let call: CallLocation?

    /// The line of an issue that belongs to no test. It is never the line of a test, because Swift Testing attributes an issue
    /// to the test whose lines contain its location.
    let origin: CallLocation
  }

  /// The library that is running tests.
  @MainActor static var running: TestFramework { TestCases.isRunningSuite ? .xctest : .swiftTesting }
}

extension TestFramework: Equatable {
  static func == (lhs: TestFramework, rhs: TestFramework) -> Bool { lhs.name == rhs.name }
}

// MARK: - Swift Testing

extension TestFramework {
  static let swiftTesting = TestFramework(
    name: "Swift Testing",
    setUp: "the trait's closure",
    creation: "the test",
    scopeFix: "Give the test or its suite the trait .overrideScope, and override the injection there.",
    usesGlobalScope: false,
    tellsBeginnings: false,
    attributesByTime: false,
    expectsFatalErrors: false,
    deliver: { issue, identity, run in
      guard let test = identity.test else { return }
      let location = issue.call.map(SourceLocation.init) ?? test.sourceLocation
      // In the task of the test, an issue is recorded synchronously, so that `withKnownIssue` receives it.
      if let run, Test.current?.id != test.id {
        run.performInTask { issue.record(at: location) }
      } else {
        issue.record(at: location)
      }
    },
    deliverForNobody: { issue in
      // Swift Testing attributes an issue to the test of the current task. A thread has no task.
      guard Test.current != nil else { return issue.record(at: SourceLocation(issue.origin)) }
      let isRecorded = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        issue.record(at: SourceLocation(issue.origin))
        isRecorded.signal()
      }
      isRecorded.wait()
    }
  )

  /// The body of an exit test, whose process does not contain the test.
  static let exitTest = TestFramework(
    name: "an exit test",
    setUp: "the exit test",
    creation: "the exit test",
    scopeFix: "Open a scope in the exit test, which is a separate process: await withOverrideScope(.isolated) { … }.",
    usesGlobalScope: false,
    tellsBeginnings: false,
    attributesByTime: false,
    expectsFatalErrors: true,
    deliver: { issue, _, _ in issue.record(at: SourceLocation(issue.origin)) },
    deliverForNobody: { issue in issue.record(at: SourceLocation(issue.origin)) }
  )
}

extension TestFramework.Issue {
  fileprivate func record(at location: SourceLocation) {
    Issue.record(Comment(rawValue: text), severity: isFailure ? .error : .warning, sourceLocation: location)
  }
}

extension SourceLocation {
  /// Swift Testing stops the program for a file ID without a module.
  fileprivate init(_ call: CallLocation) {
    let fileID = "\(call.fileID)"
    self.init(
      fileID: fileID.contains("/") ? fileID : "Unknown/\(fileID)",
      filePath: "\(call.filePath)",
      line: max(1, Int(call.line)),
      column: max(1, Int(call.column))
    )
  }
}

// MARK: - XCTest

extension TestFramework {
  static let xctest = TestFramework(
    name: "XCTest",
    setUp: "setUp()",
    creation: "setUp()",
    scopeFix: "Open a scope in invokeTest(): inOverrideScope { super.invokeTest() }, and override the injection.",
    usesGlobalScope: true,
    tellsBeginnings: true,
    attributesByTime: true,
    expectsFatalErrors: false,
    deliver: { issue, identity, run in
      guard issue.isFailure else { return StandardError().write("Vial: \(issue.text)\n") }
      let location = issue.call ?? identity.location
      // XCTest ignores a failure while no case is running, as in the `setUp()` of a class, and attributes it to the running case.
      if run?.hasEnded == true || !TestCases.isRunningCase {
        return LateFailures.record(issue.text, of: identity.name, at: location)
      }
      XCTFail(issue.text, file: location.filePath, line: location.line)
    },
    deliverForNobody: { issue in
      guard issue.isFailure else { return StandardError().write("Vial: \(issue.text)\n") }
      LateFailures.record(issue.text, of: "code that belongs to no test", at: issue.origin)
    }
  )
}
