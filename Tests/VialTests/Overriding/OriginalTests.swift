import Testing
import Vial

/// The original that a decorator receives (rule 13).
@MainActor struct OriginalTests {
  let counter = InstanceCounter()

  private func parts(_ injection: Injection<CountedObject>) -> [CountedObject] {
    injection.resolve().parts.compactMap { $0 as? CountedObject }
  }

  @Test(arguments: Strategies.all)
  func unusedOriginalIsNotBuilt(strategy: InjectionStrategy) {
    let injection = Injection<any Named>(strategy: strategy, instance: CountedObject(counter))

    injection.override(with: { _ in Sample(counter, "mock") })

    expectEqual(injection.resolve().name, "mock")
    expectEqual(Owner(injection).value.name, "mock")
    injection.rollbackOverride()
    expect(injection.current == nil)
    let built = counter.built
    expectEqual(injection.resolve().serial, built + 1)
  }

  @Test(arguments: Strategies.all)
  func originalComesFromTheCacheBelow(strategy: InjectionStrategy) {
    let part = Injection(strategy: .singleton, instance: CountedObject(counter, "part"))
    let injection = Injection(strategy: strategy, instance: CountedObject(counter))
    let live = injection.resolve()
    injection.override(
      with: { CountedObject(counter, "decorator", parts: [$0.resolve(), $0.resolve(), part.resolve()]) },
      strategy: .onDemand
    )

    for _ in 1...2 {
      let parts = parts(injection)
      expectEqual(parts[0] === live, strategy.isCaching)
      expectEqual(parts[0] === parts[1], strategy.isCaching)
      expect(parts[2] === part.current)
    }
    injection.rollbackOverride()
    expectEqual(injection.resolve() === live, strategy.isCaching)
    withExtendedLifetime(live) {}
  }

  @Test func sharedOriginalIsRetainedByTheDecorator() {
    let injection = Injection(strategy: .shared, instance: CountedObject(counter))
    injection.override(with: { CountedObject(counter, "decorator", parts: [$0.resolve()]) })
    var decorated: CountedObject? = injection.resolve()
    expect(injection.resolve() === decorated)
    expectEqual(counter.alive, 2)

    decorated = nil

    expect(decorated == nil)
    expectEqual(counter.alive, 0)
  }

  @Test func decoratorsWrapEachOther() {
    let injection = Injection(strategy: .singleton, instance: ["live"])
    injection.override(with: { $0.resolve() + ["a"] })
    let middle = injection.override(with: { $0 + ["b"] })
    injection.override(with: { $0.resolve() + ["c"] })

    expectEqual(injection.resolve(), ["live", "a", "b", "c"])
    middle.rollback()
    expectEqual(injection.resolve(), ["live", "a", "c"])
    injection.rollbackOverride()
    expectEqual(injection.resolve(), ["live", "a"])
    injection.override(with: Injection(strategy: .singleton, instance: ["other"]))
    injection.override(with: { $0.resolve() + ["d"] })
    expectEqual(injection.resolve(), ["other", "d"])
    injection.override(with: { _ in ["e"] })
    expectEqual(injection.resolve(), ["e"])
  }

  @Test func originalIsResolvedInTheScopeOfTheResolve() {
    let number = Injection(strategy: .singleton, instance: 1)
    let other = OverrideScope(.isolated)
    other.run { _ = number.override(with: 2) }
    let text = Injection(strategy: .singleton, instance: "\(number.resolve())")
    let token = text.override(with: { original in other.run { original.resolve() } + "!" })
    defer { token.rollback() }

    expectEqual(text.resolve(), "1!")
    expect(other.run { text.current } == nil)
    withOverrideScope {
      number.override(with: 3)
      expectEqual(text.resolve(), "1!")
    }
    withOverrideScope(.fresh) {
      number.override(with: 4)
      expectEqual(text.resolve(), "4!")
    }
    other.end()
  }
}
