import Testing
import Vial

/// A dynamic consumer resolves its injection at each read, and keeps only an assigned instance (rules 8 and 9).
@MainActor struct DynamicInstanceTests {
  let counter = InstanceCounter()

  // MARK: Reading

  @Test(arguments: Strategies.all)
  func dynamicConsumerBuildsNothingBeforeItsFirstRead(strategy: InjectionStrategy) {
    let reader = DynamicReader(Injection(strategy: strategy, instance: CountedObject(counter)))

    expectEqual(counter.built, 0)
    expectEqual(reader.value.serial, 1)
  }

  @Test(arguments: Strategies.retaining)
  func dynamicConsumerReadsTheCachedInstance(strategy: InjectionStrategy) {
    let injection = Injection(strategy: strategy, instance: CountedObject(counter))
    let reader = DynamicReader(injection)

    expect(reader.value === injection.resolve())
    expect(reader.value === reader.value)
    expectEqual(counter.built, 1)
  }

  @Test(arguments: Strategies.retaining)
  func dynamicConsumerSeesLaterOverridesAndTheirRollback(strategy: InjectionStrategy) {
    let injection = Injection(strategy: strategy, instance: CountedObject(counter))
    let reader = DynamicReader(injection)
    let live = reader.value

    injection.override(with: CountedObject(counter, "first"))
    expectEqual(reader.value.name, "first")
    injection.override(with: CountedObject(counter, "second"))
    expectEqual(reader.value.name, "second")
    injection.rollbackAllOverrides()

    expect(reader.value === live)
  }

  @Test func dynamicConsumerReadsANewInstanceAfterAFlowWasCleared() {
    let flow = InjectionFlow("session")
    let reader = DynamicReader(Injection(strategy: .flow(flow), instance: CountedObject(counter)))
    expectEqual(reader.value.serial, 1)

    flow.clear()

    expectEqual(counter.alive, 0)
    expectEqual(reader.value.serial, 2)
  }

  @Test func dynamicConsumerReadsTheImplementationThatReplacedAnother() {
    let injection = Injection<CountedObject>.required("an object")
    let reader = DynamicReader(injection)
    injection.provide(with: CountedObject(counter, "first"))
    expectEqual(reader.value.name, "first")

    let second = injection.provide(with: CountedObject(counter, "second"))

    expectEqual(reader.value.name, "second")
    expectEqual(counter.alive, 1)
    second.withdraw()
  }

  @Test func dynamicConsumerDoesNotRetainAnObject() {
    let injection = Injection(strategy: .shared, instance: CountedObject(counter))
    let reader = DynamicReader(injection)

    expectEqual(reader.value.serial, 1)
    expectEqual(counter.alive, 0)
    let held = injection.resolve()

    expect(reader.value === held)
    expectEqual(counter.built, 2)
  }

  @Test func dynamicConsumerBuildsAnOnDemandInstanceAtEachRead() {
    let reader = DynamicReader(Injection(strategy: .onDemand, instance: CountedObject(counter)))

    expectEqual([reader.value.serial, reader.value.serial], [1, 2])
    expectEqual(counter.alive, 0)
  }

  @Test func expressionIsEvaluatedAtEachRead() {
    let injections = [1, 2].map { Injection(strategy: .singleton, instance: $0) }
    let index = Box(0)
    let reader = DynamicReader { injections[index.content] }
    expectEqual(reader.value, 1)

    index.content = 1

    expectEqual(reader.value, 2)
  }

  // MARK: Assigning

  @Test func assignedInstanceTakesPrecedenceOverEveryOverride() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    injection.override(with: CountedObject(counter, "mock"))
    let (reader, other) = (DynamicReader(injection), DynamicReader(injection))
    expectEqual(reader.value.name, "mock")

    reader.value = CountedObject(counter, "assigned")
    injection.override(with: CountedObject(counter, "second mock"))

    expectEqual(reader.value.name, "assigned")
    expectEqual(other.value.name, "second mock")
    injection.rollbackAllOverrides()
    expectEqual(reader.value.name, "assigned")
  }

  @Test func dynamicConsumerIsResolvedWhileItHasAnAssignedInstance() {
    let reader = DynamicReader(Injection(strategy: .singleton, instance: CountedObject(counter)))
    _ = reader.value
    expect(!reader.isResolved)

    reader.value = CountedObject(counter, "assigned")
    expect(reader.isResolved)
    reader.reset()

    expect(!reader.isResolved)
    expectEqual(counter.alive, 1)
    expectEqual(reader.value.name, "live")
  }

  @Test func assignedNilIsAnInstance() {
    let reader = DynamicReader(Injection<CountedObject?>(strategy: .singleton, instance: CountedObject(counter)))

    reader.value = nil

    expect(reader.isResolved)
    expect(reader.value == nil)
    expectEqual(counter.built, 0)
    reader.reset()
    expectEqual(reader.value?.serial, 1)
  }

  @Test func mutationInPlaceAssignsTheMutatedInstance() {
    let injection = Injection(strategy: .singleton, instance: [1])
    let reader = DynamicReader(injection)

    reader.value.append(2)
    injection.override(with: [3])
    defer { injection.rollbackOverride() }

    expectEqual(reader.value, [1, 2])
    reader.reset()
    expectEqual(reader.value, [3])
  }

  // MARK: Copies

  @Test func assignmentOrResetOfOneCopyAppliesToAllCopies() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let original = StructReader(value: DynamicInstance(injection))
    let live = original.value
    let copy = original

    copy.value = CountedObject(counter, "assigned")
    expectEqual(original.value.name, "assigned")

    original.$value.reset()
    expect(copy.value === live)
    expectEqual(counter.alive, 1)
  }

  // MARK: During a read

  @Test(arguments: Strategies.all)
  func assignmentDuringAReadAppliesFromTheNextRead(strategy: InjectionStrategy) {
    let action = Box<(@MainActor () -> Void)?>(nil)
    let reader = DynamicReader(publish(strategy, action))
    let assigned = CountedObject(InstanceCounter(), "assigned")
    action.content = { reader.value = assigned }

    expectEqual(reader.value.name, "live")

    expect(reader.value === assigned)
    reader.reset()
    expectEqual(reader.value.name, "live")
  }

  @Test func resetDuringAReadRevokesAnEarlierAssignment() {
    let action = Box<(@MainActor () -> Void)?>(nil)
    let reader = DynamicReader(publish(.singleton, action))
    action.content = {
      reader.value = CountedObject(InstanceCounter(), "assigned")
      reader.reset()
    }

    expectEqual(reader.value.name, "live")

    expect(!reader.isResolved)
    expectEqual(reader.value.name, "live")
  }

  @Test func valueAssignedDuringAReadAppliesFromTheNextRead() {
    let reader = Box<DynamicReader<String>?>(nil)
    let injection = Injection<String>(strategy: .onDemand) {
      reader.content.take()?.value = "assigned"
      return "live"
    }
    let created = DynamicReader(injection)
    reader.content = created

    expectEqual(created.value, "live")
    expectEqual(created.value, "assigned")
  }

  /// Publishes an injection whose factory runs an action once, before it builds.
  private func publish(
    _ strategy: InjectionStrategy,
    _ action: Box<(@MainActor () -> Void)?>
  ) -> Injection<CountedObject> {
    Injection(strategy: strategy) { [counter] in
      action.content.take()?()
      return CountedObject(counter)
    }
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
