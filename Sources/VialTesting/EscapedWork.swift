import Testing
import Vial

/// Reports live implementations that code outside every override scope resolves while a test with a scope runs.
///
/// Such code belongs to no test: a detached task, a dispatch block, a callback of a framework. One of the tests that override
/// the injection or are strict is warned, because one of them may have started the code.
@MainActor enum EscapedWork {
  /// The tests with an override scope that are running, in the order in which they began.
  ///
  /// A test has several elements if its suite has a scope, too.
  private static var runningTests: [ScopedTest] = []

  private static var warnTest: ((LiveResolve, Test) -> Void)?

  private struct Report: Hashable {
    let testID: String
    let declaration: InjectionDeclaration
  }

  /// The reports that were made, each injection or family once for each test.
  private static var reported: Set<Report> = []

  /// Observes the live resolves in the global scope from now on.
  ///
  /// - Parameter warn: Receives the live resolves of code that belongs to a test of Swift Testing.
  static func watch(warn: ((LiveResolve, Test) -> Void)? = nil) {
    warnTest = warn ?? warnTest
    OverrideScope.global.liveResolveCheck = { live in
      if let test = Test.current { warnTest?(live, test) } else { check(live) }
    }
  }

  static func didBegin(_ test: ScopedTest) { runningTests.append(test) }

  static func isRunning(_ testID: String) -> Bool { runningTests.contains { $0.id == testID } }

  static func didEnd(_ test: ScopedTest) { runningTests.removeAll { $0 === test } }

  /// Warns the first test that overrides an injection or is strict, if code outside every scope has resolved it live.
  private static func check(_ live: LiveResolve) {
    guard !live.isAllowed(in: live.scope) else { return }
    let tests = runningTests.filter { test in
      test.excludes(live) && !runningTests.contains { $0.isInside(test) }
    }
    let subject = live.declaration.family ?? live.declaration
    let isNew = tests.filter { reported.insert(Report(testID: $0.id, declaration: subject)).inserted }
    guard let first = isNew.first else { return }
    let message = live.message(whileRunning: tests)
    // The program stops, so the issue would be lost.
    if live.isUnprovided { StandardError().write("Vial: \(message)\n") }
    first.warn(message)
  }
}

/// A running test that has an override scope.
@MainActor final class ScopedTest {
  /// The identity of the test, which the cases of a parameterized test share.
  let id: String
  let name: String
  private let scope: OverrideScope
  let warn: @MainActor (String) -> Void

  init(_ id: String, named name: String, in scope: OverrideScope, warn: @escaping @MainActor (String) -> Void) {
    self.id = id
    self.name = name
    self.scope = scope
    self.warn = warn
  }

  /// Whether the scope of the test is inside the scope of another element, so that the other one is the scope of a suite.
  func isInside(_ other: ScopedTest) -> Bool {
    scope !== other.scope && scope.enclosingScopes.contains { $0 === other.scope }
  }

  func overrides(_ live: LiveResolve) -> Bool { live.isOverridden(in: scope) }

  /// Whether the test overrides the injection, or is strict and does not allow it.
  func excludes(_ live: LiveResolve) -> Bool {
    overrides(live) || scope.liveResolveCheck != nil && !live.isAllowed(in: scope)
  }
}

extension LiveResolve {
  /// The message of the warning: the live resolve, at most three tests, the requester, and the possible fixes.
  @MainActor fileprivate func message(whileRunning tests: [ScopedTest]) -> String {
    """
    \(declaration) was resolved live by code outside every override scope, while \(clause(about: tests)).

    \(requesterLine)The code belongs to no test. It may be work that a running test has handed over, or work of an \
    earlier test or of the application.

    - Continue the scope of the test where the work is handed over: let scope = OverrideScope.current, and in the \
    work scope.run { … }.
    - Or create the consumer in the test, in the capture list of the closure: [service = Instance(…)].
    - To use the live implementation, allow it in the global scope: OverrideScope.global.run { \(noun).allowLive() }.
    """
  }

  private func clause(about tests: [ScopedTest]) -> String {
    var names: [String] = []
    for test in tests where !names.contains(test.name) { names.append(test.name) }
    guard names.count > 1, let last = names.last else {
      let overrides = tests.contains { $0.overrides(self) }
      return "\(names.joined()) \(overrides ? "overrides it" : "is strict and does not allow it")"
    }
    let list =
      names.count > 3
      ? "\(names.prefix(3).joined(separator: ", ")) and \(names.count - 3) more"
      : "\(names.dropLast().joined(separator: ", ")) and \(last)"
    return "\(list) override it, or are strict and do not allow it"
  }
}
