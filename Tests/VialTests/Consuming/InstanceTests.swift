import Testing
import Vial

/// A consumer keeps the instance of its first read, or an assigned instance (rules 1, 8 and 9).
///
/// `ReferenceModelTests` compares reads, assignments and resets in all kinds of scopes.
@MainActor struct InstanceTests {
  let counter = InstanceCounter()

  @Test func consumerKeepsTheInstanceOfItsFirstReadUntilItIsReset() {
    for strategy in Strategies.all {
      let counter = InstanceCounter()
      let injection = Injection(strategy: strategy, instance: CountedObject(counter))
      let owner = Owner(injection)
      owner.reset()
      expect(!owner.isResolved, "\(strategy)")
      expectEqual(counter.built, 0, "\(strategy)")
      let live = owner.value
      expect(owner.isResolved, "\(strategy)")

      injection.override(with: CountedObject(counter, "mock"))
      expect(owner.value === live, "\(strategy)")
      owner.reset()
      expect(!owner.isResolved, "\(strategy)")
      let mock = owner.value
      expectEqual(mock.name, "mock", "\(strategy)")
      injection.rollbackOverride()

      expect(owner.value === mock, "\(strategy)")
      expectEqual(counter.built, 2, "\(strategy)")
    }
  }

  @Test func assignedInstanceTakesPrecedenceUntilItIsReset() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let (owner, other) = (Owner(injection), Owner(injection))

    owner.value = CountedObject(counter, "assigned")
    expect(owner.isResolved)
    expect(injection.current == nil)
    owner.value = CountedObject(counter, "assigned again")
    expectEqual(counter.alive, 1)
    injection.override(with: CountedObject(counter, "mock"))
    defer { injection.rollbackOverride() }
    expectEqual([owner.value.name, other.value.name], ["assigned again", "mock"])

    owner.reset()
    expectEqual(counter.alive, 1)
    expect(owner.value === other.value)
  }

  @Test func assignedNilIsAnInstance() {
    let injection = Injection<CountedObject?>(strategy: .singleton, instance: CountedObject(counter))
    let (owner, reader) = (Owner(injection), DynamicReader(injection))
    owner.value = nil
    reader.value = nil

    expect(owner.isResolved && reader.isResolved)
    expect(owner.value == nil && reader.value == nil)
    expectEqual(counter.built, 0)
    owner.reset()
    reader.reset()

    expectEqual([owner.value?.serial, reader.value?.serial], [1, 1])
  }

  @Test func expressionIsEvaluatedAtTheFirstReadOrAtEachRead() {
    let injections = [1, 2].map { Injection(strategy: .singleton, instance: $0) }
    let index = Variable(0)
    let consumer = Instance(injections[index.content])
    let reader = DynamicReader { injections[index.content] }
    expectEqual(reader.value, 1)

    index.content = 1
    expectEqual([consumer.wrappedValue, reader.value], [2, 2])
    index.content = 0

    expectEqual([consumer.wrappedValue, reader.value], [2, 1])
  }

  /// Copies of a structure share their consumer (rule 10).
  @Test func readAssignmentOrResetOfOneCopyAppliesToAllCopies() {
    struct Reader {
      @Instance<CountedObject> var value: CountedObject
    }
    let injection = Injection(strategy: .onDemand, instance: CountedObject(counter))
    let original = Reader(value: Instance(injection))
    let separate = Reader(value: Instance(injection))
    let copies = Array(repeating: original, count: 3)

    let read = copies[1].value
    expect(original.$value.isResolved)
    expect(original.value === read)
    for index in copies.indices { copies[index].value = CountedObject(counter, "\(index)") }
    expectEqual(copies.map(\.value.name) + [original.value.name], ["2", "2", "2", "2"])
    original.$value.reset()

    expect(!copies[2].$value.isResolved)
    expect(!separate.$value.isResolved)
    expect(copies[0].value === original.value)
    expect(copies[0].value !== read)
    expect(separate.value !== original.value)
  }

  // MARK: Lifetimes

  @Test func consumerRetainsItsInstanceButNotItsOwner() {
    let injection = Injection<any Named>(strategy: .singleton, instance: CountedObject(counter))
    injection.override(with: CountedObject(counter, "mock"))
    injection.override(with: { CountedObject(counter, "decorator", parts: [$0.resolve()]) })
    var owners = [Owner(injection), Owner(injection)]
    weak let owner = owners[0]
    expectEqual(owners[0].value.name, "decorator")
    owners[1].value = CountedObject(counter, "assigned")
    injection.rollbackAllOverrides()
    expect(owner != nil)
    expectEqual(counter.alive, 3)

    owners = []

    expect(owner == nil)
    expectEqual(counter.alive, 0)
  }

  @Test func ownerCanBeReleasedOffTheMainActor() async {
    let injection = Injection<any Named & Sendable>(strategy: .shared, instance: Constant())
    var owner: Owner<any Named & Sendable>? = Owner(injection)
    weak let weakOwner = owner
    _ = owner?.value
    expect(injection.current != nil)
    let transfer = OwnerTransfer(owner)
    owner = nil

    await Task.detached { transfer.drop() }.value

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
