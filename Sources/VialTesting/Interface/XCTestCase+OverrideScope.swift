import Dispatch
public import Vial
public import XCTest

extension XCTestCase {
  /// Runs this test in a separate override scope, with its `setUp` and `tearDown` methods.
  ///
  /// Call this method where XCTest invokes the test:
  ///
  /// ```swift
  /// final class ForecastModelTests: XCTestCase {
  ///   override func invokeTest() {
  ///     inOverrideScope { super.invokeTest() }
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
  /// is waiting at that time, and its live uses belong to no test. To continue the scope of this test, run the block with
  /// ``/Vial/OverrideScope/run(_:)-2pkua``.
  ///
  /// This test fails if it resolves a live implementation that it neither overrides nor allows, see ``LiveUse``. If work
  /// does so after the test, the failure is reported under the name of this test when the suite finishes. On Apple
  /// platforms, XCTest attributes such a failure to the test that is running, and the message names this test.
  ///
  /// - Parameters:
  ///   - kind: The visibility of the scopes outside. Without a kind, the scope has the visibility of the nearest enclosing test scope.
  ///   - live: The effect of a live use. Without a value, the scope has the value of the enclosing scope of a test, and
  ///     the outermost scope the value of the environment variable `VIAL_LIVE`, or `.fails`.
  ///   - filePath: The file in which to report failures.
  ///   - line: The line on which to report failures.
  ///   - body: The closure that invokes the test.
  public nonisolated func inOverrideScope(
    _ kind: OverrideScope.Kind? = nil,
    live: LiveUse? = nil,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    _ body: () -> Void
  ) {
    let identity = TestIdentity(self, at: CallLocation(fileID: filePath, filePath: filePath, line: line))
    let (scope, running) = onMainActor {
      ProcessWatch.begin()
      return RunningTest.openScope(kind, live, of: identity)
    }
    scope.run {
      TestOfTask.$running.withValue(running) {
        body()
        if onMainActor({ running.policy }) != .allowed { runReadyWork() }
      }
    }
    onMainActor { running.endScope() }
  }

  /// Runs the jobs that are enqueued on the main queue, while XCTest still attributes their failures to this test.
  private nonisolated func runReadyWork() {
    let ready = XCTestExpectation(description: "The main queue has run the jobs that were ready.")
    DispatchQueue.main.async { ready.fulfill() }
    _ = XCTWaiter.wait(for: [ready], timeout: 10)
  }
}
