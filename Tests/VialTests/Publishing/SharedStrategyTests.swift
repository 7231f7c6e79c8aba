import Testing
import Vial

@Suite(.checksInvariants) @MainActor struct SharedStrategyTests {
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
