import XCTest

/// A failure that XCTest does not accept when it happens.
private typealias LateFailure = (text: String, test: String, place: CallLocation)

/// Records the failures of test cases that have ended, and of code that belongs to no test case.
///
/// XCTest accepts no failure for a test that has finished, and attributes a failure to the test that is running. So
/// late failures are kept until a suite finishes, and are then added to the run of the suite under the names of their
/// tests.
@MainActor enum LateFailures {
  private static var pending: [LateFailure] = []

  static func add(_ text: String, of test: String, at place: CallLocation) {
    #if canImport(ObjectiveC)
    // On Apple platforms, the failure is attributed to the running test, and its text names the test that caused it.
    // This branch has never run.
    XCTFail(text, file: place.literalPath ?? "Unknown.swift", line: UInt(place.line))
    #else
    pending.append((text, test, place))
    #endif
  }

  /// Runs a test for each late failure, which is possible because no other test is running.
  nonisolated static func record(in testSuite: XCTestSuite) {
    #if !canImport(ObjectiveC)
    guard let suiteRun = testSuite.testRun as? XCTestSuiteRun else { return }
    let failures = onMainActor {
      defer { pending = [] }
      return pending
    }
    for failure in failures {
      if let run = LateFailureCase.run(failure) { suiteRun.addTestRun(run) }
    }
    #endif
  }
}

/// A test that reports a late failure under the name of the test that caused it.
final class LateFailureCase: XCTestCase {
  #if !canImport(ObjectiveC)
  private var failure: LateFailure = ("", "", .unknown)

  override var name: String { failure.test }

  override func invokeTest() {
    let place = failure.place
    recordFailure(withDescription: failure.text, inFile: place.filePath, atLine: place.line, expected: true)
  }

  fileprivate static func run(_ failure: LateFailure) -> XCTestRun? {
    let testCase = LateFailureCase(name: "", testClosure: { _ in })
    testCase.failure = failure
    testCase.run()
    return testCase.testRun
  }
  #endif
}
