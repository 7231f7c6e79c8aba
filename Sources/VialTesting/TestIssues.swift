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

  /// Records an issue for a live implementation that was resolved in the strict scope of the test.
  func recordStrictViolation(_ live: LiveResolve) {
    let name = test.nameInMessages
    let testName = hasEnded ? "\(name) (\(String(describing: test.id))), after its end" : name
    record(live.message(in: testName, setUp: "the trait's closure"), severity: .error)
  }

  /// Records an issue at the line of the test.
  func record(_ message: String, severity: Issue.Severity) {
    let comment = Comment(rawValue: message)
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
  /// Later strict violations are marked as late.
  func testEnds() async {
    await withCheckedContinuation { done in
      let result = reportsFromOtherTasks.yield { done.resume() }
      if case .enqueued = result { return }
      done.resume()
    }
    hasEnded = true
  }
}

extension Test {
  /// The display name or the function name, for messages.
  var nameInMessages: String { displayName.map { "“\($0)”" } ?? name }
}

extension LiveResolve {
  var noun: String { declaration.isKeyed ? "family" : "injection" }

  /// The line of a message that names the requester, with an empty line after it; an empty string without a requester.
  var requesterLine: String { requesters.last.map { "    Needed by: \($0)\n\n" } ?? "" }

  /// The message of the issue: the live resolve, the requester, and the possible fixes.
  ///
  /// - Parameters:
  ///   - test: The name of the test.
  ///   - setUp: The place in which the tests of the suite share their overrides.
  /// - Returns: The message.
  func message(in test: String, setUp: String) -> String {
    let override = declaration.isKeyed ? "family.override(with: { key in … })" : "injection.override(with: …)"
    let overrideLine = "- Override the \(noun) in \(setUp), or before its first use: \(override)."
    guard !isUnprovided else {
      return """
        \(declaration) is required, and no implementation was provided in the test \(test).

        \(requesterLine)The program stops, because there is no instance to continue with.

        \(overrideLine)
        - For all tests, publish an instance with the injection: .when(.test, instance: …).
        """
    }
    return """
      \(declaration) was resolved live by the test \(test).

      \(requesterLine)The override scope of the test is strict, so the test has to override or allow each injection.

      \(overrideLine)
      - To use the live implementation, allow it: \(noun).allowLive().
      """
  }
}
