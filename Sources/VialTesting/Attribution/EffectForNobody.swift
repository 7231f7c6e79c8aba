import Vial

/// The effect of a live use that belongs to nobody, and the test with the mildest decision.
///
/// The running tests decide, because each may have started the code, with the tests of Swift Testing without a scope that were
/// seen, because they may be running. While no test is running, the tests that have ended decide. Otherwise one test that allows
/// everything would turn the failures of all later tests into warnings.
@MainActor struct EffectForNobody {
  private(set) var effect: LiveUse

  /// The test whose decision is the mildest, which a report names if it is only a warning; `nil` if no test has begun.
  private(set) var reason: TestIdentity?

  init(of candidate: LiveUseCandidate) {
    var decisions = Decisions()
    for (decision, tests) in KnownDecisions.ofRunningTests {
      let effect = decision.effect(of: candidate)
      decisions.add(effect, of: tests[0].identity)
      // A test that overrides the injection is at least warned, because the code ignores the override.
      if effect == .allowed, let test = tests.first(where: candidate.isOverridden) {
        decisions.add(.warns, of: test.identity)
      }
    }
    if RunningTests.running.isEmpty {
      for (decision, test) in RunningTests.decisionsOfEndedTests {
        decisions.add(decision.effect(of: candidate), of: test)
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
    reason = mildest.test
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

extension DecisionForNobody {
  @MainActor fileprivate func effect(of candidate: LiveUseCandidate) -> LiveUse {
    candidate.effect(.ofNobody(policy), isPermitted: permits(candidate))
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
  static func combined(_ first: LiveUse, _ second: LiveUse) -> LiveUse {
    let mildest = min(first, second)
    let strictest = max(first, second)
    return mildest >= .fails || strictest == .allowed ? mildest : .warns
  }
}
