import Testing
import Vial

@MainActor struct InjectionOverrideTests {
  let tally = Tally()

  @Test(arguments: Strategies.all)
  func theNewestWins(strategy: InjectionStrategy) {
    let injection = Injection<any Named>(strategy: strategy, instance: Probe(tally))

    injection.override(with: Probe(tally, "first"))
    #expect(injection.resolve().name == "first")
    injection.override(with: Sample(tally, "second"))
    #expect(injection.resolve().name == "second")

    #expect(injection.rollbackOverride())
    #expect(injection.resolve().name == "first")
    #expect(injection.rollbackOverride())
    #expect(injection.resolve().name == "live")
    #expect(!injection.rollbackOverride())
    #expect(injection.resolve().name == "live")
  }

  @Test(arguments: Strategies.all)
  func overridingBuildsNothing(strategy: InjectionStrategy) {
    let injection = Injection(strategy: strategy, instance: Probe(tally))

    injection.override(with: Probe(tally, "mock"))
    injection.override(with: { Probe(tally, "decorator", parts: [$0.resolve()]) })
    injection.override(with: Injection(strategy: .singleton, instance: Probe(tally, "other")))
    injection.rollbackAllOverrides()

    #expect(tally.built == 0)
  }

  @Test(arguments: Strategies.keeping)
  func theSameInstanceIsBackAfterARollback(strategy: InjectionStrategy) {
    let injection = Injection(strategy: strategy, instance: Probe(tally))
    let original = injection.resolve()

    injection.override(with: Probe(tally, "mock"))
    #expect(injection.current == nil)
    let mock = injection.resolve()
    #expect(injection.resolve() === mock)
    injection.override(with: Probe(tally, "second"))
    #expect(injection.resolve().name == "second")
    injection.rollbackOverride()
    #expect(injection.resolve().name == "mock")
    injection.rollbackOverride()

    #expect(injection.resolve() === original)
  }

  @Test func theSharedInstanceStillAliveIsBackAfterARollback() {
    let injection = Injection(strategy: .shared, instance: Probe(tally))
    let original = injection.resolve()
    let token = injection.override(with: Probe(tally, "mock"))
    let mock = injection.resolve()
    #expect(injection.resolve() === mock)

    token.rollback()

    #expect(injection.current === original)
    #expect(injection.resolve() === original)
  }

  @Test func theSharedValueStillHeldIsBackAfterARollback() {
    let injection = Injection<any Named>(strategy: .shared, instance: Sample(tally))
    let owner = Owner(injection)
    #expect(owner.value.serial == 1)

    injection.override(with: Sample(tally, "mock"))
    #expect(Owner(injection).value.name == "mock")
    injection.rollbackOverride()

    #expect(injection.resolve().serial == 1)
    #expect(Owner(injection).value.serial == 1)
  }

  @Test func theStrategyIsInheritedWhenLeftOut() {
    for strategy in Strategies.keeping {
      let injection = Injection(strategy: strategy, instance: Probe(tally))
      injection.override(with: Probe(tally, "mock"))
      #expect(injection.resolve() === injection.resolve())
      injection.override(with: { _ in Probe(tally, "mock") })
      #expect(injection.resolve() === injection.resolve())
    }
    let fresh = Injection(strategy: .onDemand, instance: Probe(tally))
    fresh.override(with: { (original: Probe) in original })
    #expect(fresh.resolve() !== fresh.resolve())
  }

  @Test func theStrategyMayBeReplaced() {
    let injection = Injection(strategy: .singleton, instance: Probe(tally))

    injection.override(with: Probe(tally, "mock"), strategy: .onDemand)
    #expect(injection.resolve() !== injection.resolve())
    injection.override(with: { _ in Probe(tally, "mock") }, strategy: .shared)
    weak let shared = injection.resolve()
    #expect(shared == nil)
    injection.override(with: { (below: Probe) in below }, strategy: .singleton)
    #expect(injection.resolve() === injection.resolve())
    injection.rollbackAllOverrides()
    #expect(injection.resolve() === injection.resolve())
  }

  @Test func anInstanceOfAnOverrideGoesWithIt() {
    let injection = Injection(strategy: .singleton, instance: Probe(tally))
    let token = injection.override(with: Probe(tally, "mock"))
    _ = injection.resolve()
    #expect(tally.alive == 1)

    token.rollback()

    #expect(tally.alive == 0)
  }

  @Test func anOverrideIsCounted() {
    let injection = Injection(strategy: .singleton, instance: 0)
    #expect(!injection.isOverridden)
    #expect(injection.overrideCount == 0)

    injection.override(with: 1)
    injection.override(with: { $0 + 1 })
    #expect(injection.isOverridden)
    #expect(injection.overrideCount == 2)
    #expect(injection.resolve() == 2)

    injection.rollbackAllOverrides()
    #expect(!injection.isOverridden)
    #expect(injection.overrideCount == 0)
    injection.rollbackAllOverrides()
    #expect(injection.resolve() == 0)
  }

  @Test func overridesOfOneInjectionLeaveAnother() {
    let first = Injection(strategy: .singleton, instance: "first")
    let second = Injection(strategy: .singleton, instance: "second")

    let token = first.override(with: "mock")

    #expect(second.resolve() == "second")
    #expect(!second.isOverridden)
    #expect(!second.rollbackOverride())
    #expect(token.isActive)
  }

  @Test func theSameOverrideMayBeMadeAgain() {
    let injection = Injection(strategy: .singleton, instance: Probe(tally))

    let mocks = (0..<3).map { _ in
      injection.override(with: Probe(tally, "mock"))
      defer { injection.rollbackOverride() }
      return injection.resolve()
    }

    #expect(Set(mocks.map(\.serial)).count == 3)
  }

  @Test func aStackOfThousandsComesDownAgain() {
    let injection = Injection(strategy: .singleton, instance: 0)
    for level in 1...5000 { injection.override(with: level) }
    #expect(injection.resolve() == 5000)
    #expect(injection.overrideCount == 5000)

    for level in (0..<5000).reversed() {
      injection.rollbackOverride()
      if level.isMultiple(of: 1000) { #expect(injection.resolve() == level) }
    }
    #expect(!injection.isOverridden)
  }

}
