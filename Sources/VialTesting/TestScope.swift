import Vial

/// Receives the live uses in one scope of a test, and in the scopes that are opened inside.
@MainActor final class TestScope: LiveResolveReceiver {
  let scopeID: Moment
  let test: RunningTest
  let liveUse: LiveUse

  init(_ scope: OverrideScope, of test: RunningTest, _ liveUse: LiveUse) {
    (scopeID, self.test, self.liveUse) = (scope.id, test, liveUse)
  }

  func receive(_ live: LiveResolve) { LiveUses.check(live) }

  var testName: String? { test.identity.name }
}

extension OverrideScope {
  /// The scope of a test that this scope is, or that it was opened inside.
  var testScope: TestScope? { liveResolveReceiver as? TestScope }
}
