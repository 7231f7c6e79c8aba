import Testing
import Vial

/// A scope remembers which slot answered last; what could change the answer is seen at once
/// (rules 12, 19, 21 and 26).
@MainActor struct OverrideScopeMemoTests {
  let tally = Tally()

  /// Resolves until the answer is remembered.
  private func warm(_ injection: Injection<Probe>) -> String {
    _ = injection.resolve()
    _ = injection.resolve()
    return injection.resolve().name
  }

  @Test(arguments: [OverrideScope.Kind.inheriting, .isolated])
  func overridesAndRollbacksAreSeen(kind: OverrideScope.Kind) {
    let injection = Injection(strategy: .singleton, instance: Probe(tally))

    withOverrideScope(kind) {
      #expect(warm(injection) == "live")
      let first = injection.override(with: Probe(tally, "first"))
      #expect(warm(injection) == "first")
      let second = injection.override(with: Probe(tally, "second"))
      #expect(warm(injection) == "second")
      second.rollback()
      #expect(warm(injection) == "first")
      first.rollback()
      #expect(warm(injection) == "live")
    }
  }

  @Test func overridesInAnOuterScopeAreSeen() throws {
    let injection = Injection(strategy: .singleton, instance: Probe(tally))

    try withOverrideScope {
      let outer = try #require(OverrideScope.current)
      withOverrideScope {
        #expect(warm(injection) == "live")
        let token = outer.run { injection.override(with: Probe(tally, "outer")) }
        #expect(warm(injection) == "outer")
        token.rollback()
        #expect(warm(injection) == "live")
      }
    }
  }

  @Test func scopesInTurnEachHaveTheirOwn() throws {
    let injection = Injection(strategy: .singleton, instance: Probe(tally))
    let scopes = (0..<4).map { _ in OverrideScope(.isolated) }
    for (index, scope) in scopes.enumerated() {
      scope.run { _ = injection.override(with: Probe(tally, "\(index)")) }
    }

    for _ in 0..<3 {
      for (index, scope) in scopes.enumerated() {
        #expect(scope.run { warm(injection) } == "\(index)")
      }
      #expect(warm(injection) == "live")
    }
    for scope in scopes { scope.end() }
  }

  @Test func whatIsClearedIsBuiltAnew() {
    let injection = Injection(strategy: .singleton, instance: Probe(tally))

    withOverrideScope {
      #expect(warm(injection) == "live")
      #expect(tally.built == 1)
      injection.clear()
      #expect(warm(injection) == "live")
      #expect(tally.built == 2)
    }
  }

  /// An object's reference that is gone looks like none, and a number looks like another.
  @Test func aNumberThatIsClearedIsBuiltAnew() {
    let numbers = Injection<Int>(strategy: .singleton) {
      tally.built += 10
      return tally.built
    }

    withOverrideScope {
      for _ in 0..<3 { #expect(numbers.resolve() == 10) }
      numbers.clear()
      for _ in 0..<3 { #expect(numbers.resolve() == 20) }
    }
  }

  @Test func aNumberThatWasBuiltOfAMockIsBuiltAnewAfterTheRollback() {
    let part = Injection(strategy: .singleton, instance: 1)
    let whole = Injection(strategy: .singleton, instance: part.resolve() + 10)

    withOverrideScope {
      let token = part.override(with: 2)
      for _ in 0..<3 { #expect(whole.resolve() == 12) }
      token.rollback()
      for _ in 0..<3 { #expect(whole.resolve() == 11) }
    }
  }

  @Test func anInstanceThatComesAliveNearerIsFound() {
    let injection = Injection(strategy: .singleton, instance: Probe(tally))
    let outside = injection.resolve()

    withOverrideScope {
      #expect(injection.resolve() === outside)
      #expect(injection.resolve() === outside)
      injection.clear()
      let inside = injection.resolve()
      #expect(inside !== outside)
      #expect(injection.resolve() === inside)
      #expect(injection.resolve() === inside)
    }
  }

  @Test func provisionsComeAndGo() throws {
    let required = Injection<Probe>.required("a probe")
    let never = InjectionContext("never") { false }
    let contextual = required.when(never, instance: Probe(tally, "context"))

    for injection in [required, contextual] {
      try withOverrideScope {
        let outer = try #require(OverrideScope.current)
        let first = injection.provide(with: Probe(tally, "first"))
        withOverrideScope {
          #expect(warm(injection) == "first")
          let second = injection.provide(with: Probe(tally, "second"))
          #expect(warm(injection) == "second")
          #expect(second.withdraw())
          #expect(warm(injection) == "first")
          outer.run { #expect(first.withdraw()) }
          #expect(!injection.isProvided)
          outer.run { _ = injection.provide(with: Probe(tally, "third")) }
          #expect(warm(injection) == "third")
        }
      }
    }
  }

  /// The context of a required injection is asked at each resolve, as it is outside.
  @Test func aContextThatBecomesActiveIsSeen() {
    let context = InjectionContext("changing") { MainActor.assumeIsolated { Changing.isActive } }
    let required = Injection<Probe>.required("a probe")
    let contextual = required.when(context, instance: Probe(tally, "context"))

    withOverrideScope {
      contextual.provide(with: Probe(tally, "provided"))
      #expect(warm(contextual) == "provided")
      Changing.isActive = true
      #expect(warm(contextual) == "context")
      Changing.isActive = false
      #expect(warm(contextual) == "provided")
    }
  }

  /// What a strategy has captured dies with its override, and may resolve then.
  @Test(arguments: [0, 1, 2])
  func whatAnOverridesStrategyHasCapturedGoesAtItsRollback(resolves: Int) {
    let found = Box<[Int]>([])
    let injection = Injection(strategy: .singleton, instance: 1)

    withOverrideScope {
      var farewell: Farewell? = Farewell { found.content.append(injection.resolve()) }
      let token = injection.override(
        with: 2,
        strategy: .cached { [farewell] in { farewell != nil } }
      )
      farewell = nil
      for _ in 0..<resolves { #expect(injection.resolve() == 2) }
      token.rollback()
      #expect(found.content == [1])
    }
  }

  @Test func whatAProvisionsStrategyHasCapturedGoesAtItsWithdrawal() {
    let found = Box<[Int]>([])
    let required = Injection<Int>.required("a number")

    withOverrideScope {
      var farewell: Farewell? = Farewell { found.content.append(1) }
      let provision = required.provide(
        with: 2,
        strategy: .cached { [farewell] in { farewell != nil } }
      )
      farewell = nil
      for _ in 0..<2 { #expect(required.resolve() == 2) }
      provision.withdraw()
      #expect(found.content == [1])
    }
  }

  @Test func anInjectionThatIsDroppedAndMadeAgainIsAnother() {
    withOverrideScope {
      for name in ["first", "second", "third"] {
        let injection = Injection(strategy: .singleton, instance: Probe(tally, name))
        #expect(warm(injection) == name)
      }
    }
  }

  /// What is kept later may have the address of what was dropped.
  @Test func whatIsRememberedIsNeverAnothersInstance() {
    let flow = InjectionFlow("flow")
    let injection = Injection(strategy: .flow(flow), instance: Probe(tally))
    let dropping = (0..<40).map { _ in Injection(strategy: .onDemand, instance: Probe(tally)) }
    let others = (0..<200).map { Injection(strategy: .singleton, instance: Probe(tally, "\($0)")) }

    withOverrideScope {
      #expect(warm(injection) == "live")
      flow.clear()
      for other in dropping { _ = other.resolve() }
      for other in others { _ = other.resolve() }
      #expect(injection.resolve().name == "live")
    }
  }

  @Test func anOverrideThatWasRolledBackIsNeverAnothers() {
    let injection = Injection(strategy: .singleton, instance: Probe(tally))
    let others = (0..<50).map { _ in Injection(strategy: .singleton, instance: Probe(tally)) }

    withOverrideScope(.isolated) {
      let token = injection.override(with: Probe(tally, "mock"))
      #expect(warm(injection) == "mock")
      token.rollback()
      for other in others {
        other.override(with: Probe(tally, "another's"))
        #expect(other.resolve().name == "another's")
      }
      #expect(injection.resolve().name == "live")
    }
  }

  @Test func stacksThatAreDroppedAreForgotten() {
    let flow = InjectionFlow("flow")
    let injection = Injection(strategy: .flow(flow), instance: Probe(tally))
    let others = (0..<100).map { Injection(strategy: .onDemand, instance: $0) }

    withOverrideScope {
      #expect(warm(injection) == "live")
      flow.clear()
      for other in others { _ = other.resolve() }
      #expect(warm(injection) == "live")
      #expect(tally.built == 2)
    }
  }
}

@MainActor private enum Changing {
  static var isActive = false
}
