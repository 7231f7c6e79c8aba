import Testing
import Vial

@Suite(.checksInvariants) @MainActor struct OnDemandStrategyTests {
  let counter = InstanceCounter()

  @Test func eachResolveBuildsAnInstance() {
    let injection = Injection<any Named>(strategy: .onDemand, instance: CountedObject(counter))

    #expect([injection.resolve().serial, injection.resolve().serial] == [1, 2])
  }

  @Test func onDemandInstanceIsNotCached() {
    let injection = Injection(strategy: .onDemand, instance: CountedObject(counter))
    let held = injection.resolve()

    #expect(injection.current == nil)
    #expect(injection.resolve() !== held)
    #expect(counter.alive == 1)
  }

  @Test func eachConsumerBuildsAndKeepsItsOwnInstance() {
    let injection = Injection(strategy: .onDemand, instance: CountedObject(counter))
    let first = Owner(injection)
    let second = Owner(injection)
    #expect(counter.built == 0)

    #expect(second.value.serial == 1)
    #expect(first.value.serial == 2)
    #expect(second.value === second.value)
    #expect(first.value === first.value)
    #expect(counter.built == 2)
  }

  @Test func onDemandInstanceIsReleasedWithItsConsumer() {
    let injection = Injection(strategy: .onDemand, instance: CountedObject(counter))
    var owner: Owner<CountedObject>? = Owner(injection)
    #expect(owner?.value.serial == 1)

    owner = nil

    #expect(owner == nil)
    #expect(counter.alive == 0)
  }

  @Test func resetConsumerBuildsAnotherInstance() {
    let injection = Injection(strategy: .onDemand, instance: CountedObject(counter))
    let owner = Owner(injection)
    #expect(owner.value.serial == 1)

    owner.reset()

    #expect(counter.alive == 0)
    #expect(owner.value.serial == 2)
  }

  @Test func overrideOfAnOnDemandInjectionBuildsForEachResolve() {
    let injection = Injection(strategy: .onDemand, instance: CountedObject(counter))
    injection.override(with: CountedObject(counter, "mock"))

    #expect(injection.resolve() !== injection.resolve())
    #expect(injection.current == nil)
    #expect(counter.built == 2)
  }
}
