import Testing
import Vial

/// A weak consumer resolves its injection but does not retain an object (rule 11).
@MainActor struct WeakInstanceTests {
  let counter = InstanceCounter()

  @Test func weakConsumerKeepsItsInstanceWhileTheInstanceIsAlive() {
    for strategy in [InjectionStrategy.shared, .onDemand] {
      let counter = InstanceCounter()
      let injection = Injection(strategy: strategy, instance: CountedObject(counter))
      let reference = Reference(injection)
      expect(!reference.isResolved)
      expectEqual(counter.built, 0, "\(strategy)")

      var held = reference.value
      expect(reference.isResolved)
      injection.override(with: CountedObject(counter, "mock"))
      expect(held != nil && reference.value === held, "\(strategy)")
      injection.rollbackOverride()
      held = nil
      expectEqual(counter.alive, 0, "\(strategy)")

      let next = injection.resolve()
      expect(reference.value == nil && !reference.isResolved, "\(strategy)")
      expectEqual(counter.built, 2, "\(strategy)")
      reference.reset()
      expectEqual(reference.value === next, "\(strategy)" == "shared", "\(strategy)")
    }
  }

  @Test func weakConsumerDoesNotRetainAnObjectInAnExistentialOrAnOptional() throws {
    let named = Reference(Injection<any Named>(strategy: .shared, instance: CountedObject(counter)))
    let anything = Reference(Injection<Any>(strategy: .shared, instance: CountedObject(counter)))
    let optional = Reference(Injection<CountedObject?>(strategy: .shared) { CountedObject(counter) })

    var held: [Any?] = [named.value, anything.value, optional.value as Any]
    expectEqual(named.value?.name, "live")
    expect(anything.value is CountedObject)
    expect(try #require(optional.value) != nil)
    expectEqual(held.count, 3)
    held = []

    expectEqual(counter.alive, 0)
    expect(named.value == nil && anything.value == nil && optional.value == nil)
  }

  @Test func weakConsumerProvidesANilInstance() throws {
    let reference = Reference(
      Injection<CountedObject?>(strategy: .singleton) {
        counter.built += 1
        return nil
      }
    )

    for _ in 0..<2 { expect(try #require(reference.value) == nil) }
    expectEqual(counter.built, 1)
  }

  @Test func weakConsumerResolvesAValueAtEachRead() {
    let injection = Injection(strategy: .singleton, instance: Sample(counter))
    let reference = Reference(injection)
    expectEqual([reference.value?.serial, reference.value?.serial], [1, 1])
    expect(!reference.isResolved)
    injection.override(with: Sample(counter, "mock"))
    expectEqual(reference.value?.name, "mock")
    injection.rollbackOverride()
    expectEqual(reference.value?.name, "live")

    reference.value = Sample(counter, "assigned")
    expectEqual(reference.value?.name, "assigned")
    expect(reference.isResolved)
  }

  @Test func assignedObjectOrNilTakesPrecedenceInAllCopies() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let original = StructReference(injection)
    let copy = original
    var assigned: CountedObject? = CountedObject(counter, "assigned")

    original.value = assigned
    injection.override(with: CountedObject(counter, "mock"))
    expect(copy.value === assigned && copy.isResolved)
    injection.rollbackOverride()
    expectEqual(counter.built, 1)
    assigned = nil
    expect(assigned == nil && copy.value == nil)

    original.reset()
    expectEqual(copy.value?.name, "live")
    copy.value = nil
    expect(original.value == nil && !original.isResolved)
    copy.reset()
    expect(original.value === injection.current)
  }

  @Test func weakConsumerBelongsToTheScopeInWhichItWasCreated() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let outside = Reference(injection)

    let (mocked, live) = withOverrideScope(.isolated) {
      let live = Reference(injection)
      expect(live.value != nil)
      expectEqual(outside.value?.name, "live")
      injection.override(with: CountedObject(counter, "inside"))
      return (Reference(injection), live)
    }

    expectEqual(mocked.value?.name, "inside")
    expect(live.value == nil)
  }

  @Test func ownerOfAWeakConsumerCanBeNonisolated() {
    let owners = makeNonisolatedOwners()

    expectEqual(owners.0.value?.name, "live")
    expect(owners.0.value === owners.1.value)
  }
}

@MainActor private let published = Injection(strategy: .singleton, instance: CountedObject(InstanceCounter()))

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

  init(_ injection: Injection<Value>) { _value = WeakInstance(injection) }

  var isResolved: Bool { $value.isResolved }

  func reset() { $value.reset() }
}

@MainActor private struct StructReference<Value> {
  @WeakInstance var value: Value?

  init(_ injection: Injection<Value>) { _value = WeakInstance(injection) }

  var isResolved: Bool { $value.isResolved }

  func reset() { $value.reset() }
}
