import Testing
import Vial

/// A weak consumer resolves its injection but does not retain an object (rule 11).
@MainActor struct WeakInstanceTests {
  let counter = InstanceCounter()

  // MARK: Objects

  @Test func weakConsumerBuildsNothingBeforeItsFirstRead() {
    let reference = Reference(Injection(strategy: .singleton, instance: CountedObject(counter)))

    expect(!reference.isResolved)
    expectEqual(counter.built, 0)
    expectEqual(reference.value?.serial, 1)
    expect(reference.isResolved)
  }

  @Test(arguments: [InjectionStrategy.shared, .onDemand])
  func weakConsumerDoesNotRetainAnObject(strategy: InjectionStrategy) {
    let reference = Reference(Injection(strategy: strategy, instance: CountedObject(counter)))

    var held = reference.value
    expect(held != nil)
    expect(reference.value === held)
    held = nil

    expectEqual(counter.alive, 0)
    expect(reference.value == nil)
    expect(!reference.isResolved)
    expectEqual(counter.built, 1)
  }

  @Test func weakConsumerKeepsItsInstanceWhileTheInstanceIsAlive() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let reference = Reference(injection)
    let live = reference.value

    injection.override(with: CountedObject(counter, "mock"))
    defer { injection.rollbackOverride() }

    expect(reference.value === live)
    expectEqual(Reference(injection).value?.name, "mock")
  }

  @Test func weakConsumerOfADeallocatedInstanceStaysNilUntilItIsReset() {
    let injection = Injection(strategy: .shared, instance: CountedObject(counter))
    let reference = Reference(injection)
    _ = reference.value

    let next = injection.resolve()
    expect(reference.value == nil)
    reference.reset()

    expect(reference.value === next)
  }

  @Test func weakConsumerDoesNotRetainAnObjectInAnExistential() {
    let injection = Injection<any Named>(strategy: .shared, instance: CountedObject(counter))
    let anything = Injection<Any>(strategy: .shared, instance: CountedObject(counter))
    let reference = Reference(injection)
    let other = Reference(anything)

    var held: [Any?] = [reference.value, other.value]
    expectEqual(reference.value?.name, "live")
    expect(other.value is CountedObject)
    expectEqual(held.count, 2)
    held = []

    expectEqual(counter.alive, 0)
    expect(reference.value == nil)
    expect(other.value == nil)
  }

  @Test func weakConsumerDoesNotRetainAnObjectInAnOptional() throws {
    let reference = Reference(
      Injection<CountedObject?>(strategy: .shared) { CountedObject(counter) }
    )

    var held = reference.value
    let inner = try #require(held)
    expect(inner != nil)
    held = nil
    _ = consume inner

    expectEqual(counter.alive, 0)
    expect(reference.value == nil)
  }

  @Test func weakConsumerProvidesANilInstance() throws {
    let reference = Reference(
      Injection<CountedObject?>(strategy: .singleton) {
        counter.built += 1
        return nil
      }
    )

    for _ in 0..<2 {
      let value = try #require(reference.value)
      expect(value == nil)
    }
    expectEqual(counter.built, 1)
  }

  // MARK: Values

  @Test func weakConsumerResolvesASingletonValueAtEachRead() {
    let injection = Injection(strategy: .singleton, instance: Sample(counter))
    let reference = Reference(injection)

    expectEqual(reference.value?.serial, 1)
    expectEqual(reference.value?.serial, 1)
    expect(!reference.isResolved)
    injection.override(with: Sample(counter, "mock"))

    expectEqual(reference.value?.name, "mock")
    injection.rollbackOverride()
    expectEqual(reference.value?.name, "live")
  }

  @Test func weakConsumerBuildsAnOnDemandValueAtEachRead() {
    let reference = Reference(Injection(strategy: .onDemand, instance: Sample(counter)))

    expectEqual(reference.value?.serial, 1)
    expectEqual(reference.value?.serial, 2)
  }

  // MARK: Assigning

  @Test func assignedObjectIsNotRetainedAndTakesPrecedenceOverOverrides() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let reference = Reference(injection)
    var mine: CountedObject? = CountedObject(counter, "mine")

    reference.value = mine
    injection.override(with: CountedObject(counter, "mock"))
    defer { injection.rollbackOverride() }

    expectEqual(reference.value?.name, "mine")
    expectEqual(counter.built, 1)
    mine = nil
    expect(mine == nil)
    expect(reference.value == nil)
  }

  @Test func assignedValueIsRetained() {
    let reference = Reference(Injection(strategy: .shared, instance: Sample(counter)))

    reference.value = Sample(counter, "mine")

    expectEqual(reference.value?.name, "mine")
    expect(reference.isResolved)
    expectEqual(counter.built, 1)
  }

  @Test func weakConsumerWithAssignedNilStaysNilUntilItIsReset() {
    let reference = Reference(Injection(strategy: .singleton, instance: CountedObject(counter)))

    reference.value = nil

    expect(reference.value == nil)
    expect(!reference.isResolved)
    expectEqual(counter.built, 0)
    reference.reset()
    expectEqual(reference.value?.serial, 1)
  }

  // MARK: Copies

  @Test func firstReadAssignmentOrResetOfOneCopyAppliesToAllCopies() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let original = StructReference(injection)
    let live = original.value
    let copy = original
    let mine = CountedObject(counter, "mine")

    expect(copy.isResolved)
    copy.value = mine
    expect(original.value === mine)
    original.value = nil
    expect(copy.value == nil)

    copy.reset()
    expect(original.value === live)
  }

  @Test func ownerOfAWeakConsumerCanBeNonisolated() {
    let owners = makeNonisolatedOwners()

    expectEqual(owners.0.value?.name, "live")
    expect(owners.0.value === owners.1.value)
  }

  // MARK: Override scopes

  @Test func weakConsumerBelongsToTheScopeInWhichItWasCreated() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))

    let (reference, outer) = withOverrideScope {
      injection.override(with: CountedObject(counter, "inside"))
      let reference = Reference(injection)
      let outer = OverrideScope.current
      return (reference, outer)
    }
    let before = Reference(injection)
    withOverrideScope(.isolated) {
      injection.override(with: CountedObject(counter, "another"))
      expectEqual(before.value?.name, "live")
      expectEqual(Reference(injection).value?.name, "another")
    }

    expectEqual(outer.hasEnded, true)
    expectEqual(reference.value?.name, "inside")
    expect(!injection.isOverridden)
  }

  @Test func weakConsumerDoesNotRetainAnInstanceAfterTheEndOfItsScope() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))

    let reference = withOverrideScope(.isolated) {
      let reference = Reference(injection)
      expect(reference.value != nil)
      return reference
    }

    expectEqual(counter.alive, 0)
    expect(reference.value == nil)
  }
}

/// An owner that is not isolated to an actor.
@MainActor private let published = Injection(
  strategy: .singleton,
  instance: CountedObject(InstanceCounter())
)

private final class NonisolatedClass {
  @WeakInstance(published) var value
}

private struct NonisolatedStruct {
  @WeakInstance(published) var value: CountedObject?
}

private nonisolated func makeNonisolatedOwners() -> (NonisolatedClass, NonisolatedStruct) {
  (NonisolatedClass(), NonisolatedStruct())
}

/// An object that refers to one injection weakly.
@MainActor final class Reference<Value> {
  @WeakInstance var value: Value?

  init(_ injection: Injection<Value>) {
    _value = WeakInstance(injection)
  }

  var isResolved: Bool { $value.isResolved }

  func reset() {
    $value.reset()
  }
}

@MainActor private struct StructReference<Value> {
  @WeakInstance var value: Value?

  init(_ injection: Injection<Value>) {
    _value = WeakInstance(injection)
  }

  var isResolved: Bool { $value.isResolved }

  func reset() {
    $value.reset()
  }
}
