import Dispatch
import Vial
public import XCTest

extension XCTestCase {
  /// Gives this test an override scope of its own, `setUp` and `tearDown` included.
  ///
  /// Call it where XCTest invokes the test:
  ///
  /// ```swift
  /// final class ForecastModelTests: XCTestCase {
  ///   override func invokeTest() {
  ///     inOverrideScope(.strict) { super.invokeTest() }
  ///   }
  ///
  ///   override func setUp() {
  ///     override(Services.weather, with: FixedWeather(.rain))
  ///   }
  /// }
  /// ```
  ///
  /// Without a kind it composes: where a superclass calls it too, a test sees the overrides of both, and
  /// nothing else from outside.
  ///
  /// Synchronous and `async` tests run in the scope, and so do the tasks that they start. Each test
  /// builds its own singletons, unless the scope is `.inheriting`. At its end the scope releases its
  /// instances. Tasks that run after the test keep the test's overrides.
  ///
  /// A dispatch block or a timer belongs to no task. If it runs after the test, it runs in the scope
  /// of the test that is running then. Write it with ``Vial/OverrideScope/run(_:)-2pkua`` to keep this
  /// test's scope.
  ///
  /// In a `.strict` scope, resolving an injection that is neither overridden nor allowed is a failure
  /// of this test. Work that runs after the test can fail it too. Such a failure is reported when the
  /// suite is over, under the name of this test.
  ///
  /// - Parameters:
  ///   - kind: What the scope sees from outside, and whether it is strict.
  ///   - file: Where failures of a strict scope are reported.
  ///   - line: Where failures of a strict scope are reported.
  ///   - body: Invokes the test.
  public nonisolated func inOverrideScope(
    _ kind: OverrideScopeTrait.Kind? = nil,
    file: StaticString = #filePath,
    line: UInt = #line,
    _ body: () -> Void
  ) {
    let failures = StrictFailures(of: name, file: file, line: line)
    let name = name
    let scope = onMainActor {
      let scope = OverrideScope(ofTest: kind.ofTest, named: name)
      if kind == .strict {
        LateFailures.observe()
        scope.becomeStrict { failures.record($0) }
      }
      return scope
    }
    scope.run {
      body()
      if kind == .strict { runReadyWork() }
    }
    onMainActor {
      failures.testEnds()
      scope.end()
    }
  }

  /// Lets what is ready on the main actor run while its failures can still be this test's.
  private nonisolated func runReadyWork() {
    let ready = XCTestExpectation(description: "what the test left ready to run")
    DispatchQueue.main.async { ready.fulfill() }
    _ = XCTWaiter.wait(for: [ready], timeout: 10)
  }
}

/// The live resolves in the strict scope of one XCTest test, each a failure of that test (rule 23).
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

  /// One test of XCTest runs at a time, so a failure that is recorded meanwhile is its own.
  func record(_ live: LiveResolve) {
    guard hasEnded else {
      return XCTFail(live.message(of: test, whichWritesIn: "`setUp()`"), file: file, line: line)
    }
    let text = live.message(of: "\(test), after its end", whichWritesIn: "`setUp()`")
    LateFailures.record(LateFailure(test: test, text: text, file: file, line: line))
  }
}

/// A failure that happened after its test.
struct LateFailure: Sendable {
  let test: String
  let text: String
  let file: StaticString
  let line: UInt
}
