import Testing
import Vial

/// A scope retains only the injections that have an override, an implementation or an instance in it (rules 11 and 29).
@MainActor struct OverrideScopeMemoryTests {
  let counter = InstanceCounter()

  private func keyed(_ part: Injection<CountedObject>) -> Key { Key(owner: Owner(part)) }

  @Test func anInjectionThatHoldsAConsumerOfTheScopeGoesWithIt() {
    weak var scope: OverrideScope?
    let part = Injection(strategy: .singleton, instance: CountedObject(counter))

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
    let part = Injection(strategy: .singleton, instance: CountedObject(counter))

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
    let part = Injection(strategy: .singleton, instance: CountedObject(counter))

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
    let part = Injection(strategy: .singleton, instance: CountedObject(counter))
    let family = InjectionFamily<Key, CountedObject>(strategy: .shared) { [counter] _ in
      CountedObject(counter)
    }

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
        let probe = CountedObject(counter)
        _ = Injection(strategy: .shared) { probe.serial }.resolve()
      }
      for number in 0..<100 { _ = Injection(strategy: .shared, instance: number).resolve() }
    }

    #expect(counter.alive == 0)
    scope.end()
  }

  @Test func aRollbackReleasesWhatTheStrategyOfAnOuterOverrideCaptured() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let scope = OverrideScope()
    let token = override(injection)
    _ = injection.resolve()
    _ = scope.run { injection.resolve() }
    #expect(counter.alive == 2)

    token.rollback()

    #expect(counter.alive == 0)
    scope.end()
  }

  @Test func aRollbackDuringABuildReleasesWhatTheStrategyOfAnOuterOverrideCaptured() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let below = override(injection)
    let above = Box<Override?>(nil)
    let alive = Box<Int?>(nil)
    above.content = injection.override { [counter] in
      above.content?.rollback()
      below.rollback()
      alive.content = counter.alive
      return CountedObject(counter)
    }

    _ = injection.resolve()

    #expect(alive.content == 0)
  }

  private func override(_ injection: Injection<CountedObject>) -> Override {
    let captured = CountedObject(counter)
    return injection.override(
      with: CountedObject(counter, "mock"),
      strategy: .cached { { captured.name == "live" } }
    )
  }

  @Test func aWithdrawalReleasesWhatTheStrategyOfAnOuterImplementationCaptured() {
    let required = Injection<CountedObject>.required("an object")
    let outer = OverrideScope(.isolated)
    let inner = outer.run { OverrideScope() }
    let provision = outer.run { provide(required) }
    _ = outer.run { required.resolve() }
    _ = inner.run { required.resolve() }

    provision.withdraw()

    #expect(counter.alive == 0)
    inner.end()
    outer.end()
  }

  private func provide(_ required: Injection<CountedObject>) -> Provision {
    let captured = CountedObject(counter)
    return required.provide(
      with: CountedObject(counter),
      strategy: .cached { { captured.name == "live" } }
    )
  }
}

/// A key that consumes, and is equal to itself alone.
private struct Key: Hashable {
  let owner: Owner<CountedObject>

  static func == (lhs: Key, rhs: Key) -> Bool { lhs.owner === rhs.owner }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(owner)) }
}
