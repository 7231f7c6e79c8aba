import XCTest

/// A failure that XCTest does not accept when it happens.
private typealias LateFailure = (text: String, test: String, location: CallLocation)

/// Records the failures of test cases that have ended, and of code that belongs to no test case.
///
/// XCTest accepts no failure for a test that has finished, and attributes a failure to the test that is running. So
/// late failures are kept until a suite finishes, and are then added to the run of the suite under the names of their
/// tests.
@MainActor enum LateFailures {
  private static var pending: [LateFailure] = []

  static func record(_ text: String, of test: String, at location: CallLocation) {
    #if canImport(ObjectiveC)
    // On Apple platforms, the failure is attributed to the running test, and its text names the test that caused it.
    // This branch has never run.
    XCTFail(text, file: location.filePath, line: location.line)
    #else
    pending.append((text, test, location))
    #endif
  }

  /// Runs a test for each late failure, which is possible because no other test is running.
  nonisolated static func add(to testSuite: XCTestSuite) {
    #if !canImport(ObjectiveC)
    guard let suiteRun = testSuite.testRun as? XCTestSuiteRun else { return }
    let failures = onMainActor {
      defer { pending = [] }
      return pending
    }
    for run in failures.compactMap(LateFailureCase.run) { suiteRun.addTestRun(run) }
    #endif
  }
}

/// A test that reports a late failure under the name of the test that caused it.
final class LateFailureCase: XCTestCase {
  #if !canImport(ObjectiveC)
  private var failure: LateFailure?

  override var name: String { failure?.test ?? "" }

  override func invokeTest() {
    guard let failure else { return }
    let file = "\(failure.location.filePath)"
    recordFailure(withDescription: failure.text, inFile: file, atLine: Int(failure.location.line), expected: true)
  }

  fileprivate static func run(_ failure: LateFailure) -> XCTestRun? {
    let testCase = LateFailureCase(name: "", testClosure: { _ in })
    testCase.failure = failure
    testCase.run()
    return testCase.testRun
  }
  #endif
}
