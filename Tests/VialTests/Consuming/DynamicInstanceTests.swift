import Testing
import Vial

/// A dynamic consumer resolves its injection at each read, and keeps only an assigned instance (rules 8 and 9).
@MainActor struct DynamicInstanceTests {
  let counter = InstanceCounter()

  @Test func dynamicConsumerSeesLaterOverridesAndTheirRollback() {
    for strategy in Strategies.all {
      let counter = InstanceCounter()
      let injection = Injection(strategy: strategy, instance: CountedObject(counter))
      let reader = DynamicReader(injection)
      expectEqual(counter.built, 0, "\(strategy)")
      expectEqual(reader.value.serial, 1, "\(strategy)")
      expectEqual(counter.alive, strategy.ownsInstances ? 1 : 0, "\(strategy)")
      injection.override(with: CountedObject(counter, "mock"))
      expectEqual(reader.value.name, "mock", "\(strategy)")
      injection.rollbackAllOverrides()

      expectEqual(reader.value.name, "live", "\(strategy)")
      expectEqual(counter.built, strategy.ownsInstances ? 2 : 3, "\(strategy)")
    }
  }

  @Test func assignedInstanceTakesPrecedenceInAllCopiesUntilItIsReset() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let original = StructReader(value: DynamicInstance(injection))
    let copy = original
    let other = DynamicReader(injection)
    let live = original.value
    expect(!original.$value.isResolved)

    copy.value = CountedObject(counter, "assigned")
    injection.override(with: CountedObject(counter, "mock"))
    expect(original.$value.isResolved)
    expectEqual([original.value.name, other.value.name], ["assigned", "mock"])
    injection.rollbackOverride()
    original.$value.reset()

    expect(!copy.$value.isResolved)
    expect(copy.value === live)
    expectEqual(counter.alive, 1)
  }

  // MARK: Diagnostics

  @Test func eventsOfEachReadNameTheOwner() {
    let injection = Injection(strategy: .singleton, instance: 7)
    let consumer = DynamicInstance(injection, owner: "Reporter")

    let events = events { _ = (consumer(), consumer(), consumer()) }

    expectEqual(events.summaries, ["built Int as Int", "reused Int", "reused Int"])
    expectEqual(events.resolutions.map(\.requester), Array(repeating: .owner("Reporter"), count: 3))
  }
}

private struct StructReader {
  @DynamicInstance<CountedObject> var value: CountedObject
}

/// An object that resolves one injection at each read.
@MainActor final class DynamicReader<Value> {
  @DynamicInstance var value: Value

  init(_ injection: Injection<Value>) { _value = DynamicInstance(injection) }

  init(_ injection: @escaping @MainActor () -> Injection<Value>) { _value = DynamicInstance(injection()) }

  var isResolved: Bool { $value.isResolved }

  func reset() { $value.reset() }
}
