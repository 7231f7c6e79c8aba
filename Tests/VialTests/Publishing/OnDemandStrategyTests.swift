import Testing
import Vial

@MainActor struct OnDemandStrategyTests {
  let tally = Tally()

  @Test func everyResolveBuilds() {
    let injection = Injection<any Named>(strategy: .onDemand, instance: Probe(tally))

    #expect([injection.resolve().serial, injection.resolve().serial] == [1, 2])
  }

  @Test func nothingIsCached() {
    let injection = Injection(strategy: .onDemand, instance: Probe(tally))
    let held = injection.resolve()

    #expect(injection.current == nil)
    #expect(injection.resolve() !== held)
    #expect(tally.alive == 1)
  }

  @Test func everyConsumerBuildsItsOwnAtItsFirstReadAndKeepsIt() {
    let injection = Injection(strategy: .onDemand, instance: Probe(tally))
    let first = Owner(injection)
    let second = Owner(injection)
    #expect(tally.built == 0)

    #expect(second.value.serial == 1)
    #expect(first.value.serial == 2)
    #expect(second.value === second.value)
    #expect(first.value === first.value)
    #expect(tally.built == 2)
  }

  @Test func aConsumersInstanceGoesWithIt() {
    let injection = Injection(strategy: .onDemand, instance: Probe(tally))
    var owner: Owner<Probe>? = Owner(injection)
    #expect(owner?.value.serial == 1)

    owner = nil

    #expect(owner == nil)
    #expect(tally.alive == 0)
  }

  @Test func aResetConsumerBuildsAgain() {
    let injection = Injection(strategy: .onDemand, instance: Probe(tally))
    let owner = Owner(injection)
    #expect(owner.value.serial == 1)

    owner.reset()

    #expect(tally.alive == 0)
    #expect(owner.value.serial == 2)
  }

  @Test func anOverrideBuildsForEachToo() {
    let injection = Injection(strategy: .onDemand, instance: Probe(tally))
    injection.override(with: Probe(tally, "mock"))

    #expect(injection.resolve() !== injection.resolve())
    #expect(injection.current == nil)
    #expect(tally.built == 2)
  }
}
