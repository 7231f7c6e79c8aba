import Testing
import Vial

/// What factories, dying instances and validity checks may do (rule 17).
@MainActor struct ReentrancyTests {
  let tally = Tally()

  @Test(arguments: Strategies.all)
  func anOverrideMadeByAFactoryTakesEffectAtTheNextResolve(strategy: InjectionStrategy) {
    let place = Box<Injection<Probe>?>(nil)
    let injection = Injection<Probe>(strategy: strategy) {
      if place.content?.isOverridden == false {
        place.content?.override(with: Probe(tally, "mock"))
      }
      return Probe(tally)
    }
    place.content = injection

    #expect(injection.resolve().name == "live")
    #expect(injection.resolve().name == "mock")
    injection.rollbackOverride()
    place.content = nil
    #expect(injection.resolve().name == "live")
    #expect(injection.resolve().name == "live")
  }

  @Test(arguments: Strategies.all)
  func aRollbackMadeByAnOverridesFactoryTakesEffectAtTheNextResolve(strategy: InjectionStrategy) {
    let injection = Injection(strategy: strategy, instance: Probe(tally))
    injection.override(with: { _ in
      #expect(injection.rollbackOverride())
      return Probe(tally, "mock")
    })

    #expect(injection.resolve().name == "mock")
    #expect(injection.current == nil)
    #expect(injection.resolve().name == "live")
    #expect(!injection.isOverridden)
  }

  @Test func aDecoratorThatRemovesItselfStillHasItsOriginal() {
    let injection = Injection(strategy: .singleton, instance: Probe(tally))
    injection.override(with: { original in
      injection.rollbackOverride()
      return Probe(tally, "decorator", parts: [original.resolve(), injection.resolve()])
    })

    let parts = injection.resolve().parts.compactMap { $0 as? Probe }

    #expect(parts.map(\.name) == ["live", "live"])
    #expect(injection.resolve().name == "live")
  }

  @Test func aDecoratorMayRemoveEveryLayerBelowIt() {
    let injection = Injection(strategy: .singleton, instance: "live")
    let tokens = ["a", "b", "c"].map { name in
      injection.override(with: { "\(name)(\($0.resolve()))" })
    }
    injection.override(with: {
      for token in tokens { token.rollback() }
      return "d(\($0.resolve()))"
    })

    #expect(injection.resolve() == "d(live)")
    #expect(injection.overrideCount == 1)
    injection.rollbackAllOverrides()
  }

  @Test func aDecoratorMayRemoveEverything() {
    let injection = Injection(strategy: .singleton, instance: "live")
    injection.override(with: { "a(\($0.resolve()))" })
    injection.override(with: {
      injection.rollbackAllOverrides()
      _ = $0.resolve()
      return "b"
    })

    #expect(injection.resolve() == "b")
    #expect(injection.resolve() == "live")
  }

  @Test func aDecoratorMayPushAnother() {
    let injection = Injection(strategy: .singleton, instance: "live")
    injection.override(with: { original in
      injection.override(with: { "newer(\($0.resolve()))" })
      return "older(\(original.resolve()))"
    })

    #expect(injection.resolve() == "older(live)")
    #expect(injection.resolve() == "newer(older(live))")
    #expect(injection.overrideCount == 2)
    injection.rollbackOverride()
    injection.rollbackOverride()
    #expect(injection.resolve() == "live")
  }

  @Test func aFactoryThatOverridesAnotherInjectionForItsOwnBuild() {
    let part = Injection(strategy: .onDemand, instance: "part")
    let whole = Injection<String>(strategy: .singleton) {
      part.override(with: "mock")
      defer { part.rollbackOverride() }
      return "of \(part.resolve())"
    }

    #expect(whole.resolve() == "of mock")
    #expect(part.resolve() == "part")
  }

  @Test func aFactoryMayAssignTheConsumerThatReadsIt() {
    let owners = Box<[Owner<Probe>]>([])
    let injection = Injection<Probe>(strategy: .singleton) {
      owners.content.first?.value = Probe(tally, "assigned")
      return Probe(tally)
    }
    let owner = Owner(injection)
    owners.content = [owner]

    _ = owner.value

    #expect(owner.value.name == "assigned")
    #expect(injection.current?.name == "live")
    owners.content = []
  }

  @Test func aFactoryMayResetTheConsumerThatReadsIt() {
    let owners = Box<[Owner<Probe>]>([])
    let injection = Injection<Probe>(strategy: .singleton) {
      owners.content.first?.reset()
      return Probe(tally)
    }
    let owner = Owner(injection)
    owners.content = [owner]

    #expect(owner.value === injection.resolve())
    #expect(owner.value === injection.resolve())
    owners.content = []
  }

  @Test func aFactoryMayClearTheScopesOfOthers() throws {
    let scope = InjectionFlow("flow")
    let part = Injection(strategy: .flow(scope), instance: Probe(tally, "part"))
    let whole = Injection<Probe>(strategy: .singleton) {
      let part = part.resolve()
      scope.clear()
      return Probe(tally, "whole", parts: [part])
    }

    let captured = try #require(whole.resolve().parts.first as? Probe)
    #expect(captured !== part.resolve())
    #expect(whole.resolve() === whole.resolve())
  }

  @Test func aFactoryMayRollEverythingBack() {
    let injection = Injection(strategy: .singleton, instance: "live")
    let other = Injection(strategy: .singleton, instance: "other")
    other.override(with: "mock")
    injection.override(with: { _ in
      Overrides.rollbackAll()
      return "mock with \(other.resolve())"
    })

    #expect(injection.resolve() == "mock with other")
    #expect(injection.resolve() == "live")
    #expect(other.resolve() == "other")
  }

  @Test func aMockMayResolveOverrideAndRollBackWhenItDies() {
    let injection = Injection<Any>(strategy: .singleton, instance: "live")
    let other = Injection(strategy: .singleton, instance: "other")
    let seen = Box<[String]>([])
    let token = injection.override(
      with: Farewell {
        seen.content.append(injection.resolve() as? String ?? "not the live one")
        other.override(with: "mock")
        seen.content.append(other.resolve())
        other.rollbackOverride()
        #expect(!injection.rollbackOverride())
      }
    )
    _ = injection.resolve()

    token.rollback()

    #expect(seen.content == ["live", "mock"])
    #expect(other.resolve() == "other")
    #expect(!injection.isOverridden)
  }

  @Test func anInstanceMayResolveItsSuccessorWhenItExpires() {
    let isValid = Box(false)
    let place = Box<Injection<Farewell>?>(nil)
    let successor = Box<Farewell?>(nil)
    let injection = Injection(
      strategy: .cached {
        let isFirst = place.content == nil
        return { !isFirst || isValid.content }
      },
      instance: Farewell {
        if let injection = place.content { successor.content = injection.resolve() }
      }
    )
    _ = injection.resolve()
    place.content = injection

    let second = injection.resolve()

    #expect(successor.content != nil)
    #expect(second === successor.content)
    #expect(injection.resolve() === second)
    place.content = nil
    successor.content = nil
  }

  @Test func aSharedInstanceMayResolveItsSuccessorWhenItDies() {
    let place = Box<Injection<Farewell>?>(nil)
    let successor = Box<Farewell?>(nil)
    let injection = Injection(
      strategy: .shared,
      instance: Farewell {
        if let injection = place.content { successor.content = injection.resolve() }
      }
    )
    var first: Farewell? = injection.resolve()
    place.content = injection
    #expect(injection.current === first)

    first = nil

    #expect(first == nil)
    #expect(successor.content != nil)
    #expect(injection.resolve() === successor.content)
    place.content = nil
    successor.content = nil
  }

  @Test func aConsumersInstanceMayOverrideWhenItIsReplaced() {
    let injection = Injection<Any>(strategy: .onDemand, instance: "live")
    let owner = Owner(injection)
    let other = Owner(injection)
    owner.value = Farewell {
      injection.override(with: "mock")
      _ = other.value
    }

    owner.value = "assigned"

    #expect(owner.value as? String == "assigned")
    #expect(other.value as? String == "mock")
    owner.reset()
    #expect(owner.value as? String == "mock")
    injection.rollbackOverride()
  }

  @Test func aValidityCheckMayResolveOthersOverrideAndRollBack() {
    let other = Injection(strategy: .singleton, instance: Probe(tally, "other"))
    let injection = Injection(
      strategy: .cached {
        {
          let token = other.override(with: Probe(tally, "mock"))
          defer { token.rollback() }
          return other.resolve().name == "mock"
        }
      },
      instance: Probe(tally)
    )
    let first = injection.resolve()

    #expect(injection.resolve() === first)
    #expect(injection.resolve() === first)
    #expect(!other.isOverridden)
    #expect(other.resolve().name == "other")
  }

  @Test func aValidityCheckMayRollBackTheOverrideItWasCachedUnder() {
    let other = Injection(strategy: .singleton, instance: Probe(tally, "other"))
    let token = other.override(with: Probe(tally, "mock"))
    let injection = Injection(
      strategy: .cached {
        {
          token.rollback()
          return true
        }
      },
      instance: Probe(tally, "whole", parts: [other.resolve()])
    )
    func part() -> String? { (injection.resolve().parts.first as? Probe)?.name }
    #expect(part() == "mock")

    _ = injection.resolve()

    #expect(part() == "other")
  }
}
