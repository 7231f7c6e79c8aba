import Testing
import Vial

@MainActor struct SharedStrategyTests {
  let counter = InstanceCounter()

  @Test func sharedInstanceIsNotBuiltBeforeTheFirstResolve() {
    let injection = Injection(strategy: .shared, instance: CountedObject(counter))
    let owner = Owner(injection)

    expectEqual(counter.built, 0)
    expect(injection.current == nil)
    expect(!owner.isResolved)
    expectEqual(counter.built, 0)
  }

  @Test func consumersAndResolvesShareAnObject() {
    let injection = Injection<any Named>(strategy: .shared, instance: CountedObject(counter))
    let first = Owner(injection)
    let second = Owner(injection)

    expectEqual(first.value.serial, 1)
    expectEqual(second.value.serial, 1)
    expectEqual(injection.resolve().serial, 1)
    expectEqual(injection.current?.serial, 1)
    expectEqual(counter.built, 1)
  }

  @Test func objectIsSharedWhileAnyReferenceRetainsIt() {
    let injection = Injection<any Named>(strategy: .shared, instance: CountedObject(counter))
    var holders: [Any] = [injection.resolve()]

    expectEqual(injection.resolve().serial, 1)
    expectEqual(Owner(injection).value.serial, 1)
    // The optimizer may otherwise release the last reference before these expectations.
    withExtendedLifetime(holders) {}

    holders.removeAll()

    expectEqual(counter.alive, 0)
    expect(injection.current == nil)
    expectEqual(injection.resolve().serial, 2)
  }

  @Test func objectOutlivesTheConsumerThatBuiltIt() {
    let injection = Injection(strategy: .shared, instance: CountedObject(counter))
    var owner: Owner<CountedObject>? = Owner(injection)
    var kept: (() -> CountedObject)?
    if let probe = owner?.value { kept = { probe } }

    owner = nil

    expect(injection.resolve() === kept?())
    kept = nil
    expectEqual(counter.alive, 0)
    expectEqual(injection.resolve().serial, 2)
  }

  @Test func newObjectIsReturnedBeforeItIsDeallocated() {
    let injection = Injection(strategy: .shared, instance: CountedObject(counter))

    for turn in 1...3 {
      expectEqual(injection.resolve().serial, turn)
      expectEqual(counter.alive, 0)
    }
  }

  @Test func consumerAndResolveShareEachOfAThousandObjects() {
    let injection = Injection<any Named>(strategy: .shared, instance: CountedObject(counter))

    for generation in 1...1000 {
      let owner = Owner(injection)
      expectEqual(owner.value.serial, generation)
      expectEqual(injection.resolve().serial, generation)
    }

    expectEqual(counter.alive, 0)
  }
}
