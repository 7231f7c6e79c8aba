import Testing
import Vial

/// Warns of overrides that Swift Testing's tests make outside every scope: other tests meet them.
///
/// Where no test of the process has the trait, tests may share their overrides on purpose.
@MainActor enum GlobalOverrides {
  /// Whether a test makes such overrides on purpose, as this package's own tests do.
  static var isExpected: @MainActor (Test) -> Bool = { _ in false }

  static func watch() {
    Overrides.watcher = { override in
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
    override scope: the tests that run beside it and after it meet the override. Give the test, or its \
    suite, the trait .overrideScope.
    """
  }
}
