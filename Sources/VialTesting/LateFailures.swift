import Foundation
import XCTest

/// Records what a strict scope finds after its test has ended.
///
/// XCTest takes no failure for a test that is over, and gives one that is recorded now to whichever
/// test runs now. So the failures wait until a suite is over, and are added to its run under the names
/// of their tests.
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
    // Not run on Apple's systems: there it is a failure of the test that runs now, and its text names
    // the test that it comes from.
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
    /// No test runs here, which is when another one may be run.
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
/// A test that has the name of another one and its late failure.
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
