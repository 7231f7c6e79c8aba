import Foundation
import Vial
import XCTest

/// The test cases of XCTest that begin and end in the process.
@MainActor enum TestCases {
  /// A test case, or the class whose `setUp()` is running.
  struct Running {
    let name: String
    let module: String
  }

  private static var observer: Observer?
  fileprivate static var suiteDepth = 0

  fileprivate(set) static var running: Running?

  /// Whether XCTest is running a suite, and not Swift Testing.
  static var isRunningSuite: Bool { suiteDepth > 0 }

  static func observe() {
    guard observer == nil else { return }
    let observer = Observer()
    Self.observer = observer
    XCTestObservationCenter.shared.addTestObserver(observer)
  }

  /// Reports a message about the running test case, whose file and line are unknown.
  static func report(_ message: String, _ liveUse: LiveUse) {
    switch liveUse {
    case .allowed: break
    case .warns: StandardError().write("Vial: \(message)\n")
    case .fails: XCTFail(message, file: "unknown", line: 0)
    }
  }
}

extension TestCases.Running {
  nonisolated init(_ testCase: XCTestCase) { self.init(name: testCase.name, module: testCase.module) }

  /// The class of a suite, which runs its `setUp()` before its first test case.
  nonisolated init?(_ testSuite: XCTestSuite) {
    guard let testCase = testSuite.tests.first as? XCTestCase else { return nil }
    self.init(name: testSuite.name, module: testCase.module)
  }
}

extension XCTestCase {
  /// The module of the class.
  nonisolated var module: String { String(String(reflecting: type(of: self)).prefix { $0 != "." }) }
}

/// Follows the test cases, and handles what each leaves behind.
private final class Observer: NSObject, XCTestObservation {
  override nonisolated init() { super.init() }

  nonisolated func testSuiteWillStart(_ testSuite: XCTestSuite) {
    let (name, running) = (testSuite.name, TestCases.Running(testSuite))
    onMainActor {
      TestCases.suiteDepth += 1
      TestCases.running = running
      RemainingOverrides.didStart(name)
    }
  }

  nonisolated func testCaseWillStart(_ testCase: XCTestCase) {
    let (name, running) = (testCase.name, TestCases.Running(testCase))
    onMainActor {
      TestCases.running = running
      RemainingOverrides.didStart(name)
      SecondCopy.failRunningTest()
    }
  }

  nonisolated func testCaseDidFinish(_ testCase: XCTestCase) {
    let name = testCase.name
    onMainActor {
      RemainingOverrides.handleOverrides(ofTest: name)
      TestCases.running = nil
    }
  }

  nonisolated func testSuiteDidFinish(_ testSuite: XCTestSuite) {
    let name = testSuite.name
    onMainActor {
      TestCases.running = nil
      RemainingOverrides.handleOverrides(ofSuite: name)
    }
    LateFailures.add(to: testSuite)
    onMainActor { TestCases.suiteDepth -= 1 }
  }
}
