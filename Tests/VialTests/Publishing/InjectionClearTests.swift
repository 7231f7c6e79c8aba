import Testing
import Vial

/// `clear()` evicts the instances of one injection (rules 5 and 18).
@MainActor struct InjectionClearTests {
  let counter = InstanceCounter()
  private let publications = Publications()

  @Test(arguments: PublicationStyle.allCases, Strategies.caching)
  func clearEvictsTheCachedInstanceButNotTheInstancesOfConsumers(
    style: PublicationStyle,
    strategy: InjectionStrategy
  ) {
    let injection = publications.publish(style, strategy) { CountedObject(counter) }
    _ = injection.resolve()
    injection.clear()
    expectEqual(counter.alive, 0)
    expect(injection.current == nil)

    let owner = Owner(injection)
    let held = owner.value
    expect(injection.current === held)
    injection.clear()
    expect(owner.value === held)
    expect(injection.current == nil)
    let next = injection.resolve()
    expect(next !== held)
    expect(injection.resolve() === next)
  }

  @Test(arguments: Strategies.all)
  func clearEvictsTheOriginalAndTheInstancesOfAllOverrides(strategy: InjectionStrategy) {
    let injection = Injection(strategy: strategy, instance: CountedObject(counter))
    let token = injection.override(with: { CountedObject(counter, "mock", parts: [$0.resolve()]) })
    injection.clear()
    expectEqual(counter.built, 0, "A clear builds nothing.")

    _ = injection.resolve()
    injection.clear()
    expectEqual(counter.alive, 0)
    expectEqual(injection.overrideCount, 1)
    _ = injection.resolve()
    expectEqual(counter.built, 4)

    injection.clear()
    token.rollback()
    expect(injection.current == nil)
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

  @Test func instanceWhoseFactoryClearsItIsCached() {
    let (flow, box) = (InjectionFlow("flow"), Box<Injection<CountedObject>?>(nil))
    let clears: [@MainActor () -> Void] = [{ box.content?.clear() }, { flow.clear() }]
    for clear in clears {
      let injection = Injection<CountedObject>(strategy: .flow(flow)) { [counter] in
        clear()
        return CountedObject(counter)
      }
      box.content = injection
      expect(injection.resolve() === injection.resolve())
      box.content = nil
    }
  }

  // MARK: Scopes

  @Test func clearEvictsTheInstancesOfTheScopesThatTheCurrentScopeReuses() {
    for kind in OverrideScope.Kind.all {
      let session = Injection<CountedObject>.required("a session")
        .when(InjectionContext("never") { false }, instance: CountedObject(counter, "context"))
      session.provide(with: CountedObject(counter, "provided"))
      let plain = Injection(strategy: .singleton, instance: CountedObject(counter))
      let (other, scope) = (OverrideScope(.isolated), OverrideScope(kind))
      for injection in [session, plain] {
        let outside = injection.resolve()
        let elsewhere = other.run { injection.resolve() }
        scope.run {
          let mine = injection.resolve()
          injection.clear()
          expect(injection.current == nil, "\(kind)")
          expect(injection.resolve() !== mine, "\(kind)")
        }
        expectEqual(injection.current === outside, kind != .inheriting, "\(kind)")
        injection.clear()
        expect(injection.current == nil, "\(kind)")
        expect(other.run { injection.current } === elsewhere, "\(kind)")
        expect(scope.run { injection.current } != nil, "\(kind)")
      }
      other.end()
      scope.end()
    }
  }
}

/// A flow can also evict expiring and cached instances (rules 5 and 6).
@MainActor struct FlowLifetimeTests {
  let counter = InstanceCounter()

  @Test func clearingAFlowOrItsParentEvictsInstancesWithAValidityCheck() {
    let (isValid, clock, flow) = (Box(true), ManualClock(), InjectionFlow("flow"))
    let parent = InjectionFlow("parent", children: [flow])
    let cases: [(strategy: InjectionStrategy, expire: @MainActor () -> Void)] = [
      (.cached(in: flow) { { isValid.content } }, { isValid.content = false }),
      (.expiring(after: .seconds(10), in: flow, clock: clock), { clock.advance(by: .seconds(10)) }),
    ]
    for (strategy, expire) in cases {
      let counter = InstanceCounter()
      let others = [InjectionStrategy.singleton, .cached { { true } }, .expiring(after: .seconds(3600), in: nil)].map {
        Injection(strategy: $0) { InstanceCounter() }
      }
      let kept = others.map { $0.resolve() }
      let injection = Injection(strategy: strategy, instance: CountedObject(counter))
      expectEqual([injection.resolve(), injection.resolve()].map(\.serial), [1, 1], "\(strategy)")
      flow.clear()
      expectEqual(counter.alive, 0, "\(strategy)")
      expectEqual([injection.resolve(), injection.resolve()].map(\.serial), [2, 2], "\(strategy)")
      parent.clear()
      expectEqual(injection.resolve().serial, 3, "\(strategy)")
      expire()
      expectEqual(injection.resolve().serial, 4, "\(strategy)")
      for (other, instance) in zip(others, kept) { expect(other.resolve() === instance, "\(other)") }
    }
  }

  @Test func clearingAFlowEvictsCachedInstancesOfKeysAndOverrides() {
    let flow = InjectionFlow("flow")
    for strategy in [InjectionStrategy.flow(flow), .cached(in: flow) { { true } }] {
      let family = InjectionFamily<Int, CountedObject>(strategy: strategy) { [counter] in
        CountedObject(counter, "\($0)")
      }
      withOverrideScope(.isolated) {
        for key in 1...10 { _ = family.resolve(key) }
        family[1].override(with: CountedObject(counter, "mock"))
        family.override(with: { [counter] in CountedObject(counter, "mock \($0)") })
        for key in 1...2 { _ = family.resolve(key) }
        expectEqual(counter.alive, 12)
        flow.clear()
        expectEqual(counter.alive, 0)
      }
    }
  }
}
