import Testing
import Vial

/// The task-local value of the module.
enum TestContext {
  /// The running test that the current code belongs to; `nil` in a test without a scope, and outside of tests.
  @TaskLocal static var running: RunningTest?
}

/// A test case with an override scope, from the beginning of its outermost scope to its end.
///
/// The scopes of a suite's trait and of the test's own trait belong to one running test.
@MainActor final class RunningTest {
  /// The identity of the test, which the cases of a parameterized test share.
  nonisolated let id: String
  nonisolated let name: String

  /// The module of the test.
  ///
  /// Injections that it publishes need no permission.
  nonisolated let module: String

  /// The line of a test of Swift Testing; `nil` for a test case of XCTest.
  nonisolated let location: SourceLocation?

  /// Reports a message at the line of the test, as a failure or as a warning.
  let report: @MainActor (String, LiveUse) -> Void

  /// The sequence number at which the test began.
  private(set) var startedAt: Moment?

  /// The position of the test in the order in which tests began.
  fileprivate(set) var ordinal = 0
  private(set) var hasEnded = false

  /// The scopes of the test that have not ended, outermost first.
  private(set) var scopes: [OverrideScope] = []

  nonisolated init(
    _ id: String,
    named name: String,
    in module: String,
    at location: SourceLocation? = nil,
    report: @escaping @MainActor (String, LiveUse) -> Void
  ) {
    self.id = id
    self.name = name
    self.module = module
    self.location = location
    self.report = report
  }

  /// Adds the scope of a trait or of `inOverrideScope`.
  func begin(_ scope: OverrideScope, _ liveUse: LiveUse) {
    if scopes.isEmpty {
      startedAt = scope.id
      RunningTests.add(self)
    }
    scopes.append(scope)
    EscapedWork.scopeDidBegin(in: module, liveUse)
  }

  /// Removes the innermost scope.
  func endScope() {
    scopes.removeLast()
    guard scopes.isEmpty else { return }
    hasEnded = true
    RunningTests.remove(self)
  }

  /// Whether the innermost scope of the test allows all live uses.
  var allowsAllLiveUses: Bool { (scopes.last?.liveResolveReceiver as? TestScope)?.liveUse == .allowed }

  /// Whether the test sees an override of an injection.
  func overrides(_ live: LiveResolve) -> Bool { scopes.last.map(live.isOverridden) ?? false }

  /// Whether a permission in the scopes of the test covers a live use.
  func allows(_ live: LiveResolve) -> Bool {
    scopes.last.map(live.isAllowed) ?? false || live.isPublished(in: [module])
  }
}

/// The running tests that have a scope, in the order in which they began.
///
/// Adding and removing a test takes amortized constant time, and searching the next test logarithmic time.
@MainActor enum RunningTests {
  /// The running tests, and an empty slot for each test that has ended since the last compaction.
  private static var slots: [(ordinal: Int, test: RunningTest?)] = []
  private static var lastOrdinal = 0

  private(set) static var count = 0

  /// The name and the line of the test that has ended last.
  private(set) static var lastEnded: (name: String, location: SourceLocation?)?

  fileprivate static func add(_ test: RunningTest) {
    lastOrdinal += 1
    test.ordinal = lastOrdinal
    slots.append((lastOrdinal, test))
    count += 1
  }

  fileprivate static func remove(_ test: RunningTest) {
    slots[firstIndex(after: test.ordinal - 1)].test = nil
    count -= 1
    lastEnded = (test.name, test.location)
    if slots.count > 2 * count + 32 { slots.removeAll { $0.test == nil } }
  }

  /// The only running test; `nil` if no test, or more than one, is running.
  static var only: RunningTest? { count == 1 ? first(after: 0) : nil }

  /// Returns the first running test that began after the test with an ordinal.
  static func first(after ordinal: Int) -> RunningTest? {
    slots[firstIndex(after: ordinal)...].lazy.compactMap(\.test).first
  }

  private static func firstIndex(after ordinal: Int) -> Int {
    var (low, high) = (0, slots.count)
    while low < high {
      let middle = (low + high) / 2
      if slots[middle].ordinal <= ordinal { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
