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
}

/// A flow can also evict expiring and cached instances (rules 5 and 6).
@MainActor struct FlowLifetimeTests {
  let counter = InstanceCounter()

  @Test func clearingAFlowOrItsParentEvictsInstancesWithAValidityCheck() {
    let (isValid, clock, flow) = (Variable(true), ManualClock(), InjectionFlow("flow"))
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
}
