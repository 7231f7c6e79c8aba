import Dispatch
import Foundation
import Testing
import Vial

extension TestFramework {
  static let swiftTesting: Self = Self(
    name: "Swift Testing",
    preparation: "the trait's closure",
    creation: "the test",
    scopeFix: "Give the test or its suite the trait .overrideScope, and override the injection there.",
    usesGlobalScope: false,
    announcesTests: false,
    attributesByTime: false,
    expectsFatalErrors: false,
    currentTest: {
      guard let test = Test.current else { return nil }
      return CurrentTest(identity: TestIdentity(test), hasBegun: Test.Case.current != nil)
    },
    acceptsIssues: { Test.Case.current != nil },
    record: { issue, identity, run in
      let place = issue.place ?? identity.place
      // In the task of the test, an issue is recorded synchronously, so that `withKnownIssue` receives it.
      if let run, !issue.precedesFatalError, Test.current.map(TestIdentity.init) != identity {
        run.performInTask { issue.record(at: place) }
      } else {
        issue.record(at: place)
      }
    },
    recordForNobody: { issue in
      let place = issue.place ?? .unknown
      // Swift Testing attributes an issue to the test of the current task. A thread has no task.
      guard Test.current != nil else { return issue.record(at: place) }
      let isRecorded = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        issue.record(at: place)
        isRecorded.signal()
      }
      // A handler of issues that waits for the main thread must not stop the run.
      _ = isRecorded.wait(timeout: .now() + 10)
    }
  )

  /// The body of an exit test, whose process does not contain the test.
  static let exitTest: Self = Self(
    name: "an exit test",
    preparation: "the exit test",
    creation: "the exit test",
    scopeFix: "Open a scope in the exit test, which is a separate process: await withOverrideScope(.isolated) { … }.",
    usesGlobalScope: false,
    announcesTests: false,
    attributesByTime: false,
    expectsFatalErrors: true,
    currentTest: { ExitTest.current == nil ? nil : CurrentTest(identity: .exitTest, hasBegun: true) },
    acceptsIssues: { ExitTest.current != nil },
    record: { issue, _, _ in issue.record(at: issue.place ?? .unknown) },
    recordForNobody: { issue in issue.record(at: issue.place ?? .unknown) }
  )
}

extension TestIdentity {
  init(_ test: Test) {
    framework = .swiftTesting
    name = test.displayName.map { "“\($0)”" } ?? test.name
    id = String(describing: test.id)
    place = CallLocation(test.sourceLocation)
    module = place.module
    isSuite = test.isSuite
  }

  static let exitTest: Self = Self(
    framework: .exitTest,
    name: "process of an exit test",
    id: "process of an exit test",
    module: nil,
    place: .unknown
  )
}

extension TestFramework.Issue {
  fileprivate func record(at place: CallLocation) {
    let severity: Issue.Severity = isFailure ? .error : .warning
    Issue.record(Comment(rawValue: text), severity: severity, sourceLocation: SourceLocation(place))
  }
}

extension CallLocation {
  fileprivate init(_ location: SourceLocation) {
    self.init(fileID: location.fileID, filePath: location.filePath, line: location.line, column: location.column)
  }
}

extension SourceLocation {
  /// Swift Testing stops the program for a file ID without a module, and for a line or a column below 1.
  fileprivate init(_ place: CallLocation) {
    let fileID = place.fileID.contains("/") ? place.fileID : "Unknown/\(place.fileID)"
    self.init(fileID: fileID, filePath: place.filePath, line: max(1, place.line), column: max(1, place.column))
  }
}
