import Testing
import Vial

/// A scope holds the injections of which it keeps something, and nothing that another place took back (rules 11, 22
/// and 29).
@MainActor struct OverrideScopeLetGoTests {
  let tally = Tally()

  private func keyed(_ part: Injection<Probe>) -> Key { Key(owner: Owner(part)) }

  @Test func anInjectionThatHoldsAConsumerOfTheScopeGoesWithIt() {
    weak var scope: OverrideScope?
    let part = Injection(strategy: .singleton, instance: Probe(tally))

    withOverrideScope {
      scope = OverrideScope.current
      let owner = Owner(part)
      let injection = Injection(strategy: .shared) { owner }
      #expect(injection.resolve() === owner)
    }

    #expect(scope == nil)
  }

  @Test func anInjectionThatLateWorkHasResolvedGoesToo() {
    weak var gone: OverrideScope?
    let part = Injection(strategy: .singleton, instance: Probe(tally))

    do {
      let scope = OverrideScope()
      gone = scope
      let owner = scope.run { Owner(part) }
      let injection = Injection(strategy: .singleton) { owner }
      _ = injection.resolve()
      scope.end()
      #expect(scope.run { injection.resolve() } === owner)
    }

    #expect(gone == nil)
  }

  @Test func anInjectionThatIsOverriddenTooLateGoesToo() {
    weak var gone: OverrideScope?
    let part = Injection(strategy: .singleton, instance: Probe(tally))

    do {
      let scope = OverrideScope()
      gone = scope
      let owner = scope.run { Owner(part) }
      let injection = Injection(strategy: .singleton) { owner }
      scope.end()
      scope.run { _ = injection.override(with: owner) }
    }

    #expect(gone == nil)
  }

  @Test func aKeyThatHoldsAConsumerOfAnEndedScopeIsForgottenByItsFamily() {
    weak var scope: OverrideScope?
    let part = Injection(strategy: .singleton, instance: Probe(tally))
    let family = InjectionFamily<Key, Probe>(strategy: .shared) { [tally] _ in Probe(tally) }

    withOverrideScope {
      scope = OverrideScope.current
      _ = family.resolve(keyed(part))
    }
    for _ in 0..<100 { _ = family.resolve(keyed(part)) }

    #expect(scope == nil)
  }

  @Test func anOpenScopeLetsGoOfTheFirstInjectionToo() {
    let scope = OverrideScope()

    scope.run {
      do {
        let probe = Probe(tally)
        _ = Injection(strategy: .shared) { probe.serial }.resolve()
      }
      for number in 0..<100 { _ = Injection(strategy: .shared, instance: number).resolve() }
    }

    #expect(tally.alive == 0)
    scope.end()
  }

  @Test func whatTheStrategyOfAnOuterOverrideHasCapturedGoesAtItsRollback() {
    let injection = Injection(strategy: .singleton, instance: Probe(tally))
    let scope = OverrideScope()
    let token = override(injection)
    _ = injection.resolve()
    _ = scope.run { injection.resolve() }
    #expect(tally.alive == 2)

    token.rollback()

    #expect(tally.alive == 0)
    scope.end()
  }

  @Test func soItDoesBelowAnOverrideThatIsTakenOutWhileItBuilds() {
    let injection = Injection(strategy: .singleton, instance: Probe(tally))
    let below = override(injection)
    let above = Box<Override?>(nil)
    let alive = Box<Int?>(nil)
    above.content = injection.override { [tally] in
      above.content?.rollback()
      below.rollback()
      alive.content = tally.alive
      return Probe(tally)
    }

    _ = injection.resolve()

    #expect(alive.content == 0)
  }

  private func override(_ injection: Injection<Probe>) -> Override {
    let captured = Probe(tally)
    return injection.override(
      with: Probe(tally, "mock"),
      strategy: .cached { { captured.name == "live" } }
    )
  }

  @Test func whatTheStrategyOfAnOuterProvisionHasCapturedGoesWhenItIsWithdrawn() {
    let required = Injection<Probe>.required("a probe")
    let outer = OverrideScope(.isolated)
    let inner = outer.run { OverrideScope() }
    let provision = outer.run { provide(required) }
    _ = outer.run { required.resolve() }
    _ = inner.run { required.resolve() }

    provision.withdraw()

    #expect(tally.alive == 0)
    inner.end()
    outer.end()
  }

  private func provide(_ required: Injection<Probe>) -> Provision {
    let captured = Probe(tally)
    return required.provide(
      with: Probe(tally),
      strategy: .cached { { captured.name == "live" } }
    )
  }
}

/// A key that consumes, and is equal to itself alone.
private struct Key: Hashable {
  let owner: Owner<Probe>

  static func == (lhs: Key, rhs: Key) -> Bool { lhs.owner === rhs.owner }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(owner)) }
}
