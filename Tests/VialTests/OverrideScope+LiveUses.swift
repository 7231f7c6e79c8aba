import Vial

@testable import VialTesting

extension OverrideScope {
  /// Reports the live uses of the scope, as the scope of a test of another module does.
  func reportLiveUses(_ report: @escaping @MainActor (LiveResolve) -> Void) {
    let test = RunningTest("Tests.test()", named: "test()", in: "Tests") { _, _ in }
    liveResolveReceiver = TestScope(of: test, .fails) { live, _ in report(live) }
  }
}
