import Testing
import Vial

/// Scopes that are retained by an owner and ended by a call (rules 18 to 21).
@MainActor struct OverrideScopeLifetimeTests {
  private nonisolated static let kinds = [OverrideScope.Kind.inheriting, .isolated]

  let counter = InstanceCounter()

  @Test func aScopeIsInheritingUnlessItSaysOtherwise() {
    #expect(OverrideScope().kind == .inheriting)
    #expect(OverrideScope(.inheriting).kind == .inheriting)
    #expect(OverrideScope(.isolated).kind == .isolated)
    #expect(OverrideScope.current.isGlobal)
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
    #expect(OverrideScope.current.isGlobal)
    scope.end()
  }

  @Test(arguments: kinds)
  func overridesAndInstancesAreThoseOfTheScopeInEachRun(kind: OverrideScope.Kind) {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let other = Injection(strategy: .singleton, instance: CountedObject(counter, "other"))
    let scope = OverrideScope(kind)

    let token = scope.run { injection.override(with: CountedObject(counter, "mock")) }
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
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let scope = OverrideScope(kind)
    let (first, second) = scope.run {
      injection.override(with: CountedObject(counter, "mock"))
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
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let scope = OverrideScope(kind)
    let token = scope.run { injection.override(with: CountedObject(counter, "mock")) }
    _ = scope.run { injection.resolve() }
    #expect(counter.alive == 1)

    for _ in 1...2 {
      scope.end()
      #expect(scope.hasEnded)
      #expect(counter.alive == 0)
      #expect(!token.isActive)
      #expect(!token.rollback())
      #expect(scope.run { injection.resolve().name } == "mock")
    }
  }

  @Test func aScopeCanBeEndedWhileCodeRunsInIt() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let scope = OverrideScope()

    scope.run {
      injection.override(with: CountedObject(counter, "mock"))
      let held = injection.resolve()
      scope.end()
      #expect(OverrideScope.current === scope)
      #expect(injection.resolve().name == "mock")
      #expect(!injection.override(with: CountedObject(counter, "late")).isActive)
      #expect(held.name == "mock")
    }

    #expect(counter.alive == 0)
  }

  @Test func endingTheScopeOfABlockEarlyIsHarmless() {
    let injection = Injection(strategy: .singleton, instance: "live")

    let model = withOverrideScope {
      injection.override(with: "mock")
      OverrideScope.current.end()
      #expect(injection.resolve() == "mock")
      return Owner(injection)
    }

    #expect(model.value == "mock")
    #expect(OverrideScope.current.isGlobal)
  }

  @Test func aFactoryMayEndTheScopeItRunsIn() {
    let scope = OverrideScope(.isolated)
    let injection = Injection<CountedObject>(strategy: .singleton) {
      scope.end()
      return CountedObject(counter)
    }

    #expect(scope.run { injection.resolve().serial } == 1)

    #expect(counter.alive == 0)
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
