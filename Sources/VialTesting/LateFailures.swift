import Foundation
import XCTest

/// Records the failures that a strict scope reports after its test has ended.
///
/// XCTest accepts no failure for a test that has finished, and attributes a failure to the test that is running. So
/// late failures are kept until a suite finishes, and are then added to the run of the suite under the names of their
/// tests.
@MainActor enum LateFailures {
  private static var observer: Observer?
  private static var pending: [LateFailure] = []

  static func observe() {
    guard observer == nil else { return }
    let observer = Observer()
    Self.observer = observer
    XCTestObservationCenter.shared.addTestObserver(observer)
  }

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

  private final class Observer: NSObject, XCTestObservation {
    override nonisolated init() { super.init() }

    #if !canImport(ObjectiveC)
    /// Runs a test for each late failure, which is possible because no other test is running.
    nonisolated func testSuiteDidFinish(_ testSuite: XCTestSuite) {
      guard let suiteRun = testSuite.testRun as? XCTestSuiteRun else { return }
      for failure in onMainActor({ take() }) {
        if let run = LateFailureCase.run(failure) { suiteRun.addTestRun(run) }
      }
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
