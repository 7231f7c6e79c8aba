import Testing
import Vial

/// `clear()` evicts the instances of one injection (rules 5 and 18).
@MainActor struct InjectionClearTests {
  let counter = InstanceCounter()
  private let publications = Publications()

  @Test(arguments: PublicationStyle.allCases, Strategies.retaining)
  func clearEvictsTheCachedInstanceButNotTheInstancesOfConsumers(
    style: PublicationStyle,
    strategy: InjectionStrategy
  ) {
    let injection = publications.publish(style, strategy) { CountedObject(counter) }
    let owner = Owner(injection)
    expectEqual(injection.resolve().serial, 1)
    injection.clear()
    expectEqual(counter.alive, 0)
    expect(injection.current == nil)

    let held = owner.value
    injection.clear()

    expect(owner.value === held)
    expect(injection.current == nil)
    expectEqual(injection.resolve().serial, 3)
    expectEqual(injection.resolve().serial, 3)
  }

  @Test(arguments: Strategies.all)
  func clearBuildsNothing(strategy: InjectionStrategy) {
    let injection = Injection(strategy: strategy, instance: CountedObject(counter))
    injection.override(with: { CountedObject(counter, "mock", parts: [$0.resolve()]) })
    defer { injection.rollbackOverride() }

    for _ in 1...2 { injection.clear() }

    expectEqual(counter.built, 0)
    expectEqual(injection.overrideCount, 1)
  }

  @Test func clearEvictsTheInstanceOfAnImplementationWithContexts() {
    let session = Injection<CountedObject>.required("a session")
      .when(InjectionContext("never") { false }, instance: CountedObject(counter, "context"))
    session.provide(with: CountedObject(counter, "provided"))
    let outside = session.resolve().serial

    withOverrideScope {
      session.provide(with: CountedObject(counter, "inside"))
      let inside = session.resolve().serial
      session.clear()

      expectEqual(counter.alive, 0)
      expect(session.resolve().serial > inside)
    }
    session.clear()

    expectEqual(counter.alive, 0)
    expect(session.resolve().serial > outside)
  }

  @Test func clearEvictsASharedInstanceThatIsStillAlive() {
    let injection = Injection(strategy: .shared, instance: CountedObject(counter))
    let owner = Owner(injection)
    let held = owner.value

    injection.clear()

    expect(injection.current == nil)
    expect(injection.resolve() !== held)
    expect(owner.value === held)
  }

  @Test(arguments: Strategies.retaining)
  func clearEvictsTheInstancesOfAllOverrides(strategy: InjectionStrategy) {
    let injection = Injection(strategy: strategy, instance: CountedObject(counter))
    let token = injection.override(with: { CountedObject(counter, "mock", parts: [$0.resolve()]) })
    defer { token.rollback() }
    let first = injection.resolve().serial
    expectEqual(counter.alive, 2)

    injection.clear()

    expectEqual(counter.alive, 0)
    expect(injection.resolve().serial > first)
    expectEqual(counter.built, 4)
  }

  @Test(arguments: Strategies.retaining)
  func clearEvictsTheInstancesOfAllOverridesInAScope(strategy: InjectionStrategy) {
    let injection = Injection<CountedObject>.required("an object")

    withOverrideScope(.isolated) {
      injection.provide(with: CountedObject(counter, "provided"), strategy: strategy)
      for number in 0..<3 {
        expectEqual(injection.resolve().serial, number + 1)
        injection.override(with: CountedObject(counter, "\(number)"))
      }
      expectEqual(injection.resolve().serial, 4)
      expectEqual(counter.alive, 4)

      injection.clear()

      expectEqual(counter.alive, 0)
      injection.rollbackAllOverrides()
      expectEqual(injection.resolve().name, "provided")
      expectEqual(counter.built, 5)
    }
  }

  @Test func clearEvictsTheOriginalBelowAnOverride() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    _ = injection.resolve()
    let token = injection.override(with: CountedObject(counter, "mock"))
    defer { token.rollback() }

    injection.clear()
    token.rollback()

    expect(injection.current == nil)
    expectEqual(injection.resolve().serial, 2)
  }

  @Test func clearKeepsInstancesThatCapturedTheEvictedInstance() {
    let part = Injection(strategy: .singleton, instance: CountedObject(counter, "part"))
    let whole = Injection(
      strategy: .singleton,
      instance: CountedObject(counter, "whole", parts: [part.resolve()])
    )
    let before = whole.resolve()

    part.clear()

    expect(whole.resolve() === before)
    expect(part.resolve() !== before.parts.first as? CountedObject)
  }

  @Test func deinitializerOfAnEvictedInstanceCanResolveItsSuccessor() {
    let box = Box<Injection<OnDeinit>?>(nil)
    let successor = Box<OnDeinit?>(nil)
    let injection = Injection(
      strategy: .singleton,
      instance: OnDeinit { successor.content = box.content?.resolve() }
    )
    _ = injection.resolve()
    box.content = injection

    injection.clear()

    expect(successor.content != nil)
    expect(injection.resolve() === successor.content)
    box.content = nil
    successor.content = nil
  }

  @Test func instanceWhoseFactoryClearsItsInjectionIsCached() {
    let box = Box<Injection<CountedObject>?>(nil)
    let injection = Injection<CountedObject>(strategy: .singleton) { [counter] in
      box.content?.clear()
      return CountedObject(counter)
    }
    box.content = injection

    expect(injection.resolve() === injection.resolve())
    box.content = nil
  }

  // MARK: Scopes

  @Test func clearInAnInheritingScopeEvictsTheInstancesOutside() {
    let (outer, own) = (
      Injection(strategy: .singleton, instance: CountedObject(counter, "outer")),
      Injection(strategy: .singleton, instance: CountedObject(counter, "own"))
    )
    _ = outer.resolve()

    withOverrideScope {
      _ = (outer.resolve(), own.resolve())
      own.clear()
      expectEqual(counter.alive, 1)
      outer.clear()
      expectEqual(counter.alive, 0)
      expect(outer.current == nil)
    }

    expect(outer.current == nil)
  }

  @Test func clearInAnIsolatedScopeKeepsTheInstancesOutside() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let outside = injection.resolve()

    withOverrideScope(.isolated) {
      injection.override(with: { CountedObject(counter, "mock", parts: [$0.resolve()]) })
      _ = injection.resolve()
      injection.clear()
      expect(injection.current == nil)
      expectEqual(counter.alive, 1)
    }

    expect(injection.resolve() === outside)
  }

  @Test func clearKeepsTheInstancesOfOtherScopes() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let scopes = [OverrideScope(.isolated), OverrideScope(.inheriting)]
    let before = scopes.map { $0.run { injection.resolve() } }

    scopes[0].run { injection.clear() }
    injection.clear()

    expect(scopes[1].run { injection.resolve() } === before[1])
    expect(scopes[0].run { injection.resolve() } !== before[0])
    for scope in scopes { scope.end() }
  }
}

/// A flow can also evict expiring and cached instances (rules 5 and 6).
@MainActor struct FlowLifetimeTests {
  let counter = InstanceCounter()

  @Test func clearingAFlowEvictsItsExpiringInstances() {
    let (flow, clock) = (InjectionFlow("flow"), ManualClock())
    let injection = Injection(
      strategy: .expiring(after: .seconds(10), in: flow, clock: clock),
      instance: CountedObject(counter)
    )
    expectEqual([injection.resolve(), injection.resolve()].map(\.serial), [1, 1])

    flow.clear()
    expectEqual(counter.alive, 0)
    expectEqual([injection.resolve(), injection.resolve()].map(\.serial), [2, 2])
    clock.advance(by: .seconds(10))

    expectEqual([injection.resolve(), injection.resolve()].map(\.serial), [3, 3])
  }

  @Test func clearingAFlowOrItsParentEvictsItsCachedInstances() {
    let isValid = Box(true)
    let flow = InjectionFlow("flow")
    let parent = InjectionFlow("parent", children: [flow])
    let injection = Injection(
      strategy: .cached(in: flow) { { isValid.content } },
      instance: CountedObject(counter)
    )
    let owner = Owner(injection)
    expectEqual(owner.value.serial, 1)

    flow.clear()
    expectEqual(injection.resolve().serial, 2)
    parent.clear()
    expectEqual(injection.resolve().serial, 3)
    isValid.content = false

    expectEqual(injection.resolve().serial, 4)
    expectEqual(owner.value.serial, 1)
  }

  @Test func clearingAFlowKeepsCachedInstancesWithoutAFlow() {
    let flow = InjectionFlow("flow")
    let injections = [
      Injection(strategy: .cached { { true } }, instance: CountedObject(counter)),
      Injection(strategy: .expiring(after: .seconds(3600)), instance: CountedObject(counter)),
      Injection(
        strategy: .expiring(after: .seconds(3600), in: nil),
        instance: CountedObject(counter)
      ),
    ]
    let before = injections.map { $0.resolve() }

    flow.clear()

    for (injection, instance) in zip(injections, before) {
      expect(injection.resolve() === instance)
    }
  }

  @Test func clearingAFlowEvictsCachedInstancesOfKeysAndOverrides() {
    let flow = InjectionFlow("flow")
    let family = InjectionFamily<Int, CountedObject>(strategy: .cached(in: flow) { { true } }) {
      [counter] in
      CountedObject(counter, "\($0)")
    }
    withOverrideScope(.isolated) {
      _ = family.resolve(1)
      family[1].override(with: CountedObject(counter, "mock"))
      _ = family.resolve(1)
      expectEqual(counter.alive, 2)
      flow.clear()
      expectEqual(counter.alive, 0)
    }
  }
}
