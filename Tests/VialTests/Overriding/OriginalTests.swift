import Testing
import Vial

/// The original that a decorator receives (rule 13).
@MainActor struct OriginalTests {
  let counter = InstanceCounter()

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

  @Test(arguments: Strategies.retaining)
  func originalIsTheCachedInstance(strategy: InjectionStrategy) {
    let injection = Injection<any Named>(strategy: strategy, instance: CountedObject(counter))
    let original = injection.resolve()

    injection.override(
      with: { CountedObject(counter, "decorator", parts: [$0.resolve()]) },
      strategy: .onDemand
    )

    for _ in 1...2 {
      let part = (injection.resolve() as? CountedObject)?.parts.first as? CountedObject
      expect(part === original as? CountedObject)
    }
  }

  @Test func onDemandDecoratorBuildsASingletonOriginalOnce() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    injection.override(with: { (below: CountedObject) in below }, strategy: .onDemand)

    let first = injection.resolve()

    expect(injection.resolve() === first)
    expectEqual(counter.built, 1)
  }

  @Test func originalCanBeResolvedSeveralTimes() {
    let fresh = Injection(strategy: .onDemand, instance: CountedObject(counter))
    fresh.override(with: {
      CountedObject(counter, "decorator", parts: [$0.resolve(), $0.resolve()])
    })
    let serials = fresh.resolve().parts.compactMap { ($0 as? CountedObject)?.serial }
    expectEqual(serials, [1, 2])

    let kept = Injection(strategy: .singleton, instance: CountedObject(counter))
    kept.override(with: {
      CountedObject(counter, "decorator", parts: [$0.resolve(), $0.resolve()])
    })
    let parts = kept.resolve().parts.compactMap { $0 as? CountedObject }
    expect(parts.first === parts.last)
  }

  @Test func sharedOriginalIsTheLiveInstance() {
    let injection = Injection(strategy: .shared, instance: CountedObject(counter))
    let original = injection.resolve()
    injection.override(with: { CountedObject(counter, "decorator", parts: [$0.resolve()]) })

    expect(injection.resolve().parts.first as? CountedObject === original)
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
    injection.override(with: { $0 + ["b"] })
    injection.override(with: { $0.resolve() + ["c"] })

    expectEqual(injection.resolve(), ["live", "a", "b", "c"])
    injection.rollbackOverride()
    expectEqual(injection.resolve(), ["live", "a", "b"])
    injection.override(with: { _ in ["d"] })
    expectEqual(injection.resolve(), ["d"])
  }

  @Test func decoratorAboveAForwardReceivesTheForwardedInstance() {
    let other = Injection(strategy: .singleton, instance: CountedObject(counter, "other"))
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    injection.override(with: other)
    injection.override(with: { CountedObject(counter, "decorator", parts: [$0.resolve()]) })

    expect(injection.resolve().parts.first as? CountedObject === other.resolve())
  }

  @Test func decoratorCanResolveOtherInjections() {
    let part = Injection(strategy: .singleton, instance: CountedObject(counter, "part"))
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let original = injection.resolve()
    injection.override(with: {
      CountedObject(counter, "whole", parts: [part.resolve(), $0.resolve()])
    })

    let parts = injection.resolve().parts.compactMap { $0 as? CountedObject }

    expect(parts.first === part.resolve())
    expect(parts.last === original)
  }

  @Test func rollbackOfADecoratorKeepsItsOriginal() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let original = injection.resolve()
    injection.override(with: { (below: CountedObject) in below })
    expect(injection.resolve() === original)

    injection.rollbackOverride()

    expect(injection.resolve() === original)
    expectEqual(counter.alive, 1)
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
