import Vial

/// Reports live uses of code that belongs to no scope and to no test, such as a detached task, a dispatch block, a timer
/// or a callback of a framework.
///
/// The code may be work that a test has handed over, so these live uses count from the beginning of the first test with a
/// scope to the end of the process. A check takes constant time, however many tests are running.
@MainActor enum EscapedWork {
  /// The strictest value of the scopes that have begun; `nil` before the first one.
  private static var strictest: LiveUse?

  /// The modules of the tests whose scopes have begun.
  private static var testModules: Set<String> = []

  /// The injections and families that a test has overridden.
  private static var overridden: Set<InjectionDeclaration> = []

  /// The reports about one injection or family.
  private struct History {
    /// The tests that reports have named.
    var namedTests: Set<String> = []

    /// Each test up to this position has been named, or does not fit.
    var lastOrdinal = 0
    var isReported = false
  }

  private static var histories: [InjectionDeclaration: History] = [:]

  static func scopeDidBegin(in module: String, _ liveUse: LiveUse) {
    strictest = strictest?.orStricter(liveUse) ?? liveUse
    testModules.insert(module)
  }

  static func testDidOverride(_ declaration: InjectionDeclaration) {
    overridden.insert(declaration.family ?? declaration)
  }

  /// Reports a live use, unless it was reported already, and no running test that may have caused it remains to be named.
  static func check(_ live: LiveResolve) {
    guard let strictest else { return }
    let liveUse = strictest.orStricter(overridden.contains(live.subject) ? .warns : .allowed)
    guard liveUse != .allowed, !live.isAllowed(in: .global), !live.isPublished(in: testModules) else { return }
    let tests = nextTests(for: live)
    let isFirst = RunningTests.count == 0 && histories[live.subject]?.isReported != true
    guard !tests.isEmpty || isFirst else { return }
    histories[live.subject, default: History()].isReported = true
    Injections.emit(.liveUse(live.declaration))
    let message = live.message(whileRunning: tests)
    // The program stops, so the issue would be lost.
    if live.isUnprovided { StandardError().write("Vial: \(message)\n") }
    if let only = RunningTests.only { return only.report(message, liveUse) }
    let location = tests.isEmpty ? RunningTests.lastEnded?.location : tests[0].location
    UnattributedIssues.record(message, liveUse, at: location)
  }

  /// Returns at most three running tests that may have caused a live use and that no report about it has named.
  private static func nextTests(for live: LiveResolve) -> [RunningTest] {
    if let only = RunningTests.only { return name(only, for: live) ? [only] : [] }
    var tests: [RunningTest] = []
    while tests.count < 3, let test = RunningTests.first(after: histories[live.subject]?.lastOrdinal ?? 0) {
      histories[live.subject, default: History()].lastOrdinal = test.ordinal
      if name(test, for: live) { tests.append(test) }
    }
    return tests
  }

  /// Records that a report names a test, and returns whether it is the first one to do so and the test does not allow the
  /// live use.
  private static func name(_ test: RunningTest, for live: LiveResolve) -> Bool {
    !test.allows(live) && histories[live.subject, default: History()].namedTests.insert(test.id).inserted
  }
}

extension LiveResolve {
  /// The message: the live use, at most three tests, the requester, and the possible fixes.
  @MainActor fileprivate func message(whileRunning tests: [RunningTest]) -> String {
    """
    \(declaration) was resolved live by code outside every override scope, \(clause(about: tests)).

    \(requesterLine)The code belongs to no test. It may be work that a test has handed over, or work of the application.

    - Continue the scope of the test where the work is handed over: let scope = OverrideScope.current, and in the \
    work scope.run { … }.
    - Or create the consumer in the test, in the capture list of the closure: [service = Instance(…)].
    - To use the live implementation, allow it in the global scope: OverrideScope.global.run { \(noun).allowLive() }.
    - If an application hosts the tests, do not start the work of the application in tests.
    """
  }

  @MainActor private func clause(about tests: [RunningTest]) -> String {
    guard let first = tests.first else { return "after the test \(RunningTests.lastEnded?.name ?? "") had ended" }
    if tests.count == 1, RunningTests.count == 1 {
      return "while \(first.name) \(first.overrides(self) ? "overrides it" : "does not allow it")"
    }
    let others = RunningTests.count - tests.count
    return "while \(tests.map(\.name).joined(separator: ", "))\(others > 0 ? " and \(others) more" : "") were running"
  }
}
