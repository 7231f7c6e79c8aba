import Vial

/// What one scope of a test, and each scope that is opened inside, belongs to.
@MainActor final class TestScope {
  let scopeID: Moment
  let test: RunningTest

  /// What the scope has decided about live uses.
  let policy: LiveUse

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
