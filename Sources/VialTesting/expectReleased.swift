import Testing
public import Vial
import XCTest

/// Expects that nothing of an injection is alive any more, or fails the current test.
///
/// Call it after the consumers are gone, in a test of Swift Testing or of XCTest, in the test's own
/// task: a detached one is of no test that could fail.
///
/// ```swift
/// @MainActor @Test(.overrideScope) func modelReleasesItsService() {
///   do { _ = ForecastModel().advice }
///   expectReleased(weather)
/// }
/// ```
///
/// It looks at the cache of the current override scope, as `current` does: a `.singleton` that was
/// built is always alive, and an `.onDemand` injection caches nothing to be alive.
///
/// - Parameters:
///   - injection: The injection whose instance should be gone.
///   - fileID: Where the expectation stands.
///   - filePath: Where the expectation stands.
///   - line: Where the expectation stands.
///   - column: Where the expectation stands.
@MainActor
public func expectReleased<Value>(
  _ injection: Injection<Value>,
  fileID: String = #fileID,
  filePath: StaticString = #filePath,
  line: Int = #line,
  column: Int = #column
) {
  guard injection.current != nil else { return }
  let message = """
    An instance that should be released is alive. Let go of it before this line: a consumer holds \
    it, a closure, a task, or the strategy of the injection that provided it:
    \(injection.debugDescription)
    """
  if Test.current != nil {
    Issue.record(
      Comment(rawValue: message),
      sourceLocation: SourceLocation(
        fileID: fileID,
        filePath: "\(filePath)",
        line: line,
        column: column
      )
    )
  } else {
    XCTFail(message, file: filePath, line: UInt(line))
  }
}
