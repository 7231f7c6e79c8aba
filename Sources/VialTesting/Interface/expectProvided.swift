public import Vial

/// Records an issue of the current test if injections have no implementation in the current override scope.
///
/// Call this function in the test of a composition root. One issue lists all injections that lack an implementation, and
/// the test continues. Nothing is built.
///
/// ```swift
/// @MainActor @Test(.overrideScope) func compositionProvidesEveryRequirement() {
///   Services.api.provide(with: SampleAPI())
///   Services.session.override(with: Session(Account()))
///
///   expectProvided(Services.api, Services.session)
/// }
/// ```
///
/// An injection that is not required always has an implementation.
///
/// - Parameters:
///   - injections: The injections that need an implementation, an override, or an active context.
///   - fileID: The file to report.
///   - filePath: The path of the file to report.
///   - line: The line to report.
///   - column: The column to report.
@MainActor public func expectProvided<each Value>(
  _ injections: repeat Injection<each Value>,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  var missing: [String] = []
  for injection in repeat each injections {
    if !injection.isProvided { missing.append(injection.debugDescription) }
  }
  guard !missing.isEmpty else { return }
  recordFailure(
    .notProvided,
    "Not every required injection has an implementation",
    facts: missing,
    fix: "Call provide(with:strategy:) on each of them in the composition, or override it in the test.",
    at: CallLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  )
}
