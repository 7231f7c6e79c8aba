import Vial

/// Determines the effect of each live use, in one way for all code.
///
/// 1. `Attribution` determines the tests that the use belongs to.
/// 2. The effect is the policy of the test, or nothing if the test permits the use. If two tests, or nobody, are in question, the
///    effect is a failure only if it is one for each test that may be responsible.
/// 3. A use by the factory of a reported instance is a consequence. The report about that instance, the root, lists it.
/// 4. `ReportHistory` limits the reports about each root.
@MainActor enum LiveUses {
  /// The live instances that are being built, with the live injections that each needs.
  private static var needs: [[InjectionDeclaration]] = []

  /// Checks the resolve of a live implementation, before the instance is found or built.
  ///
  /// - Returns: Work to do when the instance was found or built.
  static func check(_ live: LiveResolve) -> (@MainActor () -> Void)? {
    let candidate = LiveUseCandidate(live)
    let attribution = Attribution.of(live)
    if isExempt(candidate, attribution) { return nil }
    let (effect, reason) = effect(of: candidate, attribution)
    guard effect != .allowed else { return nil }
    if live.isUnprovided || effect == .stops {
      makeReport(candidate, effect, attribution, reason)?.deliver()
      return nil
    }
    if !needs.isEmpty {
      countInSummary(candidate, effect, attribution, isReported: true)
      if !needs[needs.count - 1].contains(candidate.declaration) {
        needs[needs.count - 1].append(candidate.declaration)
      }
      return nil
    }
    let report = makeReport(candidate, effect, attribution, reason)
    countInSummary(candidate, effect, attribution, isReported: report != nil)
    needs.append([])
    return {
      let needed = needs.removeLast()
      guard var report else { return }
      report.add(needs: needed)
      report.deliver()
    }
  }

  /// Makes the report unless it was made before, emits the event, and adds the report to the history.
  private static func makeReport(
    _ candidate: LiveUseCandidate,
    _ effect: LiveUse,
    _ attribution: Attribution,
    _ reason: TestIdentity?
  ) -> Report? {
    guard ReportHistory.isFirst(candidate.subject(attribution), effect, attribution) else { return nil }
    Engine.emit(.liveUse(candidate.declaration))
    let report = candidate.report(effect, attribution, because: reason)
    ReportHistory.add(report)
    return report
  }

  private static func countInSummary(
    _ candidate: LiveUseCandidate,
    _ effect: LiveUse,
    _ attribution: Attribution,
    isReported: Bool
  ) {
    guard effect == .warns else { return }
    let isLimited = attribution.test.map {
      ReportHistory.isLimitedToProcess(.liveUse(candidate.declaration), effect, $0)
    }
    let isFurther = !isReported && isLimited == true
    LiveUseSummary.count(candidate.declaration, by: attribution.test?.identity, isFurther: isFurther)
  }

  // MARK: Effects

  private static func effect(
    of candidate: LiveUseCandidate,
    _ attribution: Attribution
  ) -> (effect: LiveUse, reason: TestIdentity?) {
    switch attribution {
    case .one(let test):
      if test.identity.framework.expectsFatalErrors, candidate.live.isUnprovided { return (.allowed, nil) }
      return (test.effect(of: candidate), nil)
    case .two(let code, let owner):
      return (LiveUse.combined(code.effect(of: candidate), owner.effect(of: candidate)), nil)
    case .nobody:
      return effectForNobody(candidate)
    }
  }

  /// The effect of a use of nobody.
  ///
  /// The tests are examined only if the use was not reported as a failure, which the history does not repeat.
  private static func effectForNobody(_ candidate: LiveUseCandidate) -> (effect: LiveUse, reason: TestIdentity?) {
    let subject = candidate.subject(.nobody)
    if !candidate.live.isForbidden {
      if ReportHistory.contains(subject, atLeast: .fails, of: .nobody) { return (.fails, nil) }
      if RunningTests.modules.contains(candidate.module) { return (.allowed, nil) }
      if let module = candidate.overrideModule, RunningTests.modules.contains(module) { return (.allowed, nil) }
      if candidate.isPermittedByName(candidate.scope.allPermissions) { return (.allowed, nil) }
    }
    if KnownDecisions.containsAllowed(candidate) { return (.allowed, nil) }
    let answer = EffectForNobody(of: candidate)
    if answer.effect == .allowed { KnownDecisions.insertAllowed(candidate) }
    return (answer.effect, answer.reason)
  }

  private static func isExempt(_ candidate: LiveUseCandidate, _ attribution: Attribution) -> Bool {
    TestIdentity.exemptModules.contains(candidate.module) || attribution.test?.identity.isExempt == true
  }
}
