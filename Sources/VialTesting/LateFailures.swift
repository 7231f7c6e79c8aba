import XCTest

/// A failure that work of a test has caused after the end of the test.
struct LateFailure: Sendable {
  let test: String
  let text: String
  let file: StaticString
  let line: UInt
}

/// Records the failures of test cases that have ended.
///
/// XCTest accepts no failure for a test that has finished, and attributes a failure to the test that is running. So
/// late failures are kept until a suite finishes, and are then added to the run of the suite under the names of their
/// tests.
@MainActor enum LateFailures {
  private static var pending: [LateFailure] = []

  static func record(_ failure: LateFailure) {
    #if canImport(ObjectiveC)
    // On Apple platforms, the failure is attributed to the running test, and its text names the test that caused it.
    // This branch has never run.
    XCTFail(failure.text, file: failure.file, line: failure.line)
    #else
    pending.append(failure)
    #endif
  }

  private static func take() -> [LateFailure] {
    defer { pending = [] }
    return pending
  }

  /// Runs a test for each late failure, which is possible because no other test is running.
  nonisolated static func add(to testSuite: XCTestSuite) {
    #if !canImport(ObjectiveC)
    guard let suiteRun = testSuite.testRun as? XCTestSuiteRun else { return }
    for failure in onMainActor({ take() }) {
      if let run = LateFailureCase.run(failure) { suiteRun.addTestRun(run) }
    }
    #endif
  }
}

#if !canImport(ObjectiveC)
/// A test that reports a late failure under the name of the test that caused it.
private final class LateFailureCase: XCTestCase {
  private var failure: LateFailure?

  override var name: String { failure?.test ?? "" }

  override func invokeTest() {
    guard let failure else { return }
    recordFailure(
      withDescription: failure.text,
      inFile: "\(failure.file)",
      atLine: Int(failure.line),
      expected: true
    )
  }

  static func run(_ failure: LateFailure) -> XCTestRun? {
    let testCase = LateFailureCase(name: "", testClosure: { _ in })
    testCase.failure = failure
    testCase.run()
    return testCase.testRun
  }
}
#endif
