import Foundation
import Vial
import XCTest

/// Rolls back the overrides that XCTest tests leave behind.
///
/// Install it once, before the tests: in a class's `setUp()`, or in the principal class of a test
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
/// A message on standard error names each test that leaves an override behind, and the line that made
/// it. An override that a class makes in its `class func setUp()` stays for all its tests. It is
/// rolled back, and named, after the last of them.
@MainActor public enum OverrideRollback {
  private static var observer: OverrideObserver?

  /// Rolls back, after each test and after each class, the global overrides made in it.
  ///
  /// A second call changes nothing.
  public nonisolated static func afterEachTest() {
    onMainActor {
      guard observer == nil else { return }
      let observer = OverrideObserver(installedAt: Overrides.checkpoint())
      Self.observer = observer
      XCTestObservationCenter.shared.addTestObserver(observer)
    }
  }
}

/// Takes a checkpoint where a test or a suite starts, and returns to it where that finishes.
@MainActor private final class OverrideObserver: NSObject, XCTestObservation {
  private var checkpoints: [(of: String, Overrides.Checkpoint)] = []

  /// Where the tests and suites return to that were running when the observer was installed.
  private let installation: Overrides.Checkpoint

  init(installedAt installation: Overrides.Checkpoint) {
    self.installation = installation
    super.init()
  }

  nonisolated func testSuiteWillStart(_ testSuite: XCTestSuite) { start(testSuite.name) }
  nonisolated func testCaseWillStart(_ testCase: XCTestCase) { start(testCase.name) }
  nonisolated func testCaseDidFinish(_ testCase: XCTestCase) { finish(testCase.name) }
  nonisolated func testSuiteDidFinish(_ testSuite: XCTestSuite) { finish(testSuite.name) }

  private nonisolated func start(_ name: String) {
    onMainActor { self.checkpoints.append((name, Overrides.checkpoint())) }
  }

  private nonisolated func finish(_ name: String) {
    onMainActor {
      var checkpoint = self.installation
      if let last = self.checkpoints.last, last.of == name {
        checkpoint = last.1
        self.checkpoints.removeLast()
      }
      let leftOver = Overrides.active(since: checkpoint)
      guard !leftOver.isEmpty else { return }
      Overrides.rollback(to: checkpoint)
      let list = leftOver.map { "\n  \($0)" }.joined()
      let message = """
        Vial: \(name) left \(leftOver.count) override\(leftOver.count == 1 ? "" : "s") behind, \
        rolled back now. Use override(_:with:) of the test case, or roll back in tearDown().\(list)

        """
      FileHandle.standardError.write(Data(message.utf8))
    }
  }
}
