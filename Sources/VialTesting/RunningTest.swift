import Testing
import Vial

/// The task-local value of the module.
enum TestContext {
  /// The run of a test that the current task belongs to; `nil` in a test without a scope, and outside of tests.
  @TaskLocal static var running: RunningTest?
}

/// One run of a test that has a scope, from the beginning of its outermost scope to its end.
///
/// Each case of a parameterized test is a run. The scopes of a suite's trait and of the test's own trait belong to one run.
@MainActor final class RunningTest {
  nonisolated let identity: TestIdentity

  /// The scopes that have not ended, outermost first.
  private(set) var scopes: [OverrideScope] = []

  var hasEnded: Bool { scopes.isEmpty }

  /// When the test began.
  let startedAt: Moment

  /// The effect of a live use in the innermost scope.
  private(set) var liveUse = LiveUse.fails

  /// The permissions of the scopes that have ended.
  private(set) var endedPermissions: LivePermissions = [:]

  /// Records the issues of tasks that Swift Testing does not attribute to the test.
  private let otherTasks: AsyncStream<@Sendable () -> Void>.Continuation

  /// The reports about consumers of this test that other tests have read.
  private var reportsAtEnd: [ObjectIdentifier: @MainActor () -> Void] = [:]

  /// Call this initializer in the task of the test, so that recorded issues belong to the test, and outside of its scopes, so
  /// that the recording task does not retain them.
  private init(_ identity: TestIdentity, startedAt: Moment) {
    (self.identity, self.startedAt) = (identity, startedAt)
    let (reports, continuation) = AsyncStream<@Sendable () -> Void>.makeStream()
    otherTasks = continuation
    Task { @concurrent in
      for await report in reports { report() }
    }
  }

  deinit { otherTasks.finish() }

  // MARK: Scopes

  /// Opens a scope of a test that begins, or inside the scopes of the test that is running.
  ///
  /// - Parameters:
  ///   - kind: The kind of the scope; `nil` for a scope that sees what the nearest enclosing scope of a test sees.
  ///   - liveUse: The effect of a live use; `nil` for the value of the enclosing scope of a test, or the default of the run.
  ///   - identity: The test.
  /// - Returns: The scope, and the run of the test.
  static func openScope(
    _ kind: OverrideScope.Kind?,
    _ liveUse: LiveUse?,
    of identity: TestIdentity
  ) -> (OverrideScope, RunningTest) {
    ProcessWatch.begin()
    SecondCopy.failRunningTest()
    let enclosing = OverrideScope.current.testScope
    let outer = TestContext.running.flatMap { $0.identity == identity ? $0 : nil }
    let scope = OverrideScope(ofTest: kind)
    let test = outer ?? RunningTest(identity, startedAt: scope.id)
    test.liveUse = liveUse ?? enclosing?.liveUse ?? LiveUse.ofRun ?? .fails
    scope.liveResolveReceiver = TestScope(scope, of: test, test.liveUse)
    if test.scopes.isEmpty {
      RunningTests.add(test)
      // The observer of XCTest handles the beginning of a case, also of a case without a scope.
      if !identity.isXCTest { Reports.didBegin(identity) }
    }
    test.scopes.append(scope)
    return (scope, test)
  }

  /// Ends the innermost scope, and with the outermost scope the test.
  ///
  /// The test ends first, because the deinitializers of released instances run after the test.
  func endScope() {
    let scope = scopes.removeLast()
    if !scope.allowedLive.isEmpty { endedPermissions.merge(scope.allowedLive) { inner, _ in inner } }
    if hasEnded { RunningTests.remove(self) }
    scope.end()
    guard hasEnded else { return }
    for report in reportsAtEnd.values { report() }
    reportsAtEnd = [:]
  }

  /// Makes a report when the test ends, if a consumer is alive at that time.
  func whenTestEnds(with consumer: AnyConsumer, _ report: @escaping @MainActor () -> Void) {
    // Another consumer that had the same address is no longer alive.
    reportsAtEnd[ObjectIdentifier(consumer)] = { [weak consumer] in if consumer != nil { report() } }
  }

  // MARK: Issues

  /// Records an issue at the line of a call or of the test, from any task, also after the end of the test.
  func record(_ message: String, _ effect: LiveUse, at call: CallLocation? = nil) {
    switch identity {
    case .swiftTesting(let test) where Test.current?.id != test.id:
      // In the task of the test, an issue is recorded synchronously, so that `withKnownIssue` receives it.
      otherTasks.yield { [line = SourceLocation(call, of: test)] in Issue.record(message, effect, at: line) }
    case .xctest where hasEnded && effect == .fails:
      LateFailures.record(message, of: identity.name, at: call ?? identity.location)
    default: identity.record(message, effect, at: call)
    }
  }

  /// Ends the innermost scope, when the issues of other tasks are recorded.
  func finish() async {
    await withCheckedContinuation { done in
      otherTasks.yield { done.resume() }
    }
    endScope()
  }
}
