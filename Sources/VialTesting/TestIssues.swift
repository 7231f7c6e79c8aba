import Testing
import Vial

/// Records issues of one test, also from code that Swift Testing does not attribute to the test.
@MainActor final class TestIssues {
  private let test: Test
  private var hasEnded = false

  /// Reports from code that Swift Testing does not attribute to a test, such as detached tasks and dispatch blocks.
  private let reportsFromOtherTasks: AsyncStream<@Sendable () -> Void>.Continuation

  /// Starts a task that records the reports from other tasks.
  ///
  /// Call this initializer in the task of the test, so that the recorded issues belong to the test, and outside the
  /// scope of the test, so that the recording task does not retain the scope.
  init(of test: Test) {
    let (reports, continuation) = AsyncStream<@Sendable () -> Void>.makeStream()
    self.test = test
    reportsFromOtherTasks = continuation
    Task { @concurrent in
      for await report in reports { report() }
    }
  }

  deinit {
    reportsFromOtherTasks.finish()
  }

  /// Records an issue for a live use in the scope of the test.
  func record(_ live: LiveResolve, _ liveUse: LiveUse) {
    let name = test.nameInMessages
    let testName = hasEnded ? "\(name) (\(String(describing: test.id))), after its end" : name
    record(live.message(in: testName, setUp: "the trait's closure"), liveUse)
  }

  /// Records an issue at the line of the test.
  func record(_ message: String, _ liveUse: LiveUse) {
    let comment = Comment(rawValue: message)
    let severity: Issue.Severity = liveUse == .fails ? .error : .warning
    let location = test.sourceLocation
    // The issue is recorded synchronously if possible, so that `withKnownIssue` receives the issue.
    guard Test.current?.id != test.id else {
      Issue.record(comment, severity: severity, sourceLocation: location)
      return
    }
    reportsFromOtherTasks.yield { Issue.record(comment, severity: severity, sourceLocation: location) }
  }

  /// Waits until the reports from other tasks are recorded.
  ///
  /// Later live uses are marked as late.
  func testEnds() async {
    await withCheckedContinuation { done in
      let result = reportsFromOtherTasks.yield { done.resume() }
      if case .enqueued = result { return }
      done.resume()
    }
    hasEnded = true
  }
}
