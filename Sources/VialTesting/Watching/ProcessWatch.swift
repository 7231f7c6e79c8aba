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
    TestHooks.permissionObserver = { Reports.reportIfTooLate($0, "The permission") }
    TestCases.observe()
    #if DEBUG
    ForeignInstances.observe()
    #endif
    // Both are evaluated now, so that each is reported in a process in which no test uses the library.
    _ = LiveUse.ofRun
    _ = OverrideScope.isInSecondCopy
  }

  /// Warns a test of Swift Testing that overrides an injection in the global scope, where all tests without a scope see it.
  ///
  /// In XCTest, such an override is the documented way, see `RemainingOverrides`.
  private static func didOverride(_ override: Override, in scope: OverrideScope) {
    SecondCopy.failRunningTest()
    RunningTests.policiesHaveChanged()
    Reports.reportIfTooLate(override.declaration, "The override at \(override.callSite)")
    let attribution = Attribution.ofRunningCode
    guard scope.isGlobal, let test = attribution.test, test.run == nil else { return }
    let identity = test.identity
    guard !identity.framework.usesGlobalScope, !identity.publishes(override.declaration), !identity.isExempt else {
      return
    }
    let report = Report(
      id: .globalOverride,
      subject: .globalOverride(override.callSite),
      effect: .warns,
      attribution: attribution,
      origin: CallLocation(override.callSite),
      event:
        "The test \(identity.name) overrides \(override.declaration) at \(override.callSite) outside every override scope",
      explanation: "Every test without a scope sees the override until it is rolled back.",
      fixes: [identity.scopeFix("Make the override in the scope of the test")]
    )
    Reports.report(report, about: report.subject, .warns, attribution)
  }
}

/// Receives the live uses outside the scopes of all tests.
@MainActor private final class GlobalScope: LiveResolveReceiver {
  func receive(_ live: LiveResolve) -> (@MainActor () -> Void)? {
    SecondCopy.failRunningTest()
    return LiveUses.check(live)
  }

  var testName: String? {
    guard let identity = Attribution.ofRunningCode.test?.identity else { return nil }
    return identity.framework == .exitTest ? nil : identity.name
  }
}
