import Testing
import Vial

@MainActor struct SharedStrategyTests {
  let tally = Tally()

  @Test func nothingIsBuiltBeforeTheFirstResolve() {
    let injection = Injection(strategy: .shared, instance: Probe(tally))
    let owner = Owner(injection)

    #expect(tally.built == 0)
    #expect(injection.current == nil)
    #expect(!owner.isResolved)
    #expect(tally.built == 0)
  }

  @Test func everyHolderGetsTheSameObject() {
    let injection = Injection<any Named>(strategy: .shared, instance: Probe(tally))
    let first = Owner(injection)
    let second = Owner(injection)

    #expect(first.value.serial == 1)
    #expect(second.value.serial == 1)
    #expect(injection.resolve().serial == 1)
    #expect(injection.current?.serial == 1)
    #expect(tally.built == 1)
  }

  @Test func anObjectHeldByAnyReferenceStaysTheOne() {
    let injection = Injection<any Named>(strategy: .shared, instance: Probe(tally))
    var holders: [Any] = [injection.resolve()]

    #expect(injection.resolve().serial == 1)
    #expect(Owner(injection).value.serial == 1)

    holders.removeAll()

    #expect(tally.alive == 0)
    #expect(injection.current == nil)
    #expect(injection.resolve().serial == 2)
  }

  @Test func anObjectOutlivesTheConsumerThatBuiltItWhileAnotherReferenceHoldsIt() {
    let injection = Injection(strategy: .shared, instance: Probe(tally))
    var owner: Owner<Probe>? = Owner(injection)
    var kept: (() -> Probe)?
    if let probe = owner?.value { kept = { probe } }

    owner = nil

    #expect(injection.resolve() === kept?())
    kept = nil
    #expect(tally.alive == 0)
    #expect(injection.resolve().serial == 2)
  }

  @Test func aFreshObjectLivesUntilItIsHandedOver() {
    let injection = Injection(strategy: .shared, instance: Probe(tally))

    for turn in 1...3 {
      #expect(injection.resolve().serial == turn)
      #expect(tally.alive == 0)
    }
  }

  @Test func aFreshValueReachesItsConsumer() {
    let injection = Injection<any Named>(strategy: .shared, instance: Sample(tally))

    #expect(Owner(injection).value.serial == 1)
    #expect(Owner(injection).value.serial == 2)
  }

  @Test func aPlainResolveDoesNotHoldAValue() {
    let injection = Injection(strategy: .shared, instance: Sample(tally))

    #expect(injection.resolve().serial == 1)
    #expect(injection.current == nil)
    #expect(injection.resolve().serial == 2)
  }

  @Test func theLastConsumerOfAValueReleasesWhatItHolds() {
    let injection = Injection(strategy: .shared, instance: [Probe(tally)])
    var owners = [Owner(injection), Owner(injection)]
    for owner in owners { #expect(owner.value.first?.serial == 1) }

    owners.removeLast()
    #expect(injection.current?.first?.serial == 1)

    owners.removeAll()
    #expect(tally.alive == 0)
    #expect(injection.current == nil)
  }

  @Test func resettingOrAssigningLetsGo() {
    let injection = Injection(strategy: .shared, instance: [Probe(tally)])
    let owner = Owner(injection)
    let other = Owner(injection)
    #expect(owner.value.count + other.value.count == 2)

    owner.reset()
    #expect(tally.alive == 1)
    other.value = []

    #expect(tally.alive == 0)
    #expect(owner.value.first?.serial == 2)
    #expect(other.value.isEmpty)
  }

  @Test func aClosureIsHeldByItsConsumers() {
    let injection = Injection<() -> Int>(strategy: .shared) {
      let probe = Probe(tally)
      return { probe.serial }
    }
    var owner: Owner<() -> Int>? = Owner(injection)

    #expect(owner?.value() == 1)
    #expect(injection.resolve()() == 1)

    owner = nil
    #expect(tally.alive == 0)
    #expect(injection.resolve()() == 2)
  }

  @Test func theKindOfInstanceMayChangeFromBuildToBuild() {
    let injection = Injection<any Named>(strategy: .shared) {
      if tally.built.isMultiple(of: 2) { Probe(tally) } else { Sample(tally) }
    }
    let object = injection.resolve()
    #expect(injection.resolve().serial == 1)
    _ = consume object

    let owner = Owner(injection)
    #expect(owner.value.serial == 2)
    #expect(owner.value is Sample)
    #expect(injection.resolve().serial == 2)
    owner.reset()
    #expect(injection.resolve() is Probe)
  }

  @Test func aConsumerAndAHolderOfAnObjectAgreeAcrossManyGenerations() {
    let injection = Injection<any Named>(strategy: .shared, instance: Probe(tally))

    for generation in 1...1000 {
      let owner = Owner(injection)
      #expect(owner.value.serial == generation)
      #expect(injection.resolve().serial == generation)
    }

    #expect(tally.alive == 0)
  }
}
