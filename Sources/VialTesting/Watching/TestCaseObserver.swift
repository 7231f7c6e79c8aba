import Foundation
import Vial
import XCTest

/// Follows the test cases and suites of XCTest, and handles what each leaves behind.
final class TestCaseObserver: NSObject, XCTestObservation {
  @MainActor private static let shared = TestCaseObserver()

  @MainActor static func begin() { XCTestObservationCenter.shared.addTestObserver(shared) }

  override nonisolated private init() { super.init() }

  nonisolated func testSuiteWillStart(_ testSuite: XCTestSuite) {
    let name = testSuite.name
    let running = TestIdentity(testSuite)
    onMainActor {
      XCTestState.suiteDepth += 1
      EarlyReports.deliver()
      XCTestState.running = running
      RemainingOverrides.didStart(name)
    }
  }

  nonisolated func testCaseWillStart(_ testCase: XCTestCase) {
    let name = testCase.name
    let running = TestIdentity(testCase)
    let isLateFailure = testCase is LateFailureCase
    onMainActor {
      XCTestState.caseDepth += 1
      Attribution.testCaseBeganInRunLoop = RunLoop.main.currentMode != nil
      XCTestState.running = running
      // The cases that report late failures are not tests of the user.
      if !isLateFailure { ReportHistory.testDidBegin(running) }
      RemainingOverrides.didStart(name)
      SecondCopy.failRunningTest()
    }
  }

  nonisolated func testCaseDidFinish(_ testCase: XCTestCase) {
    let name = testCase.name
    let finished = TestIdentity(testCase)
    let isLateFailure = testCase is LateFailureCase
    onMainActor {
      RemainingOverrides.didFinish(name, finished)
      if !isLateFailure { RunningTests.addTestWithoutScope(finished) }
      XCTestState.running = nil
      XCTestState.caseDepth -= 1
    }
  }

  nonisolated func testSuiteDidFinish(_ testSuite: XCTestSuite) {
    let name = testSuite.name
    let finished = TestIdentity(testSuite)
    onMainActor {
      XCTestState.running = nil
      RemainingOverrides.didFinish(name, finished)
    }
    LateFailures.record(in: testSuite)
    onMainActor { XCTestState.suiteDepth -= 1 }
  }
}
