import Vial

/// The effect of a live use that belongs to nobody, and the test that makes it milder.
///
/// The running tests decide, because each may have started the code, with the tests of Swift Testing without a scope that were
/// seen, because they may be running. While no test is running, the tests that have ended decide. Otherwise one test that allows
/// everything would turn the failures of all later tests into warnings.
@MainActor struct EffectForNobody {
  private(set) var effect: LiveUse

  /// The test because of which the effect is milder than a failure; `nil` if there is none.
  private(set) var reason: TestIdentity?

  init(of candidate: LiveUseCandidate) {
    var decisions = Decisions()
    for test in RunningTests.running.values { decisions.add(test.effect(ofEscaped: candidate), of: test.identity) }
    if RunningTests.running.isEmpty {
      for ended in RunningTests.decisionsOfEndedTests {
        let isPermitted = candidate.isPermittedByName(by: ended.test, [ended.permissions])
        decisions.add(candidate.effect(.ofNobody(ended.policy), isPermitted: isPermitted), of: ended.test)
      }
    }
    if let test = RunningTests.unscopedTest {
      decisions.add(candidate.effect(.withoutScope, isPermitted: false), of: test)
    }
    self.init(decisions, of: candidate)
  }

  private init(_ decisions: Decisions, of candidate: LiveUseCandidate) {
    guard let mildest = decisions.mildest else {
      // An application that hosts the tests resolves its own services before the first test.
      effect = candidate.effect(LiveUse.ofRun ?? .allowed, isPermitted: false)
      return
    }
    effect = LiveUse.combined(mildest.effect, decisions.strictest)
    if effect < .fails { reason = mildest.test }
    if effect == .fails, !candidate.live.isUnprovided, let ended = RunningTests.endedTest(permitting: candidate) {
      effect = .warns
      reason = ended
    }
  }

  /// The mildest and the strictest effect of several tests.
  private struct Decisions {
    private(set) var mildest: (effect: LiveUse, test: TestIdentity)?
    private(set) var strictest = LiveUse.allowed

    mutating func add(_ effect: LiveUse, of test: TestIdentity) {
      if mildest.map({ effect < $0.effect }) ?? true { mildest = (effect, test) }
      strictest = max(strictest, effect)
    }
  }
}

extension RunningTest {
  /// The effect of a live use of code that belongs to no test, if this test has started the code.
  ///
  /// A test that overrides the injection is at least warned, because the code ignores the override.
  fileprivate func effect(ofEscaped candidate: LiveUseCandidate) -> LiveUse {
    let policy = LiveUse.ofNobody(policy)
    guard let scope = scopes.last else { return policy }
    let isPermitted =
      candidate.isPermitted(by: identity, in: scope) || candidate.isPermittedByName(by: identity, [endedPermissions])
    let effect = candidate.effect(policy, isPermitted: isPermitted)
    return effect == .allowed && candidate.live.isOverridden(in: scope) ? .warns : effect
  }
}

extension LiveUse {
  /// The policy of a test for uses that belong to nobody: if `VIAL_LIVE` is `fails` or `stops`, only permissions by name are milder.
  fileprivate static func ofNobody(_ policy: LiveUse) -> LiveUse {
    guard let ofRun, ofRun >= .fails else { return policy }
    return max(policy, ofRun)
  }

  /// The effect of a use that may belong to several tests: a failure only if it is one for each of them, and nothing only if each
  /// allows it.
  static func combined(_ mildest: LiveUse, _ strictest: LiveUse) -> LiveUse {
    if mildest >= .fails || strictest == .allowed { return mildest }
    return .warns
  }
}
