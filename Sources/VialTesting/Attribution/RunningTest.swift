import Foundation
import Vial

/// The task-local value of the module.
enum TestOfTask {
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

  /// Whether the run loop of the main thread was running when the test began.
  nonisolated let beganInRunLoop: Bool

  /// What the innermost open scope has decided about live uses; after the end of the test, what the outermost had.
  var policy: LiveUse { scopes.last?.testScope?.policy ?? lastPolicy }

  private var lastPolicy = LiveUse.fails

  /// The permissions of the scopes that have ended.
  private(set) var endedPermissions: LivePermissions = [:]

  /// Runs work in a task that belongs to the test.
  private let otherTasks: AsyncStream<@Sendable () -> Void>.Continuation

  /// The reports about consumers of this test that other tests have read.
  private var reportsAtEnd: [ObjectIdentifier: [@MainActor () -> Void]] = [:]

  /// Call this initializer in the task of the test, so that recorded issues belong to the test, and outside of its scopes, so
  /// that the recording task does not retain them.
  private init(_ identity: TestIdentity, startedAt: Moment) {
    self.identity = identity
    self.startedAt = startedAt
    beganInRunLoop = identity.framework.attributesByTime && RunLoop.main.currentMode != nil
    let (works, continuation) = AsyncStream<@Sendable () -> Void>.makeStream()
    otherTasks = continuation
    Task { @concurrent in
      for await work in works { work() }
    }
  }

  deinit { otherTasks.finish() }

  // MARK: Scopes

  /// Opens a scope of a test that begins, or inside the scopes of the test that is running.
  ///
  /// - Parameters:
  ///   - kind: The kind of the scope; `nil` for a scope that sees what the nearest enclosing scope of a test sees.
  ///   - policy: The effect of a live use; `nil` for the value of the enclosing scope of a test, or the default of the run.
  ///   - identity: The test.
  /// - Returns: The scope, and the run of the test.
  static func openScope(
    _ kind: OverrideScope.Kind?,
    _ policy: LiveUse?,
    of identity: TestIdentity
  ) -> (OverrideScope, RunningTest) {
    ProcessWatch.begin()
    SecondCopy.failRunningTest()
    let enclosing = OverrideScope.current.testScope
    let outer = TestOfTask.running.flatMap { $0.identity == identity ? $0 : nil }
    let scope = OverrideScope(ofTest: kind)
    let test = outer ?? RunningTest(identity, startedAt: scope.id.openedAt)
    let policy = policy ?? enclosing?.policy ?? LiveUse.ofRun ?? .fails
    scope.liveResolveReceiver = TestScope(scope, of: test, policy)
    if test.scopes.isEmpty {
      if !identity.framework.tellsBeginnings { Reports.didBegin(identity) }
      RunningTests.add(test)
    }
    test.scopes.append(scope)
    RunningTests.policiesHaveChanged()
    return (scope, test)
  }

  /// Ends the innermost scope, and with the outermost scope the test.
  ///
  /// The test ends first, because the deinitializers of released instances run after the test.
  func endScope() {
    lastPolicy = policy
    let scope = scopes.removeLast()
    if !scope.allowedLive.isEmpty { endedPermissions.merge(scope.allowedLive) { inner, _ in inner } }
    RunningTests.policiesHaveChanged()
    if hasEnded { RunningTests.remove(self) }
    scope.end()
    guard hasEnded else { return }
    for reports in reportsAtEnd.values { for report in reports { report() } }
    reportsAtEnd = [:]
  }

  /// Makes a report when the test ends, if a consumer is alive at that time.
  func whenTestEnds(with consumer: AnyConsumer, _ report: @escaping @MainActor () -> Void) {
    // Another consumer that had the same address is no longer alive.
    reportsAtEnd[ObjectIdentifier(consumer), default: []].append { [weak consumer] in if consumer != nil { report() } }
  }

  // MARK: Issues

  /// Runs work in a task of the test, from any task, also after the end of the test.
  func performInTask(_ work: @escaping @Sendable () -> Void) { otherTasks.yield(work) }

  /// Ends the innermost scope, when the issues of other tasks are recorded.
  func finish() async {
    await withCheckedContinuation { done in
      performInTask { done.resume() }
    }
    endScope()
  }
}
