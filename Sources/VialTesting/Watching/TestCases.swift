import Foundation
import Vial
import XCTest

/// The test cases of XCTest that begin and end in the process.
@MainActor enum TestCases {
  private static let observer = Observer()
  fileprivate static var suiteDepth = 0
  fileprivate static var caseDepth = 0

  /// The test case that is running, or the class whose `setUp()` is running.
  fileprivate(set) static var running: TestIdentity?

  /// Whether XCTest is running a suite, and not Swift Testing.
  static var isRunningSuite: Bool { suiteDepth > 0 }

  static var isRunningCase: Bool { caseDepth > 0 }

  static func observe() { XCTestObservationCenter.shared.addTestObserver(observer) }
}

extension TestIdentity {
  /// The class of a suite, which runs its `setUp()` before its first test case.
  fileprivate init?(_ testSuite: XCTestSuite) {
    guard let testCase = testSuite.tests.first as? XCTestCase else { return nil }
    self.init(.xctest, named: testSuite.name, module: TestIdentity(testCase).module)
  }
}

/// Follows the test cases, and handles what each leaves behind.
private final class Observer: NSObject, XCTestObservation {
  override nonisolated init() { super.init() }

  nonisolated func testSuiteWillStart(_ testSuite: XCTestSuite) {
    let (name, running) = (testSuite.name, TestIdentity(testSuite))
    onMainActor {
      TestCases.suiteDepth += 1
      EarlyIssues.deliver()
      TestCases.running = running
      RemainingOverrides.didStart(name)
    }
  }

  nonisolated func testCaseWillStart(_ testCase: XCTestCase) {
    let (name, running) = (testCase.name, TestIdentity(testCase))
    let isLateFailure = testCase is LateFailureCase
    onMainActor {
      TestCases.caseDepth += 1
      TestCases.running = running
      // The cases that report late failures are no tests.
      if !isLateFailure { Reports.didBegin(running) }
      RemainingOverrides.didStart(name)
      SecondCopy.failRunningTest()
    }
  }

  nonisolated func testCaseDidFinish(_ testCase: XCTestCase) {
    let name = testCase.name
    let isLateFailure = testCase is LateFailureCase
    onMainActor {
      RemainingOverrides.didFinish(name, isSuite: false)
      if let running = TestCases.running, !isLateFailure { RunningTests.didSeeTestWithoutScope(running) }
      TestCases.running = nil
      TestCases.caseDepth -= 1
    }
  }

  nonisolated func testSuiteDidFinish(_ testSuite: XCTestSuite) {
    let name = testSuite.name
    onMainActor {
      TestCases.running = nil
      RemainingOverrides.didFinish(name, isSuite: true)
    }
    LateFailures.add(to: testSuite)
    onMainActor { TestCases.suiteDepth -= 1 }
  }
}
