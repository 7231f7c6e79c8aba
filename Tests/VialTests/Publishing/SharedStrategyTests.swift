import Testing
import Vial

@MainActor struct SharedStrategyTests {
  let counter = InstanceCounter()

  @Test func consumersAndResolvesShareAnObjectThatAnyReferenceRetains() {
    let injection = Injection<any Named>(strategy: .shared, instance: CountedObject(counter))
    var owners = [Owner(injection), Owner(injection)]
    expect(injection.current == nil)
    expect(!owners[0].isResolved)
    expectEqual(counter.built, 0)

    expectEqual(owners.map(\.value.serial), [1, 1])
    expectEqual(injection.resolve().serial, 1)
    expectEqual(injection.current?.serial, 1)
    var holders: [Any] = [owners[0].value]
    owners.removeAll()
    expectEqual(Owner(injection).value.serial, 1)
    // The optimizer may otherwise release the last reference before these expectations.
    withExtendedLifetime(holders) {}

    holders.removeAll()

    expectEqual(counter.alive, 0)
    expect(injection.current == nil)
    expectEqual(injection.resolve().serial, 2)
  }

  @Test func newObjectIsReturnedBeforeItIsDeallocated() {
    let injection = Injection<any Named>(strategy: .shared, instance: CountedObject(counter))
    for turn in 1...3 {
      expectEqual(injection.resolve().serial, turn)
      expectEqual(counter.alive, 0)
    }

    // Later objects can have the addresses of objects that were deallocated.
    for generation in 4...1000 {
      let owner = Owner(injection)
      expectEqual(owner.value.serial, generation)
      expectEqual(injection.resolve().serial, generation)
    }
    expectEqual(counter.alive, 0)
  }
}
