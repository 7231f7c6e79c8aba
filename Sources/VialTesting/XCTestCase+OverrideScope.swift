import Dispatch
import Vial
public import XCTest

extension XCTestCase {
  /// Runs this test in a separate override scope, with its `setUp` and `tearDown` methods.
  ///
  /// Call this method where XCTest invokes the test:
  ///
  /// ```swift
  /// final class ForecastModelTests: XCTestCase {
  ///   override func invokeTest() {
  ///     inOverrideScope(.strict) { super.invokeTest() }
  ///   }
  ///
  ///   override func setUp() {
  ///     overrideDuringTest { Services.weather.override(with: FixedWeather(.rain)) }
  ///   }
  /// }
  /// ```
  ///
  /// Scopes compose through a class hierarchy. Without a kind, the scope of a subclass sees the overrides of the scope
  /// that its superclass opens, but not the overrides of scopes outside.
  ///
  /// Synchronous and asynchronous tests and the tasks that they start run in the scope. Each test builds separate
  /// singletons, unless the scope is `.inheriting`. The scope releases its instances at its end. Tasks that run after
  /// the test keep the overrides of the test.
  ///
  /// A dispatch block or a timer belongs to no task. On the main queue, a late block runs in the scope of the test that
  /// is running at that time. To continue the scope of this test, run the block with
  /// ``/Vial/OverrideScope/run(_:)-2pkua``.
  ///
  /// In a `.strict` scope, this test fails if it resolves an injection that is neither overridden nor allowed. If work
  /// does so after the test, the failure is reported under the name of this test when the suite finishes. On Apple
  /// platforms, XCTest attributes such a failure to the test that is running, and the message names this test.
  ///
  /// If code outside every scope resolves an injection live that this test overrides or, in a strict scope, does not allow,
  /// a message on standard error names the test and the possible fixes. An override that a test case makes in the global
  /// scope and does not roll back is reported there, too.
  ///
  /// - Parameters:
  ///   - kind: The visibility of the scopes outside, and whether the scope is strict.
  ///   - filePath: The file in which to report failures of a strict scope.
  ///   - line: The line on which to report failures of a strict scope.
  ///   - body: The closure that invokes the test.
  public nonisolated func inOverrideScope(
    _ kind: OverrideScopeTrait.Kind? = nil,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    _ body: () -> Void
  ) {
    let failures = StrictFailures(of: name, file: filePath, line: line)
    let name = name
    let (scope, running) = onMainActor {
      let scope = OverrideScope(ofTest: kind.ofTest, named: name)
      if kind == .strict {
        LateFailures.observe()
        scope.becomeStrict { failures.record($0) }
      }
      let running = ScopedTest(name, named: name, in: scope) { StandardError().write("Vial: \($0)\n") }
      EscapedWork.watch()
      RemainingOverrides.observe()
      EscapedWork.didBegin(running)
      return (scope, running)
    }
    scope.run {
      body()
      if kind == .strict { runReadyWork() }
    }
    onMainActor {
      EscapedWork.didEnd(running)
      failures.testEnds()
      scope.end()
    }
  }

  /// Runs the jobs that are enqueued on the main queue, while XCTest still attributes their failures to this test.
  private nonisolated func runReadyWork() {
    let ready = XCTestExpectation(description: "The main queue has run the jobs that were ready.")
    DispatchQueue.main.async { ready.fulfill() }
    _ = XCTWaiter.wait(for: [ready], timeout: 10)
  }
}

/// Records a failure of an XCTest test for each live implementation that is resolved in the strict scope of the test.
@MainActor private final class StrictFailures {
  private let test: String
  private let file: StaticString
  private let line: UInt
  private var hasEnded = false

  nonisolated init(of test: String, file: StaticString, line: UInt) {
    self.test = test
    self.file = file
    self.line = line
  }

  func testEnds() {
    hasEnded = true
  }

  /// Records a failure at once while the test runs, because XCTest runs one test at a time.
  func record(_ live: LiveResolve) {
    guard hasEnded else {
      return XCTFail(live.message(in: test, setUp: "setUp()"), file: file, line: line)
    }
    let text = live.message(in: "\(test), after its end", setUp: "setUp()")
    LateFailures.record(LateFailure(test: test, text: text, file: file, line: line))
  }
}

/// A failure that work of a test has caused after the end of the test.
struct LateFailure: Sendable {
  let test: String
  let text: String
  let file: StaticString
  let line: UInt
}
