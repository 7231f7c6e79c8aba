import Testing
import Vial

@MainActor struct SharedStrategyTests {
  let counter = InstanceCounter()

  @Test func sharedInstanceIsNotBuiltBeforeTheFirstResolve() {
    let injection = Injection(strategy: .shared, instance: CountedObject(counter))
    let owner = Owner(injection)

    #expect(counter.built == 0)
    #expect(injection.current == nil)
    #expect(!owner.isResolved)
    #expect(counter.built == 0)
  }

  @Test func consumersAndResolvesShareAnObject() {
    let injection = Injection<any Named>(strategy: .shared, instance: CountedObject(counter))
    let first = Owner(injection)
    let second = Owner(injection)

    #expect(first.value.serial == 1)
    #expect(second.value.serial == 1)
    #expect(injection.resolve().serial == 1)
    #expect(injection.current?.serial == 1)
    #expect(counter.built == 1)
  }

  @Test func objectIsSharedWhileAnyReferenceRetainsIt() {
    let injection = Injection<any Named>(strategy: .shared, instance: CountedObject(counter))
    var holders: [Any] = [injection.resolve()]

    #expect(injection.resolve().serial == 1)
    #expect(Owner(injection).value.serial == 1)

    holders.removeAll()

    #expect(counter.alive == 0)
    #expect(injection.current == nil)
    #expect(injection.resolve().serial == 2)
  }

  @Test func objectOutlivesTheConsumerThatBuiltIt() {
    let injection = Injection(strategy: .shared, instance: CountedObject(counter))
    var owner: Owner<CountedObject>? = Owner(injection)
    var kept: (() -> CountedObject)?
    if let probe = owner?.value { kept = { probe } }

    owner = nil

    #expect(injection.resolve() === kept?())
    kept = nil
    #expect(counter.alive == 0)
    #expect(injection.resolve().serial == 2)
  }

  @Test func newObjectIsReturnedBeforeItIsDeallocated() {
    let injection = Injection(strategy: .shared, instance: CountedObject(counter))

    for turn in 1...3 {
      #expect(injection.resolve().serial == turn)
      #expect(counter.alive == 0)
    }
  }

  @Test func newValueIsRetainedByItsConsumer() {
    let injection = Injection<any Named>(strategy: .shared, instance: Sample(counter))

    #expect(Owner(injection).value.serial == 1)
    #expect(Owner(injection).value.serial == 2)
  }

  @Test func resolveDoesNotRetainAValue() {
    let injection = Injection(strategy: .shared, instance: Sample(counter))

    #expect(injection.resolve().serial == 1)
    #expect(injection.current == nil)
    #expect(injection.resolve().serial == 2)
  }

  @Test func valueIsReleasedWithItsLastConsumer() {
    let injection = Injection(strategy: .shared, instance: [CountedObject(counter)])
    var owners = [Owner(injection), Owner(injection)]
    for owner in owners { #expect(owner.value.first?.serial == 1) }

    owners.removeLast()
    #expect(injection.current?.first?.serial == 1)

    owners.removeAll()
    #expect(counter.alive == 0)
    #expect(injection.current == nil)
  }

  @Test func resetOrAssignmentReleasesTheSharedValue() {
    let injection = Injection(strategy: .shared, instance: [CountedObject(counter)])
    let owner = Owner(injection)
    let other = Owner(injection)
    #expect(owner.value.count + other.value.count == 2)

    owner.reset()
    #expect(counter.alive == 1)
    other.value = []

    #expect(counter.alive == 0)
    #expect(owner.value.first?.serial == 2)
    #expect(other.value.isEmpty)
  }

  @Test func closureIsReleasedWithItsLastConsumer() {
    let injection = Injection<() -> Int>(strategy: .shared) {
      let probe = CountedObject(counter)
      return { probe.serial }
    }
    var owner: Owner<() -> Int>? = Owner(injection)

    #expect(owner?.value() == 1)
    #expect(injection.resolve()() == 1)

    owner = nil
    #expect(counter.alive == 0)
    #expect(injection.resolve()() == 2)
  }

  @Test func factoryCanBuildAnObjectAfterAValue() {
    let injection = Injection<any Named>(strategy: .shared) {
      if counter.built.isMultiple(of: 2) { CountedObject(counter) } else { Sample(counter) }
    }
    let object = injection.resolve()
    #expect(injection.resolve().serial == 1)
    _ = consume object

    let owner = Owner(injection)
    #expect(owner.value.serial == 2)
    #expect(owner.value is Sample)
    #expect(injection.resolve().serial == 2)
    owner.reset()
    #expect(injection.resolve() is CountedObject)
  }

  @Test func consumerAndResolveShareEachOfAThousandObjects() {
    let injection = Injection<any Named>(strategy: .shared, instance: CountedObject(counter))

    for generation in 1...1000 {
      let owner = Owner(injection)
      #expect(owner.value.serial == generation)
      #expect(injection.resolve().serial == generation)
    }

    #expect(counter.alive == 0)
  }
}
