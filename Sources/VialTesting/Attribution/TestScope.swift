import Vial

/// Receives the live uses in one scope of a test, and in the scopes that are opened inside.
@MainActor final class TestScope: LiveResolveReceiver {
  let scopeID: OverrideScope.ID
  let test: RunningTest
  let policy: LiveUse

  init(_ scope: OverrideScope, of test: RunningTest, _ policy: LiveUse) {
    scopeID = scope.id
    self.test = test
    self.policy = policy
  }

  func receive(_ live: LiveResolve) -> (@MainActor () -> Void)? { LiveUses.check(live) }

  var testName: String? { test.identity.name }
}

extension OverrideScope {
  /// The scope of a test that this scope is, or that it was opened inside.
  var testScope: TestScope? { liveResolveReceiver as? TestScope }
}
