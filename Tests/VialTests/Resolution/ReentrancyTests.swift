import Testing
import Vial

/// Factories and deinitializers that use injections (rule 17).
@Suite(.checksInvariants) @MainActor struct ReentrancyTests {
  let counter = InstanceCounter()

  @Test(arguments: Strategies.all)
  func overrideMadeByAFactoryTakesEffectAtTheNextResolve(strategy: InjectionStrategy) {
    let box = Box<Injection<CountedObject>?>(nil)
    let injection = Injection<CountedObject>(strategy: strategy) {
      if box.content?.isOverridden == false {
        box.content?.override(with: CountedObject(counter, "mock"))
      }
      return CountedObject(counter)
    }
    box.content = injection

    expectEqual(injection.resolve().name, "live")
    expectEqual(injection.resolve().name, "mock")
    injection.rollbackOverride()
    box.content = nil
    expectEqual(injection.resolve().name, "live")
    expectEqual(injection.resolve().name, "live")
  }

  @Test(arguments: Strategies.all)
  func rollbackByTheFactoryOfAnOverrideTakesEffectAtTheNextResolve(strategy: InjectionStrategy) {
    let injection = Injection(strategy: strategy, instance: CountedObject(counter))
    injection.override(with: { _ in
      expect(injection.rollbackOverride())
      return CountedObject(counter, "mock")
    })

    expectEqual(injection.resolve().name, "mock")
    expect(injection.current == nil)
    expectEqual(injection.resolve().name, "live")
    expect(!injection.isOverridden)
  }

  @Test func decoratorThatRollsItselfBackCanResolveItsOriginal() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    injection.override(with: { original in
      injection.rollbackOverride()
      return CountedObject(counter, "decorator", parts: [original.resolve(), injection.resolve()])
    })

    let parts = injection.resolve().parts.compactMap { $0 as? CountedObject }

    expectEqual(parts.map(\.name), ["live", "live"])
    expectEqual(injection.resolve().name, "live")
  }

  @Test func decoratorCanRollBackEveryOverrideBelow() {
    let injection = Injection(strategy: .singleton, instance: "live")
    let tokens = ["a", "b", "c"].map { name in
      injection.override(with: { "\(name)(\($0.resolve()))" })
    }
    injection.override(with: {
      for token in tokens { token.rollback() }
      return "d(\($0.resolve()))"
    })

    expectEqual(injection.resolve(), "d(live)")
    expectEqual(injection.overrideCount, 1)
    injection.rollbackAllOverrides()
  }

  @Test func decoratorCanRollBackEveryOverrideOfItsInjection() {
    let injection = Injection(strategy: .singleton, instance: "live")
    injection.override(with: { "a(\($0.resolve()))" })
    injection.override(with: {
      injection.rollbackAllOverrides()
      _ = $0.resolve()
      return "b"
    })

    expectEqual(injection.resolve(), "b")
    expectEqual(injection.resolve(), "live")
  }

  @Test func decoratorCanMakeAnotherOverride() {
    let injection = Injection(strategy: .singleton, instance: "live")
    injection.override(with: { original in
      injection.override(with: { "newer(\($0.resolve()))" })
      return "older(\(original.resolve()))"
    })

    expectEqual(injection.resolve(), "older(live)")
    expectEqual(injection.resolve(), "newer(older(live))")
    expectEqual(injection.overrideCount, 2)
    injection.rollbackOverride()
    injection.rollbackOverride()
    expectEqual(injection.resolve(), "live")
  }

  @Test func factoryCanOverrideADependency() {
    let part = Injection(strategy: .onDemand, instance: "part")
    let whole = Injection<String>(strategy: .singleton) {
      part.override(with: "mock")
      defer { part.rollbackOverride() }
      return "of \(part.resolve())"
    }

    expectEqual(whole.resolve(), "of mock")
    expectEqual(part.resolve(), "part")
  }

  @Test func factoryCanAssignTheConsumerThatReads() {
    let owners = Box<[Owner<CountedObject>]>([])
    let injection = Injection<CountedObject>(strategy: .singleton) {
      owners.content.first?.value = CountedObject(counter, "assigned")
      return CountedObject(counter)
    }
    let owner = Owner(injection)
    owners.content = [owner]

    _ = owner.value

    expectEqual(owner.value.name, "assigned")
    expectEqual(injection.current?.name, "live")
    owners.content = []
  }

  @Test func factoryCanResetTheConsumerThatReads() {
    let owners = Box<[Owner<CountedObject>]>([])
    let injection = Injection<CountedObject>(strategy: .singleton) {
      owners.content.first?.reset()
      return CountedObject(counter)
    }
    let owner = Owner(injection)
    owners.content = [owner]

    expect(owner.value === injection.resolve())
    expect(owner.value === injection.resolve())
    owners.content = []
  }

  @Test func factoryCanClearTheFlowOfADependency() throws {
    let scope = InjectionFlow("flow")
    let part = Injection(strategy: .flow(scope), instance: CountedObject(counter, "part"))
    let whole = Injection<CountedObject>(strategy: .singleton) {
      let part = part.resolve()
      scope.clear()
      return CountedObject(counter, "whole", parts: [part])
    }

    let captured = try #require(whole.resolve().parts.first as? CountedObject)
    expect(captured !== part.resolve())
    expect(whole.resolve() === whole.resolve())
  }

  @Test func factoryCanRollBackAllOverrides() {
    let injection = Injection(strategy: .singleton, instance: "live")
    let other = Injection(strategy: .singleton, instance: "other")
    other.override(with: "mock")
    injection.override(with: { _ in
      Overrides.rollbackAll()
      return "mock with \(other.resolve())"
    })

    expectEqual(injection.resolve(), "mock with other")
    expectEqual(injection.resolve(), "live")
    expectEqual(other.resolve(), "other")
  }

  @Test func deinitializerOfAReplacementCanResolveOverrideAndRollBack() {
    let injection = Injection<Any>(strategy: .singleton, instance: "live")
    let other = Injection(strategy: .singleton, instance: "other")
    let seen = Box<[String]>([])
    let token = injection.override(
      with: OnDeinit {
        seen.content.append(injection.resolve() as? String ?? "not the live one")
        other.override(with: "mock")
        seen.content.append(other.resolve())
        other.rollbackOverride()
        expect(!injection.rollbackOverride())
      }
    )
    _ = injection.resolve()

    token.rollback()

    expectEqual(seen.content, ["live", "mock"])
    expectEqual(other.resolve(), "other")
    expect(!injection.isOverridden)
  }

  @Test func deinitializerOfAnExpiredInstanceCanResolveItsSuccessor() {
    let isValid = Box(false)
    let box = Box<Injection<OnDeinit>?>(nil)
    let successor = Box<OnDeinit?>(nil)
    let injection = Injection(
      strategy: .cached {
        let isFirst = box.content == nil
        return { !isFirst || isValid.content }
      },
      instance: OnDeinit {
        if let injection = box.content { successor.content = injection.resolve() }
      }
    )
    _ = injection.resolve()
    box.content = injection

    let second = injection.resolve()

    expect(successor.content != nil)
    expect(second === successor.content)
    expect(injection.resolve() === second)
    box.content = nil
    successor.content = nil
  }

  @Test func deinitializerOfASharedInstanceCanResolveItsSuccessor() {
    let box = Box<Injection<OnDeinit>?>(nil)
    let successor = Box<OnDeinit?>(nil)
    let injection = Injection(
      strategy: .shared,
      instance: OnDeinit {
        if let injection = box.content { successor.content = injection.resolve() }
      }
    )
    var first: OnDeinit? = injection.resolve()
    box.content = injection
    expect(injection.current === first)

    first = nil

    expect(first == nil)
    expect(successor.content != nil)
    expect(injection.resolve() === successor.content)
    box.content = nil
    successor.content = nil
  }

  @Test func deinitializerOfAnAssignedInstanceCanOverride() {
    let injection = Injection<Any>(strategy: .onDemand, instance: "live")
    let owner = Owner(injection)
    let other = Owner(injection)
    owner.value = OnDeinit {
      injection.override(with: "mock")
      _ = other.value
    }

    owner.value = "assigned"

    expectEqual(owner.value as? String, "assigned")
    expectEqual(other.value as? String, "mock")
    owner.reset()
    expectEqual(owner.value as? String, "mock")
    injection.rollbackOverride()
  }
}
