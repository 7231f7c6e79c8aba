import Testing
import Vial

/// Scopes that live as long as someone holds them, until they are ended (rules 19 to 22).
@MainActor struct OverrideScopeHeldTests {
  private nonisolated static let kinds = [OverrideScope.Kind.inheriting, .isolated]

  let tally = Tally()

  @Test func aScopeIsInheritingUnlessItSaysOtherwise() {
    #expect(OverrideScope().kind == .inheriting)
    #expect(OverrideScope(.inheriting).kind == .inheriting)
    #expect(OverrideScope(.isolated).kind == .isolated)
    #expect(OverrideScope.current == nil)
  }

  @Test(arguments: kinds)
  func runMakesItCurrent(kind: OverrideScope.Kind) async {
    let scope = OverrideScope(kind)

    #expect(!scope.hasEnded)
    scope.run { #expect(OverrideScope.current === scope) }
    await scope.run {
      await Task.yield()
      #expect(OverrideScope.current === scope)
    }
    #expect(OverrideScope.current == nil)
    scope.end()
  }

  @Test(arguments: kinds)
  func overridesAndInstancesAreThoseOfTheScopeInEachRun(kind: OverrideScope.Kind) {
    let injection = Injection(strategy: .singleton, instance: Probe(tally))
    let other = Injection(strategy: .singleton, instance: Probe(tally, "other"))
    let scope = OverrideScope(kind)

    let token = scope.run { injection.override(with: Probe(tally, "mock")) }
    let mock = scope.run { injection.resolve() }

    #expect(mock.name == "mock")
    #expect(scope.run { injection.resolve() } === mock)
    #expect(scope.run { other.resolve() } === scope.run { other.resolve() })
    #expect(injection.current == nil)
    #expect(other.current == nil)
    #expect(token.isActive)
    #expect(token.rollback())
    #expect(scope.run { injection.resolve().name } == "live")
    scope.end()
  }

  @Test(arguments: kinds)
  func aConsumerThatIsMadeInItReadsTheMockBeforeAndAfterItsEnd(kind: OverrideScope.Kind) {
    let injection = Injection(strategy: .singleton, instance: Probe(tally))
    let scope = OverrideScope(kind)
    let (first, second) = scope.run {
      injection.override(with: Probe(tally, "mock"))
      return (Owner(injection), Owner(injection))
    }

    #expect(first.value.name == "mock")
    scope.end()

    #expect(second.value.name == "mock")
    #expect(second.value !== first.value)
    #expect(scope.run { Owner(injection) }.value === second.value)
  }

  @Test(arguments: kinds)
  func endingItTwiceIsHarmless(kind: OverrideScope.Kind) {
    let injection = Injection(strategy: .singleton, instance: Probe(tally))
    let scope = OverrideScope(kind)
    let token = scope.run { injection.override(with: Probe(tally, "mock")) }
    _ = scope.run { injection.resolve() }
    #expect(tally.alive == 1)

    for _ in 1...2 {
      scope.end()
      #expect(scope.hasEnded)
      #expect(tally.alive == 0)
      #expect(!token.isActive)
      #expect(!token.rollback())
      #expect(scope.run { injection.resolve().name } == "mock")
    }
  }

  @Test func itMayBeEndedWhileItRuns() {
    let injection = Injection(strategy: .singleton, instance: Probe(tally))
    let scope = OverrideScope()

    scope.run {
      injection.override(with: Probe(tally, "mock"))
      let held = injection.resolve()
      scope.end()
      #expect(OverrideScope.current === scope)
      #expect(injection.resolve().name == "mock")
      #expect(!injection.override(with: Probe(tally, "late")).isActive)
      #expect(held.name == "mock")
    }

    #expect(tally.alive == 0)
  }

  @Test func endingTheScopeOfABlockEarlyIsHarmless() {
    let injection = Injection(strategy: .singleton, instance: "live")

    let model = withOverrideScope {
      injection.override(with: "mock")
      OverrideScope.current?.end()
      #expect(injection.resolve() == "mock")
      return Owner(injection)
    }

    #expect(model.value == "mock")
    #expect(OverrideScope.current == nil)
  }

  @Test func aFactoryMayEndTheScopeItRunsIn() {
    let scope = OverrideScope(.isolated)
    let injection = Injection<Probe>(strategy: .singleton) {
      scope.end()
      return Probe(tally)
    }

    #expect(scope.run { injection.resolve().serial } == 1)

    #expect(tally.alive == 0)
    #expect(scope.hasEnded)
  }

  @Test func anInheritingOneStandsOnTheScopeItWasMadeIn() {
    let injection = Injection(strategy: .singleton, instance: "live")

    withOverrideScope(.isolated) {
      injection.override(with: "outer")
      let inheriting = OverrideScope()
      let isolated = OverrideScope(.isolated)
      #expect(inheriting.run { injection.resolve() } == "outer")
      #expect(isolated.run { injection.resolve() } == "live")
      inheriting.run { _ = injection.override(with: { "inner(\($0.resolve()))" }) }
      #expect(inheriting.run { injection.resolve() } == "inner(outer)")
      #expect(injection.resolve() == "outer")
    }
  }

  @Test func whereItRunsDoesNotMatter() {
    let injection = Injection(strategy: .singleton, instance: "live")
    let scope = OverrideScope()

    withOverrideScope {
      injection.override(with: "elsewhere")
      #expect(scope.run { injection.resolve() } == "live")
      scope.run { _ = injection.override(with: "mock") }
      #expect(injection.resolve() == "elsewhere")
    }

    #expect(scope.run { injection.resolve() } == "mock")
    scope.end()
  }

  @Test func twoHeldScopesDoNotSeeEachOther() {
    let injection = Injection(strategy: .singleton, instance: "live")
    let scopes = (0..<3).map { _ in OverrideScope() }
    for (index, scope) in scopes.enumerated() {
      scope.run { _ = injection.override(with: "\(index)") }
    }

    #expect(scopes.map { $0.run { injection.resolve() } } == ["0", "1", "2"])
    scopes[1].end()

    #expect(scopes.map { $0.run { injection.resolve() } } == ["0", "1", "2"])
    #expect(injection.resolve() == "live")
    for scope in scopes { scope.end() }
  }
}
