import Testing
import Vial

/// A fresh scope, such as the scope of a window, sees the overrides outside and reuses no instances.
@MainActor struct FreshScopeTests {
  let counter = InstanceCounter()

  // MARK: Overrides outside

  @Test func aFreshScopeSeesTheOverridesOutside() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    injection.override(with: CountedObject(counter, "mock"))
    defer { injection.rollbackOverride() }
    let outside = injection.resolve()

    withOverrideScope(.fresh) {
      #expect(OverrideScope.current.kind == .fresh)
      #expect(injection.isOverridden)
      #expect(injection.overrideCount == 1)
      #expect(Overrides.active.map(\.declaration.typeName).contains("CountedObject"))
      #expect(injection.current == nil)
      let inside = injection.resolve()
      #expect(inside.name == "mock")
      #expect(inside !== outside)
      #expect(injection.resolve() === inside)
    }

    #expect(injection.resolve() === outside)
  }

  @Test func aFreshScopeSeesAnOverrideThatIsMadeOutsideLater() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let scope = OverrideScope(.fresh)
    let live = scope.run { injection.resolve() }

    let token = injection.override(with: CountedObject(counter, "mock"))
    #expect(scope.run { injection.resolve().name } == "mock")
    token.rollback()

    #expect(scope.run { injection.resolve() } === live)
    scope.end()
  }

  @Test func aRollbackOutsideEvictsTheInstancesOfAFreshScopeThatMayHaveCapturedTheReplacement() {
    let part = Injection(strategy: .singleton, instance: CountedObject(counter, "part"))
    let whole = Injection(
      strategy: .singleton,
      instance: CountedObject(counter, "whole", parts: [part.resolve()])
    )
    let before = Injection(strategy: .singleton, instance: CountedObject(counter, "before"))

    withOverrideScope(.fresh) {
      let outer = OverrideScope.current
      withOverrideScope(.fresh) {
        let kept = before.resolve()
        let token = outer.run { part.override(with: CountedObject(counter, "mock")) }
        #expect((whole.resolve().parts.first as? CountedObject)?.name == "mock")
        #expect(counter.alive == 3)

        token.rollback()

        #expect(counter.alive == 1)
        #expect(before.resolve() === kept)
        #expect((whole.resolve().parts.first as? CountedObject)?.name == "part")
      }
    }
  }

  @Test func anOverrideInAFreshScopeIsNotSeenOutside() {
    let injection = Injection(strategy: .singleton, instance: "live")
    let token = injection.override(with: "outside")
    defer { token.rollback() }

    withOverrideScope(.fresh) {
      injection.override(with: { "inside(\($0.resolve()))" })
      #expect(injection.resolve() == "inside(outside)")
      #expect(injection.overrideCount == 2)
      #expect(injection.rollbackOverride())
      #expect(!injection.rollbackOverride())
      #expect(injection.resolve() == "outside")
      injection.override(with: "inside")
    }

    #expect(injection.resolve() == "outside")
  }

  // MARK: Instances

  @Test(arguments: Strategies.keeping)
  func aFreshScopeBuildsItsOwnInstances(strategy: InjectionStrategy) {
    let injection = Injection(strategy: strategy, instance: CountedObject(counter))
    let outside = injection.resolve()

    withOverrideScope(.fresh) {
      #expect(injection.current == nil)
      let inside = injection.resolve()
      #expect(inside !== outside)
      #expect(injection.resolve() === inside)
      #expect(injection.current === inside)
    }

    #expect(injection.resolve() === outside)
    #expect(counter.alive == 1)
  }

  @Test func aFreshScopeBuildsItsOwnSharedObjectAlthoughOneIsAliveOutside() {
    let injection = Injection(strategy: .shared, instance: CountedObject(counter))
    let outside = injection.resolve()

    withOverrideScope(.fresh) {
      let inside = injection.resolve()
      #expect(inside !== outside)
      #expect(injection.resolve() === inside)
    }

    #expect(injection.resolve() === outside)
    #expect(counter.alive == 1)
  }

  @Test func aFreshScopeBuildsItsOwnSharedValueAlthoughOneIsHeldOutside() {
    let injection = Injection<any Named>(strategy: .shared, instance: Sample(counter))
    let outside = Owner(injection)
    #expect(outside.value.serial == 1)

    withOverrideScope(.fresh) {
      let (first, second) = (Owner(injection), Owner(injection))
      #expect([first.value.serial, second.value.serial] == [2, 2])
      #expect(outside.value.serial == 1)
    }
  }

  @Test func twoFreshScopesDoNotShareInstances() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let windows = (0..<2).map { _ in OverrideScope(.fresh) }

    let instances = windows.map { window in window.run { injection.resolve() } }

    #expect(instances[0] !== instances[1])
    for (window, instance) in zip(windows, instances) {
      #expect(window.run { injection.resolve() } === instance)
      window.end()
    }
  }

  @Test func theKeysOfAFamilyHaveInstancesOfTheirOwnInAFreshScope() {
    let family = InjectionFamily<Int, CountedObject>(strategy: .singleton) { [counter] in
      CountedObject(counter, "\($0)")
    }
    let outside = family.resolve(1)
    family.override(with: { [counter] in CountedObject(counter, "mock \($0)") })
    defer { family.rollbackOverride() }

    withOverrideScope(.fresh) {
      #expect(family.resolve(2).name == "mock 2")
      #expect(family.resolve(2) === family.resolve(2))
      family.clear()
      #expect(family[2].current == nil)
    }

    family.rollbackOverride()
    #expect(family.resolve(1) === outside)
  }

  // MARK: Flows and clearing

  @Test func clearingAFlowInAFreshScopeDoesNotAffectTheInstancesOutside() {
    let flow = InjectionFlow("flow")
    let injection = Injection(strategy: .flow(flow), instance: CountedObject(counter))
    let outside = injection.resolve()

    withOverrideScope(.fresh) {
      let inside = injection.resolve()
      #expect(inside !== outside)
      flow.clear()
      #expect(injection.current == nil)
      #expect(injection.resolve() !== inside)
    }

    #expect(injection.resolve() === outside)
  }

  @Test func clearingAFlowOutsideDoesNotAffectTheInstancesOfAFreshScope() {
    let flow = InjectionFlow("flow")
    let injection = Injection(strategy: .flow(flow), instance: CountedObject(counter))
    let outside = injection.resolve()
    let scope = OverrideScope(.fresh)
    let inside = scope.run { injection.resolve() }

    flow.clear()

    #expect(injection.current == nil)
    #expect(injection.resolve() !== outside)
    #expect(scope.run { injection.resolve() } === inside)
    scope.end()
  }

  @Test func clearingAnInjectionInAFreshScopeDoesNotAffectTheInstanceOutside() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let outside = injection.resolve()

    withOverrideScope(.fresh) {
      let inside = injection.resolve()
      injection.clear()
      #expect(injection.current == nil)
      #expect(injection.resolve() !== inside)
    }

    #expect(injection.resolve() === outside)
  }

  @Test func clearingAnInjectionOutsideDoesNotAffectTheInstanceOfAFreshScope() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let scope = OverrideScope(.fresh)
    let inside = scope.run { injection.resolve() }
    _ = injection.resolve()

    injection.clear()

    #expect(injection.current == nil)
    #expect(scope.run { injection.resolve() } === inside)
    scope.end()
  }

  // MARK: Nesting

  @Test(arguments: Strategies.keeping)
  func anInheritingScopeInAFreshScopeReusesTheInstancesOfTheFreshScopeOnly(
    strategy: InjectionStrategy
  ) {
    let injection = Injection(strategy: strategy, instance: CountedObject(counter))
    let other = Injection(strategy: strategy, instance: CountedObject(counter, "other"))
    let (outside, otherOutside) = (injection.resolve(), other.resolve())

    withOverrideScope(.fresh) {
      let inside = injection.resolve()
      withOverrideScope {
        #expect(injection.resolve() === inside)
        #expect(other.current == nil)
        #expect(other.resolve() !== otherOutside)
        withOverrideScope { #expect(injection.resolve() === inside) }
      }
      #expect(other.current == nil)
    }

    #expect(injection.resolve() === outside)
    #expect(other.resolve() === otherOutside)
  }

  @Test func anInheritingScopeInAFreshScopeSeesTheOverridesOutside() {
    let injection = Injection(strategy: .singleton, instance: "live")
    injection.override(with: "outside")
    defer { injection.rollbackOverride() }

    withOverrideScope(.fresh) {
      withOverrideScope {
        #expect(injection.resolve() == "outside")
        #expect(injection.overrideCount == 1)
      }
    }
  }

  @Test func clearingAFlowInAnInheritingScopeInAFreshScopeStopsAtTheFreshScope() {
    let flow = InjectionFlow("flow")
    let injection = Injection(strategy: .flow(flow), instance: CountedObject(counter))
    let outside = injection.resolve()

    withOverrideScope(.fresh) {
      let inside = injection.resolve()
      withOverrideScope {
        #expect(injection.resolve() === inside)
        flow.clear()
      }
      #expect(injection.resolve() !== inside)
    }

    #expect(injection.resolve() === outside)
  }

  @Test func aFreshScopeInAnIsolatedScopeSeesTheIsolatedScopeOnly() {
    let injection = Injection(strategy: .singleton, instance: "live")
    let other = Injection(strategy: .singleton, instance: "live")
    injection.override(with: "outside")
    other.override(with: "outside")
    defer {
      injection.rollbackOverride()
      other.rollbackOverride()
    }

    withOverrideScope(.isolated) {
      injection.override(with: "isolated")
      withOverrideScope(.fresh) {
        #expect(injection.resolve() == "isolated")
        #expect(other.resolve() == "live")
        #expect(Overrides.active.count == 1)
      }
    }
  }

  @Test func anIsolatedScopeInAFreshScopeSeesNoOverrideOutside() {
    let injection = Injection(strategy: .singleton, instance: "live")

    withOverrideScope(.fresh) {
      injection.override(with: "fresh")
      withOverrideScope(.isolated) { #expect(injection.resolve() == "live") }
      #expect(injection.resolve() == "fresh")
    }
  }

  // MARK: Provided implementations

  @Test func anImplementationThatIsProvidedOutsideIsVisibleInAFreshScope() {
    let api = Injection<CountedObject>.required("the API client")
    api.provide(with: CountedObject(counter, "provided"))
    let outside = api.resolve()
    let scope = OverrideScope(.fresh)

    scope.run {
      #expect(api.isProvided)
      #expect(api.resolve().name == "provided")
      #expect(api.resolve() !== outside)
    }
    api.withdraw()

    scope.run { #expect(!api.isProvided) }
    #expect(counter.alive == 1)
    withExtendedLifetime(outside) {}
    scope.end()
  }

  // MARK: The end

  @Test func aFreshScopeReleasesItsInstancesAtItsEnd() {
    let injections = Strategies.keeping.map {
      Injection(strategy: $0, instance: CountedObject(counter))
    }
    let scope = OverrideScope(.fresh)
    scope.run { for injection in injections { _ = injection.resolve() } }
    #expect(counter.alive == injections.count)

    scope.end()

    #expect(counter.alive == 0)
    #expect(scope.hasEnded)
  }

  @Test func lateWorkInAFreshScopeSeesItsOverridesAndSharesAnInstanceWhileSomeoneHoldsIt() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let outside = injection.resolve()
    let model = withOverrideScope(.fresh) {
      injection.override(with: CountedObject(counter, "mock"))
      return (Owner(injection), Owner(injection))
    }

    #expect(model.0.value.name == "mock")
    #expect(model.0.value === model.1.value)
    #expect(injection.resolve() === outside)
  }

  @Test func aConsumerOfAFreshScopeReadsInItsScopeWhereverItIsRead() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let outside = injection.resolve()
    let scope = OverrideScope(.fresh)
    let owner = scope.run { Owner(injection) }

    #expect(owner.value !== outside)
    #expect(owner.value === scope.run { injection.resolve() })
    scope.end()
  }
}
