import Testing
import Vial

@MainActor struct OnDemandStrategyTests {
  let counter = InstanceCounter()

  @Test func eachResolveBuildsAnInstance() {
    let injection = Injection<any Named>(strategy: .onDemand, instance: CountedObject(counter))

    expectEqual([injection.resolve().serial, injection.resolve().serial], [1, 2])
  }

  @Test func onDemandInstanceIsNotCached() {
    let injection = Injection(strategy: .onDemand, instance: CountedObject(counter))
    let held = injection.resolve()

    expect(injection.current == nil)
    expect(injection.resolve() !== held)
    expectEqual(counter.alive, 1)
  }

  @Test func eachConsumerBuildsAndKeepsItsOwnInstance() {
    let injection = Injection(strategy: .onDemand, instance: CountedObject(counter))
    let first = Owner(injection)
    let second = Owner(injection)
    expectEqual(counter.built, 0)

    expectEqual(second.value.serial, 1)
    expectEqual(first.value.serial, 2)
    expect(second.value === second.value)
    expect(first.value === first.value)
    expectEqual(counter.built, 2)
  }

  @Test func onDemandInstanceIsReleasedWithItsConsumer() {
    let injection = Injection(strategy: .onDemand, instance: CountedObject(counter))
    var owner: Owner<CountedObject>? = Owner(injection)
    expectEqual(owner?.value.serial, 1)

    owner = nil

    expect(owner == nil)
    expectEqual(counter.alive, 0)
  }

  @Test func resetConsumerBuildsAnotherInstance() {
    let injection = Injection(strategy: .onDemand, instance: CountedObject(counter))
    let owner = Owner(injection)
    expectEqual(owner.value.serial, 1)

    owner.reset()

    expectEqual(counter.alive, 0)
    expectEqual(owner.value.serial, 2)
  }

  @Test func overrideOfAnOnDemandInjectionBuildsForEachResolve() {
    let injection = Injection(strategy: .onDemand, instance: CountedObject(counter))
    injection.override(with: CountedObject(counter, "mock"))

    expect(injection.resolve() !== injection.resolve())
    expect(injection.current == nil)
    expectEqual(counter.built, 2)
  }
}
