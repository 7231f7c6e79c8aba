import Testing
public import Vial
import XCTest

/// Fails the current test if an instance of an injection is still alive.
///
/// Call it after the consumers are gone, in a test of Swift Testing or of XCTest. Call it in the
/// test's own task, because a detached task belongs to no test.
///
/// ```swift
/// @MainActor @Test(.overrideScope) func modelReleasesItsService() {
///   do { _ = ForecastModel().advice }
///   expectReleased(Services.weather)
/// }
/// ```
///
/// It looks at `current`, in the current override scope. So it always fails for a `.singleton` that
/// was built, and never for an `.onDemand` injection, which caches nothing.
///
/// - Parameters:
///   - injection: The injection whose instance should be gone.
///   - fileID: Where the expectation stands.
///   - filePath: Where the expectation stands.
///   - line: Where the expectation stands.
///   - column: Where the expectation stands.
@MainActor public func expectReleased<Value>(
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
