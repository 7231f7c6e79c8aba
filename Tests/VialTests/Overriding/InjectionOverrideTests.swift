import Testing
import Vial

/// Overriding an injection (rules 12 and 15).
@MainActor struct InjectionOverrideTests {
  let counter = InstanceCounter()

  @Test(arguments: Strategies.all)
  func newestOverrideWinsUntilItsRollbackRestoresTheSameInstance(strategy: InjectionStrategy) {
    let injection = Injection<any Named>(strategy: strategy, instance: CountedObject(counter))
    let original = injection.resolve()
    injection.override(with: CountedObject(counter, "first"))
    expect(injection.current == nil)
    let first = injection.resolve()
    injection.override(with: { CountedObject(counter, "unused", parts: [$0.resolve()]) })
    injection.override(with: Injection<any Named>(strategy: .singleton, instance: CountedObject(counter, "unused")))
    injection.override(with: Sample(counter, "second"))
    expectEqual(counter.built, 2, "Overriding builds nothing.")
    expectEqual(injection.resolve().name, "second")

    for _ in 1...3 { expect(injection.rollbackOverride()) }
    expectEqual(injection.resolve().name, "first")
    expectEqual(injection.resolve().serial == first.serial, strategy.isCaching)
    expect(injection.rollbackOverride())
    expectEqual(injection.resolve().name, "live")
    expectEqual(injection.resolve().serial == original.serial, strategy.isCaching)
    expect(!injection.rollbackOverride())
    withExtendedLifetime((original, first)) {}
  }

  @Test(arguments: Strategies.all)
  func overrideInheritsTheStrategyUnlessItHasItsOwn(strategy: InjectionStrategy) {
    let injection = Injection(strategy: strategy, instance: CountedObject(counter))
    func isCaching() -> Bool {
      let held = injection.resolve()
      return injection.resolve() === held
    }
    injection.override(with: CountedObject(counter, "mock"))
    expectEqual(isCaching(), strategy.isCaching)
    injection.override(with: { _ in CountedObject(counter, "mock") })
    expectEqual(isCaching(), strategy.isCaching)

    injection.override(with: CountedObject(counter, "mock"), strategy: .onDemand)
    expect(!isCaching())
    injection.override(with: { _ in CountedObject(counter, "mock") }, strategy: .shared)
    weak let shared = injection.resolve()
    expect(shared == nil)
    injection.override(with: { (below: CountedObject) in below }, strategy: .singleton)
    expect(isCaching())
    injection.rollbackAllOverrides()
    expectEqual(isCaching(), strategy.isCaching)
  }

  @Test func overridesAreCountedForEachInjection() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let other = Injection(strategy: .singleton, instance: "other")
    expect(!injection.isOverridden)
    let token = injection.override(with: CountedObject(counter, "mock"))
    injection.override(with: { $0 })
    expect(injection.isOverridden)
    expectEqual(injection.overrideCount, 2)
    expectEqual(injection.resolve().name, "mock")

    expect(!other.isOverridden)
    expect(!other.rollbackOverride())
    expectEqual(other.resolve(), "other")
    expect(token.isActive)

    for _ in 1...2 { injection.rollbackAllOverrides() }
    expect(!injection.isOverridden)
    expectEqual(injection.overrideCount, 0)
    expectEqual(counter.alive, 0)
  }
}
