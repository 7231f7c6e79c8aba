import Testing
import Vial

/// Override scopes in one task (rules 18 to 21 and 27).
@MainActor struct OverrideScopeTests {
  let counter = InstanceCounter()

  @Test(arguments: [OverrideScope.Kind.inheriting, .isolated])
  func overridesAndInstancesEndWithTheScope(kind: OverrideScope.Kind) {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let other = Injection(strategy: .singleton, instance: CountedObject(counter, "other"))

    let token = withOverrideScope(kind) {
      let token = injection.override(with: CountedObject(counter, "mock"))
      #expect(injection.resolve().name == "mock")
      #expect(other.resolve().name == "other")
      #expect(counter.alive == 2)
      #expect(injection.isOverridden)
      return token
    }

    #expect(counter.alive == 0)
    #expect(!token.isActive)
    #expect(!token.rollback())
    #expect(!injection.isOverridden)
    #expect(injection.current == nil)
    #expect(injection.resolve().name == "live")
  }

  @Test func theCurrentScopeIsKnown() {
    #expect(OverrideScope.current.isGlobal)
    withOverrideScope {
      let outer = OverrideScope.current
      #expect(outer.kind == .inheriting)
      withOverrideScope(.isolated) {
        #expect(!OverrideScope.current.isGlobal)
        #expect(OverrideScope.current !== outer)
        #expect(OverrideScope.current.kind == .isolated)
      }
      #expect(OverrideScope.current === outer)
      #expect(outer.hasEnded == false)
    }
    #expect(OverrideScope.current.isGlobal)
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
    let overridden = Injection(strategy: .singleton, instance: CountedObject(counter))
    let alive = Injection(strategy: .singleton, instance: CountedObject(counter, "alive"))
    let shared = Injection(strategy: .shared, instance: CountedObject(counter, "shared"))
    let token = overridden.override(with: CountedObject(counter, "mock"))
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
  func anInstanceThatAnInheritingScopeBuildsStaysInside(strategy: InjectionStrategy) {
    let injection = Injection(strategy: strategy, instance: CountedObject(counter))

    withOverrideScope {
      let inside = injection.resolve()
      #expect(injection.resolve() === inside)
      #expect(injection.current === inside)
      withOverrideScope { #expect(injection.resolve() === inside) }
    }

    #expect(injection.current == nil)
    #expect(counter.alive == 0)
  }

  @Test func anIsolatedScopeStartsEmpty() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let outside = injection.resolve()
    let token = injection.override(with: CountedObject(counter, "mock"))
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
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let outside = injection.resolve()
    let other = Injection(strategy: .singleton, instance: CountedObject(counter))
    let token = other.override(with: CountedObject(counter, "mock"))

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
    let injection = Injection(strategy: .shared, instance: CountedObject(counter))
    let outside = injection.resolve()

    withOverrideScope(.isolated) {
      let inside = injection.resolve()
      #expect(inside !== outside)
      #expect(injection.resolve() === inside)
    }

    #expect(injection.resolve() === outside)
  }

  @Test func dependenciesInsideAreThoseOfTheScope() {
    let part = Injection(strategy: .singleton, instance: CountedObject(counter, "part"))
    let whole = Injection(
      strategy: .singleton,
      instance: CountedObject(counter, "whole", parts: [part.resolve()])
    )

    withOverrideScope {
      part.override(with: CountedObject(counter, "mock"))
      #expect((whole.resolve().parts.first as? CountedObject)?.name == "mock")
    }

    #expect((whole.resolve().parts.first as? CountedObject)?.name == "part")
  }

  @Test func noTraceInAScope() {
    let part = Injection(strategy: .singleton, instance: CountedObject(counter, "part"))
    let whole = Injection(
      strategy: .singleton,
      instance: CountedObject(counter, "whole", parts: [part.resolve()])
    )
    func name() -> String? { (whole.resolve().parts.first as? CountedObject)?.name }
    let outside = part.override(with: CountedObject(counter, "outer mock"))

    withOverrideScope {
      #expect(name() == "outer mock")
      part.override(with: CountedObject(counter, "inner mock"))
      #expect(name() == "outer mock")
      outside.rollback()
      #expect(name() == "inner mock")
      part.rollbackOverride()
      #expect(name() == "part")
    }

    #expect(whole.current == nil)
    #expect(counter.alive == 0)
  }

  @Test func decoratorsInAScopeStandOnWhatIsOutside() throws {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let outside = injection.resolve()

    withOverrideScope {
      injection.override(with: { CountedObject(counter, "inside", parts: [$0.resolve()]) })
      #expect(injection.resolve().parts.first as? CountedObject === outside)
    }
    try withOverrideScope(.isolated) {
      injection.override(with: { CountedObject(counter, "inside", parts: [$0.resolve()]) })
      let part = try #require(injection.resolve().parts.first as? CountedObject)
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
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))

    withOverrideScope {
      let outer = OverrideScope.current
      withOverrideScope {
        let inside = injection.resolve()
        let token = outer.run { injection.override(with: CountedObject(counter, "mock")) }
        #expect(injection.resolve().name == "mock")
        token.rollback()
        #expect(injection.resolve() === inside)
      }
    }
  }

  @Test func thrownErrorsEndTheScope() {
    struct Failure: Error {}
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let place = Box<OverrideScope?>(nil)

    #expect(throws: Failure.self) {
      try withOverrideScope {
        place.content = OverrideScope.current
        injection.override(with: CountedObject(counter, "mock"))
        _ = injection.resolve()
        throw Failure()
      }
    }

    #expect(place.content?.hasEnded == true)
    #expect(OverrideScope.current.isGlobal)
    #expect(counter.alive == 0)
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
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let live = injection.resolve()

    let owners = [OverrideScope.Kind.inheriting, .isolated].map { kind in
      withOverrideScope(kind) {
        injection.override(with: CountedObject(counter, "mock"))
        return (read: Owner(injection), unread: Owner(injection))
      }
    }
    for owner in owners {
      #expect(owner.unread.value.name == "mock")
      #expect(owner.unread.value === owner.unread.value)
      owner.read.value = CountedObject(counter, "assigned")
      #expect(owner.read.value.name == "assigned")
      owner.read.reset()
      #expect(owner.read.value.name == "mock")
    }

    #expect(injection.resolve() === live)
  }

  @Test func aConsumerKeepsWhatItReadInItsScope() {
    let injection = Injection(strategy: .shared, instance: [CountedObject(counter)])
    let owner = withOverrideScope {
      injection.override(with: [CountedObject(counter, "mock")])
      let owner = Owner(injection)
      _ = owner.value
      return owner
    }

    #expect(owner.value.first?.name == "mock")
    #expect(injection.current == nil)
  }

  @Test func anEndedScopeMayBeUsed() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let scope = withOverrideScope(.isolated) { OverrideScope.current }
    #expect(scope.hasEnded)

    scope.run {
      let token = injection.override(with: CountedObject(counter, "mock"))
      #expect(!token.isActive)
      #expect(!token.rollback())
      #expect(!injection.rollbackOverride())
      #expect(!injection.isOverridden)
      #expect(injection.overrideCount == 0)
      #expect(injection.resolve().name == "live")
      #expect(injection.current == nil)
      Overrides.rollbackAll()
      #expect(Overrides.active.isEmpty)
      withOverrideScope {
        injection.override(with: CountedObject(counter, "inner mock"))
        #expect(injection.resolve().name == "inner mock")
      }
    }

    #expect(counter.alive == 0)
    #expect(injection.current == nil)
  }

  @Test func twoScopesDoNotSeeEachOther() {
    let injection = Injection(strategy: .singleton, instance: "live")

    withOverrideScope(.isolated) {
      let first = OverrideScope.current
      injection.override(with: "first")
      withOverrideScope(.isolated) {
        injection.override(with: "second")
        first.run { #expect(injection.resolve() == "first") }
        #expect(injection.resolve() == "second")
      }
      #expect(injection.resolve() == "first")
    }
  }

  @Test func nothingIsAliveAfterManyScopes() {
    let injections = (0..<20).map { index in
      Injection(
        strategy: [.singleton, .shared, .onDemand][index % 3],
        instance: CountedObject(counter, "\(index)")
      )
    }

    for turn in 0..<50 {
      withOverrideScope(turn.isMultiple(of: 2) ? .isolated : .inheriting) {
        for injection in injections {
          injection.override(with: { CountedObject(counter, "mock", parts: [$0.resolve()]) })
        }
        for injection in injections { #expect(injection.resolve().name == "mock") }
      }
    }

    #expect(counter.alive == 0)
    #expect(OverrideScope.current.isGlobal)
  }

  @Test func clearingAFlowReachesTheScopesInstances() {
    let flow = InjectionFlow("flow")
    let injection = Injection(strategy: .flow(flow), instance: CountedObject(counter))

    withOverrideScope {
      injection.override(with: CountedObject(counter, "mock"))
      let mock = injection.resolve()
      flow.clear()
      #expect(injection.resolve() !== mock)
    }
  }

  @Test func clearingAFlowInsideAnIsolatedScopeLeavesTheOutside() {
    let flow = InjectionFlow("flow")
    let injection = Injection(strategy: .flow(flow), instance: CountedObject(counter))
    let outside = injection.resolve()

    withOverrideScope(.isolated) {
      _ = injection.resolve()
      flow.clear()
    }

    #expect(injection.resolve() === outside)
  }
}
