import Testing
import Vial

@MainActor struct InjectionOverrideTests {
  let counter = InstanceCounter()

  @Test(arguments: Strategies.all)
  func newestOverrideWins(strategy: InjectionStrategy) {
    let injection = Injection<any Named>(strategy: strategy, instance: CountedObject(counter))

    injection.override(with: CountedObject(counter, "first"))
    expectEqual(injection.resolve().name, "first")
    injection.override(with: Sample(counter, "second"))
    expectEqual(injection.resolve().name, "second")

    expect(injection.rollbackOverride())
    expectEqual(injection.resolve().name, "first")
    expect(injection.rollbackOverride())
    expectEqual(injection.resolve().name, "live")
    expect(!injection.rollbackOverride())
    expectEqual(injection.resolve().name, "live")
  }

  @Test(arguments: Strategies.all)
  func overridingBuildsNothing(strategy: InjectionStrategy) {
    let injection = Injection(strategy: strategy, instance: CountedObject(counter))

    injection.override(with: CountedObject(counter, "mock"))
    injection.override(with: { CountedObject(counter, "decorator", parts: [$0.resolve()]) })
    injection.override(
      with: Injection(strategy: .singleton, instance: CountedObject(counter, "other"))
    )
    injection.rollbackAllOverrides()

    expectEqual(counter.built, 0)
  }

  @Test(arguments: Strategies.retaining)
  func rollbackRestoresTheSameInstance(strategy: InjectionStrategy) {
    let injection = Injection(strategy: strategy, instance: CountedObject(counter))
    let original = injection.resolve()

    injection.override(with: CountedObject(counter, "mock"))
    expect(injection.current == nil)
    let mock = injection.resolve()
    expect(injection.resolve() === mock)
    injection.override(with: CountedObject(counter, "second"))
    expectEqual(injection.resolve().name, "second")
    injection.rollbackOverride()
    expectEqual(injection.resolve().name, "mock")
    injection.rollbackOverride()

    expect(injection.resolve() === original)
  }

  @Test func rollbackRestoresASharedInstanceThatIsStillAlive() {
    let injection = Injection(strategy: .shared, instance: CountedObject(counter))
    let original = injection.resolve()
    let token = injection.override(with: CountedObject(counter, "mock"))
    let mock = injection.resolve()
    expect(injection.resolve() === mock)

    token.rollback()

    expect(injection.current === original)
    expect(injection.resolve() === original)
  }

  @Test func overrideInheritsTheStrategyByDefault() {
    for strategy in Strategies.retaining {
      let injection = Injection(strategy: strategy, instance: CountedObject(counter))
      injection.override(with: CountedObject(counter, "mock"))
      expect(injection.resolve() === injection.resolve())
      injection.override(with: { _ in CountedObject(counter, "mock") })
      expect(injection.resolve() === injection.resolve())
    }
    let fresh = Injection(strategy: .onDemand, instance: CountedObject(counter))
    fresh.override(with: { (original: CountedObject) in original })
    expect(fresh.resolve() !== fresh.resolve())
  }

  @Test func overrideCanReplaceTheStrategy() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))

    injection.override(with: CountedObject(counter, "mock"), strategy: .onDemand)
    expect(injection.resolve() !== injection.resolve())
    injection.override(with: { _ in CountedObject(counter, "mock") }, strategy: .shared)
    weak let shared = injection.resolve()
    expect(shared == nil)
    injection.override(with: { (below: CountedObject) in below }, strategy: .singleton)
    expect(injection.resolve() === injection.resolve())
    injection.rollbackAllOverrides()
    expect(injection.resolve() === injection.resolve())
  }

  @Test func rollbackReleasesTheReplacement() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let token = injection.override(with: CountedObject(counter, "mock"))
    _ = injection.resolve()
    expectEqual(counter.alive, 1)

    token.rollback()

    expectEqual(counter.alive, 0)
  }

  @Test func overridesAreCounted() {
    let injection = Injection(strategy: .singleton, instance: 0)
    expect(!injection.isOverridden)
    expectEqual(injection.overrideCount, 0)

    injection.override(with: 1)
    injection.override(with: { $0 + 1 })
    expect(injection.isOverridden)
    expectEqual(injection.overrideCount, 2)
    expectEqual(injection.resolve(), 2)

    injection.rollbackAllOverrides()
    expect(!injection.isOverridden)
    expectEqual(injection.overrideCount, 0)
    injection.rollbackAllOverrides()
    expectEqual(injection.resolve(), 0)
  }

  @Test func overrideDoesNotAffectOtherInjections() {
    let first = Injection(strategy: .singleton, instance: "first")
    let second = Injection(strategy: .singleton, instance: "second")

    let token = first.override(with: "mock")

    expectEqual(second.resolve(), "second")
    expect(!second.isOverridden)
    expect(!second.rollbackOverride())
    expect(token.isActive)
  }

  @Test func repeatedOverrideBuildsANewReplacement() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))

    let mocks = (0..<3).map { _ in
      injection.override(with: CountedObject(counter, "mock"))
      defer { injection.rollbackOverride() }
      return injection.resolve()
    }

    expectEqual(Set(mocks.map(\.serial)).count, 3)
  }

  @Test func thousandsOfOverridesCanBeRolledBackNewestFirst() {
    let injection = Injection(strategy: .singleton, instance: 0)
    for level in 1...5000 { injection.override(with: level) }
    expectEqual(injection.resolve(), 5000)
    expectEqual(injection.overrideCount, 5000)

    for level in (0..<5000).reversed() {
      injection.rollbackOverride()
      if level.isMultiple(of: 1000) { expectEqual(injection.resolve(), level) }
    }
    expect(!injection.isOverridden)
  }
}
