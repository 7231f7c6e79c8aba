import Testing
import Vial

/// Override scopes in one task (rules 19 to 22 and 28).
@MainActor struct OverrideScopeTests {
  let tally = Tally()

  @Test(arguments: [OverrideScope.Kind.inheriting, .isolated])
  func overridesAndInstancesEndWithTheScope(kind: OverrideScope.Kind) {
    let injection = Injection(strategy: .singleton, instance: Probe(tally))
    let other = Injection(strategy: .singleton, instance: Probe(tally, "other"))

    let token = withOverrideScope(kind) {
      let token = injection.override(with: Probe(tally, "mock"))
      #expect(injection.resolve().name == "mock")
      #expect(other.resolve().name == "other")
      #expect(tally.alive == 2)
      #expect(injection.isOverridden)
      return token
    }

    #expect(tally.alive == 0)
    #expect(!token.isActive)
    #expect(!token.rollback())
    #expect(!injection.isOverridden)
    #expect(injection.current == nil)
    #expect(injection.resolve().name == "live")
  }

  @Test func theCurrentScopeIsKnown() {
    #expect(OverrideScope.current == nil)
    withOverrideScope {
      let outer = OverrideScope.current
      #expect(outer?.kind == .inheriting)
      withOverrideScope(.isolated) {
        #expect(OverrideScope.current != nil)
        #expect(OverrideScope.current !== outer)
        #expect(OverrideScope.current?.kind == .isolated)
      }
      #expect(OverrideScope.current === outer)
      #expect(outer?.hasEnded == false)
    }
    #expect(OverrideScope.current == nil)
  }

  @Test func rollingBackInAScopeActsOnTheScope() {
    let injection = Injection(strategy: .singleton, instance: "live")
    let token = injection.override(with: "outside")

    withOverrideScope {
      #expect(!injection.rollbackOverride())
      injection.override(with: "inside")
      #expect(injection.resolve() == "inside")
      #expect(injection.overrideCount == 2)
      #expect(injection.rollbackOverride())
      #expect(!injection.rollbackOverride())
      injection.rollbackAllOverrides()
      #expect(injection.resolve() == "outside")
    }

    #expect(injection.resolve() == "outside")
    #expect(token.rollback())
  }

  @Test func aTokenFromOutsideWorksInside() {
    let injection = Injection(strategy: .singleton, instance: "live")
    let token = injection.override(with: "outside")

    withOverrideScope {
      #expect(injection.resolve() == "outside")
      #expect(token.rollback())
      #expect(injection.resolve() == "live")
    }

    #expect(injection.resolve() == "live")
  }

  @Test func anInheritingScopeSeesOverridesAndReusesWhatIsAlive() {
    let overridden = Injection(strategy: .singleton, instance: Probe(tally))
    let alive = Injection(strategy: .singleton, instance: Probe(tally, "alive"))
    let shared = Injection(strategy: .shared, instance: Probe(tally, "shared"))
    let token = overridden.override(with: Probe(tally, "mock"))
    let mock = overridden.resolve()
    let singleton = alive.resolve()
    let held = shared.resolve()

    withOverrideScope {
      #expect(overridden.isOverridden)
      #expect(overridden.resolve() === mock)
      #expect(alive.resolve() === singleton)
      #expect(alive.current === singleton)
      #expect(shared.resolve() === held)
    }

    token.rollback()
  }

  @Test(arguments: Strategies.keeping)
  func whatAnInheritingScopeBuildsStaysInside(strategy: InjectionStrategy) {
    let injection = Injection(strategy: strategy, instance: Probe(tally))

    withOverrideScope {
      let inside = injection.resolve()
      #expect(injection.resolve() === inside)
      #expect(injection.current === inside)
      withOverrideScope { #expect(injection.resolve() === inside) }
    }

    #expect(injection.current == nil)
    #expect(tally.alive == 0)
  }

  @Test func anIsolatedScopeStartsEmpty() {
    let injection = Injection(strategy: .singleton, instance: Probe(tally))
    let outside = injection.resolve()
    let token = injection.override(with: Probe(tally, "mock"))
    _ = injection.resolve()

    withOverrideScope(.isolated) {
      #expect(!injection.isOverridden)
      #expect(injection.overrideCount == 0)
      #expect(Overrides.active.isEmpty)
      #expect(injection.current == nil)
      let inside = injection.resolve()
      #expect(inside.name == "live")
      #expect(inside !== outside)
      #expect(injection.resolve() === inside)
    }

    token.rollback()
    #expect(injection.resolve() === outside)
  }

  @Test func anInheritingScopeInAnIsolatedOneSeesNothingOutsideIt() {
    let injection = Injection(strategy: .singleton, instance: Probe(tally))
    let outside = injection.resolve()
    let other = Injection(strategy: .singleton, instance: Probe(tally))
    let token = other.override(with: Probe(tally, "mock"))

    withOverrideScope(.isolated) {
      withOverrideScope(.inheriting) {
        #expect(injection.current == nil)
        #expect(injection.resolve() !== outside)
        #expect(!other.isOverridden)
        #expect(other.resolve().name == "live")
        #expect(Overrides.active.isEmpty)
      }
    }

    token.rollback()
  }

  @Test func aSharedInstanceOfAnIsolatedScopeIsItsOwn() {
    let injection = Injection(strategy: .shared, instance: Probe(tally))
    let outside = injection.resolve()

    withOverrideScope(.isolated) {
      let inside = injection.resolve()
      #expect(inside !== outside)
      #expect(injection.resolve() === inside)
    }

    #expect(injection.resolve() === outside)
  }

  @Test func dependenciesInsideAreThoseOfTheScope() {
    let part = Injection(strategy: .singleton, instance: Probe(tally, "part"))
    let whole = Injection(
      strategy: .singleton,
      instance: Probe(tally, "whole", parts: [part.resolve()])
    )

    withOverrideScope {
      part.override(with: Probe(tally, "mock"))
      #expect((whole.resolve().parts.first as? Probe)?.name == "mock")
    }

    #expect((whole.resolve().parts.first as? Probe)?.name == "part")
  }

  @Test func noTraceInAScope() {
    let part = Injection(strategy: .singleton, instance: Probe(tally, "part"))
    let whole = Injection(
      strategy: .singleton,
      instance: Probe(tally, "whole", parts: [part.resolve()])
    )
    func name() -> String? { (whole.resolve().parts.first as? Probe)?.name }
    let outside = part.override(with: Probe(tally, "outer mock"))

    withOverrideScope {
      #expect(name() == "outer mock")
      part.override(with: Probe(tally, "inner mock"))
      #expect(name() == "outer mock")
      outside.rollback()
      #expect(name() == "inner mock")
      part.rollbackOverride()
      #expect(name() == "part")
    }

    #expect(whole.current == nil)
    #expect(tally.alive == 0)
  }

  @Test func decoratorsInAScopeStandOnWhatIsOutside() throws {
    let injection = Injection(strategy: .singleton, instance: Probe(tally))
    let outside = injection.resolve()

    withOverrideScope {
      injection.override(with: { Probe(tally, "inside", parts: [$0.resolve()]) })
      #expect(injection.resolve().parts.first as? Probe === outside)
    }
    try withOverrideScope(.isolated) {
      injection.override(with: { Probe(tally, "inside", parts: [$0.resolve()]) })
      let part = try #require(injection.resolve().parts.first as? Probe)
      #expect(part !== outside)
    }
  }

  @Test func decoratorsStackUpAcrossScopes() {
    let injection = Injection(strategy: .singleton, instance: "live")
    let token = injection.override(with: { "1(\($0.resolve()))" })

    withOverrideScope {
      injection.override(with: { "2(\($0.resolve()))" })
      withOverrideScope {
        injection.override(with: { "3(\($0.resolve()))" })
        #expect(injection.resolve() == "3(2(1(live)))")
        token.rollback()
        #expect(injection.resolve() == "3(2(live))")
      }
      #expect(injection.resolve() == "2(live)")
      withOverrideScope(.isolated) {
        injection.override(with: { "4(\($0.resolve()))" })
        #expect(injection.resolve() == "4(live)")
      }
    }

    #expect(injection.resolve() == "live")
  }

  @Test func anotherInjectionIsUsedLiveAcrossScopes() {
    let other = Injection(strategy: .singleton, instance: "other")
    let injection = Injection(strategy: .singleton, instance: "live")
    let token = injection.override(with: other)

    withOverrideScope {
      #expect(injection.resolve() == "other")
      other.override(with: "mock")
      #expect(injection.resolve() == "mock")
    }

    #expect(injection.resolve() == "other")
    token.rollback()
  }

  @Test func theSameSingletonIsBackInsideAfterARollbackOutside() {
    let injection = Injection(strategy: .singleton, instance: Probe(tally))

    withOverrideScope {
      let outer = OverrideScope.current
      withOverrideScope {
        let inside = injection.resolve()
        let token = outer?.run { injection.override(with: Probe(tally, "mock")) }
        #expect(injection.resolve().name == "mock")
        token?.rollback()
        #expect(injection.resolve() === inside)
      }
    }
  }

  @Test func thrownErrorsEndTheScope() {
    struct Failure: Error {}
    let injection = Injection(strategy: .singleton, instance: Probe(tally))
    let place = Box<OverrideScope?>(nil)

    #expect(throws: Failure.self) {
      try withOverrideScope {
        place.content = OverrideScope.current
        injection.override(with: Probe(tally, "mock"))
        _ = injection.resolve()
        throw Failure()
      }
    }

    #expect(place.content?.hasEnded == true)
    #expect(OverrideScope.current == nil)
    #expect(tally.alive == 0)
    #expect(injection.resolve().name == "live")
  }

  @Test func aConsumerBelongsToTheScopeItWasMadeIn() {
    let injection = Injection(strategy: .singleton, instance: "live")
    let outside = Owner(injection)

    withOverrideScope {
      injection.override(with: "outer")
      let outer = Owner(injection)
      let other = Owner(injection)
      withOverrideScope(.isolated) {
        injection.override(with: "inner")
        #expect(outer.value == "outer")
        #expect(outside.value == "live")
        #expect(Owner(injection).value == "inner")
      }
      #expect(other.value == "outer")
    }
  }

  @Test func aConsumerReadAfterItsScopesEndKeepsTheScopesOverrides() {
    let injection = Injection(strategy: .singleton, instance: Probe(tally))
    let live = injection.resolve()

    let owners = [OverrideScope.Kind.inheriting, .isolated].map { kind in
      withOverrideScope(kind) {
        injection.override(with: Probe(tally, "mock"))
        return (read: Owner(injection), unread: Owner(injection))
      }
    }
    for owner in owners {
      #expect(owner.unread.value.name == "mock")
      #expect(owner.unread.value === owner.unread.value)
      owner.read.value = Probe(tally, "assigned")
      #expect(owner.read.value.name == "assigned")
      owner.read.reset()
      #expect(owner.read.value.name == "mock")
    }

    #expect(injection.resolve() === live)
  }

  @Test func aConsumerKeepsWhatItReadInItsScope() {
    let injection = Injection(strategy: .shared, instance: [Probe(tally)])
    let owner = withOverrideScope {
      injection.override(with: [Probe(tally, "mock")])
      let owner = Owner(injection)
      _ = owner.value
      return owner
    }

    #expect(owner.value.first?.name == "mock")
    #expect(injection.current == nil)
  }

  @Test func anEndedScopeMayBeUsed() throws {
    let injection = Injection(strategy: .singleton, instance: Probe(tally))
    let scope = try #require(withOverrideScope(.isolated) { OverrideScope.current })
    #expect(scope.hasEnded)

    scope.run {
      let token = injection.override(with: Probe(tally, "mock"))
      #expect(!token.isActive)
      #expect(!token.rollback())
      #expect(!injection.rollbackOverride())
      #expect(!injection.isOverridden)
      #expect(injection.overrideCount == 0)
      #expect(injection.resolve().name == "live")
      #expect(injection.current == nil)
      Overrides.rollback(to: Overrides.checkpoint())
      Overrides.rollbackAll()
      #expect(Overrides.active.isEmpty)
      withOverrideScope {
        injection.override(with: Probe(tally, "inner mock"))
        #expect(injection.resolve().name == "inner mock")
      }
    }

    #expect(tally.alive == 0)
    #expect(injection.current == nil)
  }

  @Test func twoScopesDoNotSeeEachOther() {
    let injection = Injection(strategy: .singleton, instance: "live")

    withOverrideScope(.isolated) {
      let first = OverrideScope.current
      injection.override(with: "first")
      withOverrideScope(.isolated) {
        injection.override(with: "second")
        first?.run { #expect(injection.resolve() == "first") }
        #expect(injection.resolve() == "second")
      }
      #expect(injection.resolve() == "first")
    }
  }

  @Test func nothingIsAliveAfterManyScopes() {
    let injections = (0..<20).map { index in
      Injection(
        strategy: [.singleton, .shared, .onDemand][index % 3],
        instance: Probe(tally, "\(index)")
      )
    }

    for turn in 0..<50 {
      withOverrideScope(turn.isMultiple(of: 2) ? .isolated : .inheriting) {
        for injection in injections {
          injection.override(with: { Probe(tally, "mock", parts: [$0.resolve()]) })
        }
        for injection in injections { #expect(injection.resolve().name == "mock") }
      }
    }

    #expect(tally.alive == 0)
    #expect(OverrideScope.current == nil)
  }

  @Test func clearingAFlowReachesTheScopesInstances() {
    let flow = InjectionFlow("flow")
    let injection = Injection(strategy: .flow(flow), instance: Probe(tally))

    withOverrideScope {
      injection.override(with: Probe(tally, "mock"))
      let mock = injection.resolve()
      flow.clear()
      #expect(injection.resolve() !== mock)
    }
  }

  @Test func clearingAFlowInsideAnIsolatedScopeLeavesTheOutside() {
    let flow = InjectionFlow("flow")
    let injection = Injection(strategy: .flow(flow), instance: Probe(tally))
    let outside = injection.resolve()

    withOverrideScope(.isolated) {
      _ = injection.resolve()
      flow.clear()
    }

    #expect(injection.resolve() === outside)
  }
}
