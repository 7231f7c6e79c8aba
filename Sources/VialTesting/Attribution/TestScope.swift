import Vial

/// The test and the policy of one scope of a test, and of each scope that is opened inside.
@MainActor final class TestScope {
  let scopeID: OverrideScope.ID
  let test: RunningTest

  /// The effect of live uses in the scope.
  let policy: LiveUse

  #if DEBUG
  /// How often the code of the test has resolved each injection in the scope.
  var resolveCounts: [ObjectIdentifier: Int] = [:]
  #endif

  init(_ scope: OverrideScope, of test: RunningTest, _ policy: LiveUse) {
    scopeID = scope.id
    self.test = test
    self.policy = policy
  }
}

extension OverrideScope {
  /// The scope of a test that this scope is, or that it was opened inside.
  var testScope: TestScope? { testSupport?.receiver as? TestScope }
}
