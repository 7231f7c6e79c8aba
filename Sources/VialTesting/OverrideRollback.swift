import Foundation
import Vial
import XCTest

/// Rolls back the global overrides that XCTest tests leave behind.
///
/// Call ``afterEachTest()`` once before the tests, in the `setUp()` of a class or in the principal class of a test
/// bundle.
///
/// ```swift
/// final class ForecastTests: XCTestCase {
///   override class func setUp() {
///     OverrideRollback.afterEachTest()
///   }
/// }
/// ```
///
/// A message on standard error names each test that leaves an override behind, and the line of the override. An
/// override that `class func setUp()` makes applies to all tests of the class, and is rolled back after the last test.
@MainActor public enum OverrideRollback {
  private static var observer: OverrideObserver?

  /// Rolls back the remaining global overrides whenever a test or a test class has finished.
  ///
  /// A second call has no effect.
  public nonisolated static func afterEachTest() {
    onMainActor {
      guard observer == nil else { return }
      let observer = OverrideObserver()
      Self.observer = observer
      XCTestObservationCenter.shared.addTestObserver(observer)
    }
  }
}

/// Stores the sequence number at which a test or a suite begins, and rolls back later overrides when it finishes.
@MainActor private final class OverrideObserver: NSObject, XCTestObservation {
  private var starts: [(name: String, sequenceNumber: UInt64)] = []

  private static var globalOverrides: [Override] { OverrideScope.global.run { Overrides.active } }

  /// The sequence number of the newest override in the global scope.
  private static var newestOverride: UInt64 { globalOverrides.last?.sequenceNumber ?? 0 }

  /// The sequence number for tests and suites that were already running when the observer was installed.
  private let installation = newestOverride

  nonisolated func testSuiteWillStart(_ testSuite: XCTestSuite) { didStart(testSuite.name) }
  nonisolated func testCaseWillStart(_ testCase: XCTestCase) { didStart(testCase.name) }
  nonisolated func testCaseDidFinish(_ testCase: XCTestCase) { didFinish(testCase.name) }
  nonisolated func testSuiteDidFinish(_ testSuite: XCTestSuite) { didFinish(testSuite.name) }

  private nonisolated func didStart(_ name: String) {
    onMainActor { starts.append((name, Self.newestOverride)) }
  }

  private nonisolated func didFinish(_ name: String) {
    onMainActor {
      var start = installation
      if let last = starts.last, last.name == name {
        start = last.sequenceNumber
        starts.removeLast()
      }
      let remaining = Self.globalOverrides.filter { $0.sequenceNumber > start }
      guard !remaining.isEmpty else { return }
      for override in remaining.reversed() { override.rollback() }
      let list = remaining.map { "\n  \($0)" }.joined()
      let message = """
        Vial: \(name) left \(remaining.count) override\(remaining.count == 1 ? "" : "s") behind, now rolled back. \
        Use overrideDuringTest { … }, or roll back in tearDown().\(list)

        """
      FileHandle.standardError.write(Data(message.utf8))
    }
  }
}
