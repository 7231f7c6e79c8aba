public import Vial

/// Records an issue of the current test if the instance of an injection has not been released.
///
/// Call this function in a test of Swift Testing or XCTest, after the consumers were deallocated. Call it in the task
/// of the test, because a detached task does not belong to a test.
///
/// ```swift
/// @MainActor @Test(.overrideScope { Services.weather.override(with: FixedWeather(.rain)) })
/// func modelReleasesItsService() {
///   do { _ = ForecastModel().advice }
///   expectReleased(Services.weather)
/// }
/// ```
///
/// The function checks `current` in the current override scope. It fails for a `.singleton` that is cached, because the
/// cache retains the instance, and for an injection that another one provides for, because that one caches the instance.
/// It does not fail for an `.onDemand` injection, because nothing is cached.
///
/// - Parameters:
///   - injection: The injection whose instance should have been released.
///   - fileID: The file to report.
///   - filePath: The path of the file to report.
///   - line: The line to report.
///   - column: The column to report.
@MainActor public func expectReleased<Value>(
  _ injection: Injection<Value>,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  let event: String
  let facts: [String]
  let fix: String
  if let target = injection.forwardingTarget {
    event = "An injection that another one provides for has no instance of its own"
    facts = [injection.debugDescription, "Provided by: \(target)"]
    fix = "Expect that one to be released."
  } else if injection.current != nil {
    event = "An instance that should have been released is alive"
    facts = [injection.debugDescription]
    fix = "Release it before this line: a consumer, a closure, a task, or the cache of the injection retains it."
  } else {
    return
  }
  let call = CallLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  recordFailure(.notReleased, event, facts: facts, fix: fix, at: call)
}
