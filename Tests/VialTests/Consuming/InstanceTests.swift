import Testing
import Vial

@MainActor struct InstanceTests {
  let counter = InstanceCounter()

  @Test(arguments: Strategies.all)
  func consumerBuildsNothingBeforeItsFirstRead(strategy: InjectionStrategy) {
    let injection = Injection(strategy: strategy, instance: CountedObject(counter))

    let owner = Owner(injection)
    expect(!owner.isResolved)
    expectEqual(counter.built, 0)

    _ = owner.value
    expect(owner.isResolved)
    expectEqual(counter.built, 1)
  }

  @Test(arguments: Strategies.all)
  func consumerKeepsTheInstanceOfItsFirstRead(strategy: InjectionStrategy) {
    let injection = Injection(strategy: strategy, instance: CountedObject(counter))
    let live = Owner(injection)
    let mocked = Owner(injection)
    let first = live.value

    let token = injection.override(with: CountedObject(counter, "mock"))
    expect(live.value === first)
    let mock = mocked.value
    expectEqual(mock.name, "mock")
    token.rollback()

    expect(live.value === first)
    expect(mocked.value === mock)
  }

  @Test func expressionIsEvaluatedAtTheFirstRead() {
    let injections = [1, 2].map { Injection(strategy: .singleton, instance: $0) }
    let index = Box(0)
    struct Reader {
      @Instance<Int> var value: Int
    }
    let reader = Reader(value: Instance(injections[index.content]))

    index.content = 1

    expectEqual(reader.value, 2)
  }

  @Test func assignedInstanceTakesPrecedenceOverEveryOverride() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    injection.override(with: CountedObject(counter, "mock"))
    let owner = Owner(injection)
    let other = Owner(injection)

    owner.value = CountedObject(counter, "assigned")
    injection.override(with: CountedObject(counter, "second mock"))

    expectEqual(owner.value.name, "assigned")
    expectEqual(other.value.name, "second mock")
    injection.rollbackAllOverrides()
    expectEqual(owner.value.name, "assigned")
  }

  @Test func assignmentBeforeTheFirstReadBuildsNothing() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let owner = Owner(injection)

    owner.value = CountedObject(counter, "assigned")

    expect(owner.isResolved)
    expectEqual(owner.value.name, "assigned")
    expect(injection.current == nil)
    expectEqual(counter.built, 1)
  }

  @Test func assignmentReleasesThePreviousInstance() {
    let injection = Injection(strategy: .onDemand, instance: CountedObject(counter))
    let owner = Owner(injection)
    _ = owner.value

    owner.value = CountedObject(counter, "first")
    owner.value = CountedObject(counter, "second")

    expectEqual(counter.alive, 1)
    expectEqual(owner.value.name, "second")
  }

  @Test func consumerInALocalVariableCanBeReset() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let consumer = Instance(injection)
    let live = consumer.wrappedValue
    injection.override(with: CountedObject(counter, "mock"))

    consumer.reset()
    expect(!consumer.isResolved)
    expectEqual(consumer.wrappedValue.name, "mock")

    injection.rollbackOverride()
    consumer.reset()
    expect(consumer.wrappedValue === live)
  }

  @Test func resetConsumerResolvesAgainAtItsNextRead() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let owner = Owner(injection)
    let live = owner.value
    injection.override(with: CountedObject(counter, "mock"))

    owner.reset()
    expect(!owner.isResolved)
    expectEqual(owner.value.name, "mock")

    injection.rollbackOverride()
    owner.reset()
    expect(owner.value === live)
  }

  @Test func resetReleasesAnAssignedInstance() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let owner = Owner(injection)
    owner.value = CountedObject(counter, "assigned")

    owner.reset()

    expectEqual(counter.alive, 0)
    expectEqual(owner.value.name, "live")
  }

  @Test func resetBeforeTheFirstReadHasNoEffect() {
    let injection = Injection(strategy: .shared, instance: CountedObject(counter))
    let owner = Owner(injection)

    owner.reset()
    owner.reset()

    expectEqual(counter.built, 0)
    expectEqual(owner.value.serial, 1)
  }

  @Test func assignedNilIsAnInstance() {
    let injection = Injection<CountedObject?>(
      strategy: .singleton,
      instance: CountedObject(counter)
    )
    let owner = Owner(injection)

    owner.value = nil

    expect(owner.isResolved)
    expect(owner.value == nil)
    expectEqual(counter.built, 0)
    owner.reset()
    expectEqual(owner.value?.serial, 1)
  }

  @Test func mutationInPlaceAffectsOnlyTheMutatedConsumer() {
    let injection = Injection(strategy: .singleton, instance: [1])
    let owner = Owner(injection)

    owner.value.append(2)

    expectEqual(owner.value, [1, 2])
    expectEqual(Owner(injection).value, [1])
    expectEqual(injection.resolve(), [1])
  }

  @Test func consumersOfOneOwnerAreIndependent() {
    final class Pair {
      @Instance<CountedObject> var first: CountedObject
      @Instance<CountedObject> var second: CountedObject

      init(_ injection: Injection<CountedObject>) {
        _first = Instance(injection)
        _second = Instance(injection)
      }
    }
    let pair = Pair(Injection(strategy: .onDemand, instance: CountedObject(counter)))

    pair.first = CountedObject(counter, "assigned")

    expectEqual(pair.second.name, "live")
    pair.$first.reset()
    expect(pair.first !== pair.second)
  }
}

/// A consumer retains its instance only (rule 11).
@MainActor struct InstanceLifetimeTests {
  let counter = InstanceCounter()

  @Test(arguments: Strategies.all)
  func consumerDoesNotRetainItsOwner(strategy: InjectionStrategy) {
    let injection = Injection(strategy: strategy, instance: CountedObject(counter))
    var owner: Owner? = Owner(injection)
    weak let weakOwner = owner
    _ = owner?.value
    expect(weakOwner != nil)

    owner = nil

    expect(weakOwner == nil)
  }

  @Test func instanceIsReleasedWithTheOwnerAndTheOverrides() {
    let injection = Injection<any Named>(strategy: .singleton, instance: CountedObject(counter))
    injection.override(with: CountedObject(counter, "mock"))
    injection.override(with: { CountedObject(counter, "decorator", parts: [$0.resolve()]) })
    var owner: Owner<any Named>? = Owner(injection)
    expectEqual(owner?.value.name, "decorator")
    expectEqual(counter.alive, 2)

    injection.rollbackAllOverrides()
    expectEqual(counter.alive, 2)
    owner = nil

    expect(owner == nil)
    expectEqual(counter.alive, 0)
  }

  @Test func assignedInstanceIsReleasedWithItsOwner() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    var owner: Owner<CountedObject>? = Owner(injection)
    owner?.value = CountedObject(counter, "assigned")

    owner = nil

    expect(owner == nil)
    expectEqual(counter.alive, 0)
  }

  @Test func ownerCanBeReleasedOffTheMainActor() async {
    let injection = Injection<any Named & Sendable>(strategy: .shared, instance: Constant())
    var owner: Owner<any Named & Sendable>? = Owner(injection)
    weak let weakOwner = owner
    _ = owner?.value
    expect(injection.current != nil)
    let box = OwnerTransfer(owner)
    owner = nil

    await Task.detached { box.drop() }.value

    expect(weakOwner == nil)
    expect(injection.current == nil)
  }
}

private final class Constant: Named, Sendable {
  let name = "constant"
  let serial = 0
}

/// Gives the last reference to an owner to another thread.
private final class OwnerTransfer: @unchecked Sendable {
  private var owner: AnyObject?

  init(_ owner: AnyObject?) {
    self.owner = owner
  }

  func drop() {
    owner = nil
  }
}
