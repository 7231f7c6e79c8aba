import Testing
import Vial

/// Records a warning for each global override that a test of Swift Testing makes, because other tests see the override.
///
/// The warnings are active only in a process in which a test has the trait. In any other process, tests may share their
/// overrides on purpose.
@MainActor enum GlobalOverrides {
  /// Returns whether a test makes global overrides on purpose, as the tests of this package do.
  static var isExpected: @MainActor (Test) -> Bool = { _ in false }

  static func watch() {
    Overrides.globalOverrideObserver = { override in
      guard let test = Test.current, !isExpected(test) else { return }
      Issue.record(
        Comment(rawValue: message(of: override, in: test)),
        severity: .warning,
        sourceLocation: test.sourceLocation
      )
    }
  }

  static func message(of override: Override, in test: Test) -> String {
    """
    The test \(test.nameInMessages) overrides \(override.declaration) at \(override.callSite) outside every \
    override scope.

    Other tests of the process see the override until it is rolled back.

    - Give the test or its suite the trait .overrideScope.
    """
  }
}
