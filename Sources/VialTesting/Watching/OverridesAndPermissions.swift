import Vial

/// Follows the overrides and permissions of tests, which change the effects of live uses.
@MainActor enum OverridesAndPermissions {
  static func observe() {
    TestHooks.onOverride = { override, scope in didOverride(override, in: scope) }
    TestHooks.onPermission = { declaration, retained, includesDependencies in
      let scope = OverrideScope.current
      let test = didPermit(declaration, in: scope)
      scope.add(
        LivePermission(retained: retained, includesDependenciesByTest: [test: includesDependencies]),
        for: declaration
      )
    }
  }

  private static func didOverride(_ override: Override, in scope: OverrideScope) {
    KnownDecisions.forget()
    KnownDecisions.noteOverride(of: override.declaration)
    reportIfTooLate(override.declaration, "The override at \(override.callSite)")
    if scope.isGlobal { reportGlobalOverride(override) }
  }

  /// Returns the test that a permission is for: in the global scope, the test without a scope that gives it.
  private static func didPermit(_ declaration: InjectionDeclaration, in scope: OverrideScope) -> AnyHashable? {
    KnownDecisions.forget()
    reportIfTooLate(declaration, "The permission")
    guard scope.isGlobal, let test = Attribution.ofRunningCode.test, test.run == nil else { return nil }
    // The `setUp()` of a class gives permissions to all its tests.
    return test.identity.isSuite ? nil : AnyHashable(test.identity)
  }

  /// Warns a test of Swift Testing that overrides an injection in the global scope, where all tests without a scope see it.
  ///
  /// In XCTest, such an override is the documented way, see `RemainingOverrides`.
  private static func reportGlobalOverride(_ override: Override) {
    SecondCopy.failRunningTest()
    let attribution = Attribution.ofRunningCode
    guard let test = attribution.test, test.run == nil else { return }
    let identity = test.identity
    if identity.framework.usesGlobalScope || identity.publishes(override.declaration) || identity.isExempt { return }
    Report(
      id: .globalOverride,
      subject: .globalOverride(override.callSite),
      effect: .warns,
      attribution: attribution,
      injection: override.declaration,
      event:
        "The test \(identity.name) overrides \(override.declaration) at \(override.callSite) outside every override scope",
      facts: ["Every test without a scope sees the override until it is rolled back."],
      fixes: [identity.scopeFix("Make the override in the scope of the test")]
    ).deliverOnce()
  }

  /// Warns a test that a permission or an override came after a live use that was reported.
  private static func reportIfTooLate(_ declaration: InjectionDeclaration, _ change: String) {
    #if DEBUG
    guard ReportHistory.hasLiveUses, case .one(let test) = Attribution.ofRunningCode else { return }
    let subject = Report.Subject.liveUse(declaration)
    if ReportHistory.isLimitedToProcess(subject, .warns, test) || !ReportHistory.containsUse(of: declaration, test) {
      return
    }
    Report(
      id: .tooLate,
      subject: .lateChange(declaration),
      effect: .warns,
      attribution: .one(test),
      injection: declaration,
      event: "\(change) of \(declaration) came too late, because the test has resolved the injection live before",
      facts: ["The live use was reported, and consumers that have read the injection keep the live instance."],
      fixes: ["Move the line before the first use: into the closure of the trait, or into setUp()."]
    ).deliverOnce()
    #endif
  }
}
