import Testing
import Vial

/// Records a warning for each global override that a test of Swift Testing makes, because other tests see the override.
///
/// The warnings are active only in a process in which a test has the trait. In any other process, tests may share their
/// overrides on purpose.
@MainActor enum GlobalOverrides {
  /// Returns whether a test makes global overrides on purpose, as the tests of this package do.
  static var isExpected: @MainActor (Test) -> Bool = { _ in false }

  private struct Warning: Hashable {
    let test: Test.ID
    let callSite: CallSite
  }

  /// The warnings that were recorded, because each test is warned once for each line.
  private static var recorded: Set<Warning> = []

  static func watch() {
    Overrides.globalOverrideObserver = { override in
      guard let test = Test.current, shouldWarn(of: override, in: test) else { return }
      Issue.record(
        Comment(rawValue: message(of: override, in: test)),
        severity: .warning,
        sourceLocation: test.sourceLocation
      )
    }
  }

  /// Returns whether an override deserves a warning, and notes that the warning is recorded.
  ///
  /// The injections that the module of the test publishes are used by its tests only, so they are exempt.
  static func shouldWarn(of override: Override, in test: Test) -> Bool {
    let publisher = override.declaration.callSite.fileID
    guard !isExpected(test), moduleName(publisher) != moduleName(test.sourceLocation.fileID) else { return false }
    return recorded.insert(Warning(test: test.id, callSite: override.callSite)).inserted
  }

  private static func moduleName(_ fileID: String) -> Substring { fileID.prefix { $0 != "/" } }

  static func message(of override: Override, in test: Test) -> String {
    """
    The test \(test.nameInMessages) overrides \(override.declaration) at \(override.callSite) outside every \
    override scope.

    Other tests of the process see the override until it is rolled back.

    - Give the test or its suite the trait .overrideScope.
    """
  }
}
