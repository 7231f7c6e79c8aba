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

  /// When the test began.
  let startedAt: Moment

  /// Whether the run loop of the main thread was running when the test began.
  nonisolated let beganInRunLoop: Bool

  /// The scopes that have not ended, outermost first.
  private(set) var scopes: [OverrideScope] = []

  var hasEnded: Bool { scopes.isEmpty }

  /// The policy of the innermost open scope; after the end of the test, the policy of the outermost one.
  var policy: LiveUse { scopes.last?.testScope?.policy ?? lastPolicy }

  private var lastPolicy = LiveUse.fails

  /// The permissions of the scopes that have ended.
  private(set) var endedPermissions: Permissions = [:]

  /// Runs work in a task that belongs to the test.
  private let otherTasks: AsyncStream<@Sendable () -> Void>.Continuation

  /// The reports about consumers of this test that other tests have read.
  private var reportsAtEnd: [ObjectIdentifier: [ReportAtEnd]] = [:]

  /// A report that is made when the test ends, if the consumer is alive at that time.
  private struct ReportAtEnd {
    weak var consumer: AnyConsumer?
    let reader: TestIdentity
    let make: @MainActor () -> Void
  }

  /// Call this initializer in the task of the test, so that recorded issues belong to the test, and outside of its scopes, so
  /// that the recording task does not retain them.
  init(_ identity: TestIdentity, startedAt: Moment) {
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

  /// Adds a scope inside the scopes of the test.
  func didOpen(_ scope: OverrideScope) { scopes.append(scope) }

  /// Removes a scope, which is about to end: the innermost one, unless several cases of a test share the run.
  func remove(_ scope: OverrideScope) {
    lastPolicy = policy
    scopes.removeAll { $0 === scope }
    endedPermissions.merge(scope.permissions) { inner, _ in inner }
  }

  // MARK: Reports

  /// Whether a report about a consumer that another test reads is made when the test ends.
  func hasReportAtEnd(about consumer: AnyConsumer, readBy reader: TestIdentity) -> Bool {
    // Another consumer that had the same address is no longer alive.
    reportsAtEnd[ObjectIdentifier(consumer)]?.contains { $0.consumer === consumer && $0.reader == reader } ?? false
  }

  /// Makes a report about a consumer that another test reads, when the test ends.
  func addReportAtEnd(
    about consumer: AnyConsumer,
    readBy reader: TestIdentity,
    _ make: @escaping @MainActor () -> Void
  ) {
    let report = ReportAtEnd(consumer: consumer, reader: reader, make: make)
    reportsAtEnd[ObjectIdentifier(consumer), default: []].append(report)
  }

  func makeReportsAtEnd() {
    let reports = reportsAtEnd.values.flatMap(\.self)
    reportsAtEnd = [:]
    for report in reports where report.consumer != nil { report.make() }
  }

  /// Runs work in a task of the test, from any task, also after the end of the test.
  func performInTask(_ work: @escaping @Sendable () -> Void) { otherTasks.yield(work) }
}
