import Testing
import Vial

/// Watches a process with tests: live uses and overrides in the global scope, and test cases that begin and end.
@MainActor enum ProcessWatch {
  /// The modules whose tests use the global scope on purpose, as the tests of the core do.
  static var exemptModules: Set<String> = []

  /// Begins to watch, at the first call.
  static func begin() {
    guard OverrideScope.global.liveResolveReceiver == nil else { return }
    OverrideScope.global.liveResolveReceiver = GlobalScope()
    TestHooks.overrideObserver = { override, scope in didOverride(override, in: scope) }
    TestCases.observe()
    #if DEBUG
    ForeignInstances.observe()
    #endif
    // Both are evaluated now, so that each is reported in a process in which no test uses the library.
    _ = (LiveUse.ofRun, OverrideScope.isInSecondCopy)
  }

  /// Warns a test of Swift Testing that overrides an injection in the global scope, where all tests without a scope see it.
  ///
  /// In XCTest, such an override is the documented way, see `RemainingOverrides`.
  private static func didOverride(_ override: Override, in scope: OverrideScope) {
    SecondCopy.failRunningTest()
    Reports.reportIfTooLate(override.declaration, "The override at \(override.callSite)")
    guard scope.isGlobal, case .unscoped(let test) = Attribution.ofRunningCode, !test.isXCTest else { return }
    guard !test.publishes(override.declaration), !test.isExempt else { return }
    Reports.report(.globalOverride(override.callSite), .warns, to: .unscoped(test), message(of: override, in: test))
  }

  static func message(of override: Override, in test: TestIdentity) -> String {
    """
    The test \(test.name) overrides \(override.declaration) at \(override.callSite) outside every override scope.

    Every test without a scope sees the override until it is rolled back.

    - \(test.scopeFix("Make the override in the scope of the test"))
    """
  }
}

/// Receives the live uses in the global scope.
@MainActor private final class GlobalScope: LiveResolveReceiver {
  func receive(_ live: LiveResolve) {
    SecondCopy.failRunningTest()
    if ProcessWatch.exemptModules.contains(live.declaration.module) { return }
    if Attribution.of(live).test?.isExempt == true { return }
    LiveUses.check(live)
  }

  var testName: String? { Attribution.ofRunningCode.test.flatMap { $0.isExitTest ? nil : $0.name } }
}
