import Foundation
import Vial
import XCTest

/// Reports the global overrides that XCTest tests leave behind, and rolls them back after `OverrideRollback.afterEachTest()`.
@MainActor enum RemainingOverrides {
  private static var observer: Observer?
  private static var rollsBack = false

  /// The lines of overrides that were reported and not rolled back.
  private static var reportedLines: Set<CallSite> = []

  /// Observes each test that begins or ends from now on.
  static func observe(rollingBack: Bool = false) {
    rollsBack = rollsBack || rollingBack
    guard observer == nil else { return }
    let observer = Observer()
    Self.observer = observer
    XCTestObservationCenter.shared.addTestObserver(observer)
  }

  /// Handles the overrides that a test case has left behind.
  fileprivate static func handle(_ remaining: [Override], of test: String) {
    if rollsBack { return rollBack(remaining, of: test) }
    let unreported = remaining.filter { reportedLines.insert($0.callSite).inserted }
    report(unreported, of: test, "in the global scope, where later tests see \(unreported.count == 1 ? "it" : "them")")
  }

  /// Handles the overrides that remain at the end of a suite, such as the overrides of a `class func setUp()`.
  fileprivate static func handle(_ remaining: [Override], ofSuite suite: String) {
    if rollsBack { rollBack(remaining, of: suite) }
  }

  private static func rollBack(_ remaining: [Override], of name: String) {
    for override in remaining.reversed() { override.rollback() }
    report(remaining, of: name, "now rolled back")
  }

  private static func report(_ remaining: [Override], of name: String, _ state: String) {
    guard !remaining.isEmpty else { return }
    let list = remaining.map { "\n  \($0)" }.joined()
    let count = remaining.count == 1 ? "1 override" : "\(remaining.count) overrides"
    StandardError().write(
      """
      Vial: \(name) left \(count) behind, \(state). Use overrideDuringTest { … }, or roll back in tearDown().\(list)

      """
    )
  }
}

/// Stores the sequence number at which a test or a suite begins, and finds later overrides when it finishes.
@MainActor private final class Observer: NSObject, XCTestObservation {
  private var starts: [(name: String, sequenceNumber: UInt64)] = []

  private static var globalOverrides: [Override] { OverrideScope.global.run { Overrides.active } }

  /// The sequence number of the newest override in the global scope.
  private static var newestOverride: UInt64 { globalOverrides.last?.sequenceNumber ?? 0 }

  /// The sequence number for tests and suites that were already running when the observer was installed.
  private let installation = newestOverride

  nonisolated func testSuiteWillStart(_ testSuite: XCTestSuite) { didStart(testSuite.name) }
  nonisolated func testCaseWillStart(_ testCase: XCTestCase) { didStart(testCase.name) }

  nonisolated func testCaseDidFinish(_ testCase: XCTestCase) {
    let name = testCase.name
    onMainActor { RemainingOverrides.handle(remainingOverrides(of: name), of: name) }
  }

  nonisolated func testSuiteDidFinish(_ testSuite: XCTestSuite) {
    let name = testSuite.name
    onMainActor { RemainingOverrides.handle(remainingOverrides(of: name), ofSuite: name) }
  }

  private nonisolated func didStart(_ name: String) {
    onMainActor { starts.append((name, Self.newestOverride)) }
  }

  private func remainingOverrides(of name: String) -> [Override] {
    var start = installation
    if let last = starts.last, last.name == name {
      start = last.sequenceNumber
      starts.removeLast()
    }
    return Self.globalOverrides.filter { $0.sequenceNumber > start }
  }
}
