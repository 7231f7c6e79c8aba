import Vial

/// Receives the live uses outside the scopes of all tests.
@MainActor final class GlobalScopeReceiver: LiveResolveReceiver {
  func receive(_ live: LiveResolve) -> (@MainActor () -> Void)? {
    SecondCopy.failRunningTest()
    return LiveUses.check(live)
  }

  var testName: String? {
    Attribution.ofRunningCode.test.flatMap { $0.identity.module == nil ? nil : $0.identity.name }
  }
}
