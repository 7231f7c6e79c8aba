import Vial

/// Receives the live uses outside the scopes of all tests.
@MainActor final class GlobalScopeReceiver: LiveResolveReceiver {
  func receive(_ live: LiveResolve) -> (@MainActor () -> Void)? {
    SecondCopy.failRunningTest()
    return LiveUses.check(live)
  }

  var testName: String? {
    guard let test = Attribution.ofRunningCode.test, !test.identity.framework.expectsFatalErrors else { return nil }
    return test.identity.name
  }
}
