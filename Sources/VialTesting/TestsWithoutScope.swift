import Testing
import Vial

/// Reports live uses and overrides of tests in the global scope, from the first test of the process.
///
/// Other tests see an override of a test in the global scope, and the live implementation is usually a forgotten override.
@MainActor enum TestsWithoutScope {
  private struct Report: Hashable {
    let test: String
    let subject: Subject
  }

  /// The reason for a report: each test gets one for each line with an override, and one for each injection that it resolves
  /// live.
  private enum Subject: Hashable {
    case override(CallSite)
    case liveUse(InjectionDeclaration)
  }

  private static var reports: Set<Report> = []

  /// The effect of a live use in a test without a scope.
  static var liveUse: LiveUse { LiveUse.ofRun ?? .warns }

  // MARK: Swift Testing

  static func check(_ override: Override, in test: Test) {
    guard override.declaration.module != test.module else { return }
    guard isFirst(.override(override.callSite), in: "\(test.id)") else { return }
    record(message(of: override, in: test), .warns, for: test)
  }

  static func check(_ live: LiveResolve, in test: Test) {
    guard liveUse != .allowed, !live.isPublished(in: [test.module]), !live.isAllowed(in: .global) else { return }
    guard isFirst(.liveUse(live.declaration), in: "\(test.id)") else { return }
    Injections.emit(.liveUse(live.declaration))
    record(message(of: live, in: test), liveUse, for: test)
  }

  private static func isFirst(_ subject: Subject, in test: String) -> Bool {
    reports.insert(Report(test: test, subject: subject)).inserted
  }

  private static func record(_ message: String, _ liveUse: LiveUse, for test: Test) {
    let severity: Issue.Severity = liveUse == .fails ? .error : .warning
    Issue.record(Comment(rawValue: message), severity: severity, sourceLocation: test.sourceLocation)
  }

  static func message(of override: Override, in test: Test) -> String {
    """
    The test \(test.nameInMessages) overrides \(override.declaration) at \(override.callSite) outside every \
    override scope.

    Every test without a scope sees the override until it is rolled back.

    \(scopeCure("Make the override in the scope of the test"))
    """
  }

  static func message(of live: LiveResolve, in test: Test) -> String {
    message(of: live, in: test.nameInMessages, scopeCure("Create the consumer in the scope of the test"))
  }

  /// The fix for a test that is missing the trait, or for a test that has left its scope.
  private static func scopeCure(_ cure: String) -> String {
    TestContext.running == nil
      ? "- Give the test or its suite the trait .overrideScope, and override the injection there."
      : "- \(cure), or do not leave the scope with OverrideScope.global.run."
  }

  private static func message(of live: LiveResolve, in test: String, _ cure: String) -> String {
    """
    \(live.declaration) was resolved live by the test \(test), outside every override scope.

    \(live.requesterLine)\(cure)
    - To use the live implementation, allow it in the global scope: OverrideScope.global.run { \(live.noun).allowLive() }.
    """
  }

  // MARK: XCTest

  /// Reports a live use of a test case of XCTest: a warning once for the process and the injection, a failure once for the
  /// test case and the injection.
  static func check(_ live: LiveResolve, in testCase: TestCases.Running) {
    guard liveUse != .allowed, !live.isPublished(in: [testCase.module]), !live.isAllowed(in: .global) else { return }
    guard isFirst(.liveUse(live.declaration), in: liveUse == .fails ? testCase.name : "") else { return }
    Injections.emit(.liveUse(live.declaration))
    let cure = "- Open a scope in invokeTest(): inOverrideScope { super.invokeTest() }, and override the \(live.noun)."
    TestCases.report(message(of: live, in: testCase.name, cure), liveUse)
  }
}
