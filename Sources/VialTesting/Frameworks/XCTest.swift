import Vial
import XCTest

extension TestFramework {
  static let xctest: Self = Self(
    name: "XCTest",
    preparation: "setUp()",
    creation: "setUp()",
    scopeFix: "Open a scope in invokeTest(): inOverrideScope { super.invokeTest() }, and override the injection.",
    usesGlobalScope: true,
    announcesTests: true,
    attributesByTime: true,
    expectsFatalErrors: false,
    currentTest: {
      // XCTest runs one case at a time. While a case has a scope, its own code is in its task.
      guard RunningTests.running.isEmpty, let test = XCTestState.running else { return nil }
      return CurrentTest(identity: test, hasBegun: false)
    },
    acceptsIssues: { XCTestState.isRunningSuite },
    record: { issue, identity, run in
      guard issue.isFailure else { return StandardError().write("Vial: \(issue.text)\n") }
      let place = issue.place ?? identity.place
      // XCTest ignores a failure while no case is running, as in the `setUp()` of a class, and attributes it to the running case.
      if run?.hasEnded == true || !XCTestState.isRunningCase {
        return LateFailures.add(issue.text, of: identity.name, at: place)
      }
      XCTFail(issue.text, file: place.literalPath ?? "Unknown.swift", line: UInt(place.line))
    },
    recordForNobody: { issue in
      guard issue.isFailure else { return StandardError().write("Vial: \(issue.text)\n") }
      LateFailures.add(issue.text, of: "code that belongs to no test", at: issue.place ?? .unknown)
    }
  )
}

/// The state of XCTest, which `TestCaseObserver` updates.
@MainActor enum XCTestState {
  static var suiteDepth = 0
  static var caseDepth = 0

  /// The test case that is running, or the class whose `setUp()` is running.
  static var running: TestIdentity?

  /// Whether XCTest is running a suite, and not Swift Testing.
  static var isRunningSuite: Bool { suiteDepth > 0 }

  static var isRunningCase: Bool { caseDepth > 0 }
}

extension TestIdentity {
  init(_ testCase: XCTestCase, at place: CallLocation = .unknown) {
    self.init(xctest: testCase.name, module: testCase.module, at: place)
  }

  /// The class of a suite, which runs its `setUp()` before its first test case.
  init?(_ testSuite: XCTestSuite) {
    guard let testCase = testSuite.tests.first as? XCTestCase else { return nil }
    self.init(xctest: testSuite.name, module: testCase.module)
    isSuite = true
  }

  init(xctest name: String, module: String, at place: CallLocation = .unknown) {
    self.init(framework: .xctest, name: name, id: "\(module).\(name)", module: module, place: place)
  }
}

extension XCTestCase {
  fileprivate var module: String { String(String(reflecting: type(of: self)).prefix { $0 != "." }) }
}
