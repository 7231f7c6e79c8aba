import Testing
import Vial

/// Warns about overrides and live resolves outside every scope, in a process in which a test has a scope.
///
/// Other tests see an override of a test in the global scope, and the live implementation is usually a forgotten override.
/// Code that belongs to no test is handled by `EscapedWork`. In a process without tests in scopes, tests may share their
/// overrides on purpose.
@MainActor enum GlobalScopeWarnings {
  /// Returns whether a test uses the global scope on purpose, as the tests of this package do.
  static var isExpected: @MainActor (Test) -> Bool = { _ in false }

  private struct Warning: Hashable {
    let test: Test.ID
    let subject: Subject
  }

  /// The reason for a warning: each test is warned once for each line with an override, and once for each injection that
  /// it resolves live.
  enum Subject: Hashable {
    case override(CallSite)
    case liveResolve(InjectionDeclaration)
  }

  private static var recorded: Set<Warning> = []

  /// Warns tests of Swift Testing in the global scope from now on.
  static func watchTests() {
    Overrides.globalOverrideObserver = { override in
      guard let test = Test.current, shouldWarn(of: override, in: test) else { return }
      record(message(of: override, in: test), for: test)
    }
    EscapedWork.watch { live, test in
      guard shouldWarn(of: live, in: test) else { return }
      record(message(of: live, in: test), for: test)
    }
  }

  private static func record(_ message: String, for test: Test) {
    Issue.record(Comment(rawValue: message), severity: .warning, sourceLocation: test.sourceLocation)
  }

  static func shouldWarn(of override: Override, in test: Test) -> Bool {
    isFirstWarning(of: .override(override.callSite), override.declaration, in: test)
  }

  static func shouldWarn(of live: LiveResolve, in test: Test) -> Bool {
    !live.isAllowed(in: live.scope) && isFirstWarning(of: .liveResolve(live.declaration), live.declaration, in: test)
  }

  /// Returns whether a test has to be warned, and records the warning.
  ///
  /// Injections that the module of the test publishes are exempt, because they are probably part of the test.
  private static func isFirstWarning(of subject: Subject, _ declaration: InjectionDeclaration, in test: Test) -> Bool {
    let publisher = moduleName(declaration.callSite.fileID)
    guard !isExpected(test), publisher != moduleName(test.sourceLocation.fileID) else { return false }
    return recorded.insert(Warning(test: test.id, subject: subject)).inserted
  }

  private static func moduleName(_ fileID: String) -> Substring { fileID.prefix { $0 != "/" } }

  static func message(of override: Override, in test: Test) -> String {
    """
    The test \(test.nameInMessages) overrides \(override.declaration) at \(override.callSite) outside every \
    override scope.

    Every test without a scope sees the override until it is rolled back.

    - Give the test or its suite the trait .overrideScope.
    """
  }

  static func message(of live: LiveResolve, in test: Test) -> String {
    """
    \(live.declaration) was resolved live by the test \(test.nameInMessages), outside every override scope.

    \(live.requesterLine)\(cure(of: live, in: test))
    - To use the live implementation, allow it: \(live.noun).allowLive().
    """
  }

  private static func cure(of live: LiveResolve, in test: Test) -> String {
    EscapedWork.isRunning("\(test.id)")
      ? "- Create the consumer in the scope of the test, or do not leave the scope with OverrideScope.global.run."
      : "- Give the test or its suite the trait .overrideScope, and override the \(live.noun)."
  }
}
