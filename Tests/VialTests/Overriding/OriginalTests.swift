import Testing
import Vial

/// What a decorator receives (rule 13).
@MainActor struct OriginalTests {
  let tally = Tally()

  @Test(arguments: Strategies.all)
  func anOriginalThatIsNotUsedIsNotBuilt(strategy: InjectionStrategy) {
    let injection = Injection<any Named>(strategy: strategy, instance: Probe(tally))

    injection.override(with: { _ in Sample(tally, "mock") })

    #expect(injection.resolve().name == "mock")
    #expect(Owner(injection).value.name == "mock")
    injection.rollbackOverride()
    #expect(injection.current == nil)
    let built = tally.built
    #expect(injection.resolve().serial == built + 1)
  }

  @Test(arguments: Strategies.keeping)
  func theOriginalComesFromItsOwnCache(strategy: InjectionStrategy) {
    let injection = Injection<any Named>(strategy: strategy, instance: Probe(tally))
    let original = injection.resolve()

    injection.override(
      with: { Probe(tally, "decorator", parts: [$0.resolve()]) },
      strategy: .onDemand
    )

    for _ in 1...2 {
      let part = (injection.resolve() as? Probe)?.parts.first as? Probe
      #expect(part === original as? Probe)
    }
  }

  @Test func aSingletonBelowIsBuiltByTheDecoratorOnceForAll() {
    let injection = Injection(strategy: .singleton, instance: Probe(tally))
    injection.override(with: { (below: Probe) in below }, strategy: .onDemand)

    let first = injection.resolve()

    #expect(injection.resolve() === first)
    #expect(tally.built == 1)
  }

  @Test func theOriginalMayBeResolvedManyTimes() {
    let fresh = Injection(strategy: .onDemand, instance: Probe(tally))
    fresh.override(with: {
      Probe(tally, "decorator", parts: [$0.resolve(), $0.resolve()])
    })
    let serials = fresh.resolve().parts.compactMap { ($0 as? Probe)?.serial }
    #expect(serials == [1, 2])

    let kept = Injection(strategy: .singleton, instance: Probe(tally))
    kept.override(with: {
      Probe(tally, "decorator", parts: [$0.resolve(), $0.resolve()])
    })
    let parts = kept.resolve().parts.compactMap { $0 as? Probe }
    #expect(parts.first === parts.last)
  }

  @Test func aSharedOriginalIsTheOneThatIsAlive() {
    let injection = Injection(strategy: .shared, instance: Probe(tally))
    let original = injection.resolve()
    injection.override(with: { Probe(tally, "decorator", parts: [$0.resolve()]) })

    #expect(injection.resolve().parts.first as? Probe === original)
  }

  @Test func aSharedOriginalIsHeldByWhatItWasBuiltInto() {
    let injection = Injection(strategy: .shared, instance: Probe(tally))
    injection.override(with: { Probe(tally, "decorator", parts: [$0.resolve()]) })
    var decorated: Probe? = injection.resolve()
    #expect(injection.resolve() === decorated)
    #expect(tally.alive == 2)

    decorated = nil

    #expect(decorated == nil)
    #expect(tally.alive == 0)
  }

  @Test func aDecoratedSharedValueIsHeldByItsConsumers() {
    let injection = Injection<any Named>(strategy: .shared, instance: Sample(tally))
    injection.override(with: { Sample(tally, "decorated \($0.resolve().name)") })
    let owner = Owner(injection)

    #expect(owner.value.name == "decorated live")
    #expect(injection.resolve().serial == owner.value.serial)
    #expect(tally.built == 2)
  }

  @Test func decoratorsStackUp() {
    let injection = Injection(strategy: .singleton, instance: ["live"])
    injection.override(with: { $0.resolve() + ["a"] })
    injection.override(with: { $0 + ["b"] })
    injection.override(with: { $0.resolve() + ["c"] })

    #expect(injection.resolve() == ["live", "a", "b", "c"])
    injection.rollbackOverride()
    #expect(injection.resolve() == ["live", "a", "b"])
    injection.override(with: { _ in ["d"] })
    #expect(injection.resolve() == ["d"])
  }

  @Test func aDecoratorOverAnotherInjectionGetsThatInjectionsInstance() {
    let other = Injection(strategy: .singleton, instance: Probe(tally, "other"))
    let injection = Injection(strategy: .singleton, instance: Probe(tally))
    injection.override(with: other)
    injection.override(with: { Probe(tally, "decorator", parts: [$0.resolve()]) })

    #expect(injection.resolve().parts.first as? Probe === other.resolve())
  }

  @Test func aDecoratorMayResolveOtherInjections() {
    let part = Injection(strategy: .singleton, instance: Probe(tally, "part"))
    let injection = Injection(strategy: .singleton, instance: Probe(tally))
    let original = injection.resolve()
    injection.override(with: { Probe(tally, "whole", parts: [part.resolve(), $0.resolve()]) })

    let parts = injection.resolve().parts.compactMap { $0 as? Probe }

    #expect(parts.first === part.resolve())
    #expect(parts.last === original)
  }

  @Test func theOriginalOfADecoratorThatIsRolledBackIsKept() {
    let injection = Injection(strategy: .singleton, instance: Probe(tally))
    let original = injection.resolve()
    injection.override(with: { (below: Probe) in below })
    #expect(injection.resolve() === original)

    injection.rollbackOverride()

    #expect(injection.resolve() === original)
    #expect(tally.alive == 1)
  }
}
