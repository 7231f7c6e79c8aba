import Testing
import Vial

/// An assignment during the first read of a consumer wins, and a reset has no effect (rule 9).
@MainActor struct AssignmentDuringReadTests {
  let counter = InstanceCounter()

  /// Publishes an injection whose factory runs an action before it builds.
  private func publish(
    _ strategy: InjectionStrategy,
    _ action: Box<(@MainActor () -> Void)?>
  ) -> Injection<CountedObject> {
    Injection(strategy: strategy) { [counter] in
      action.content?()
      return CountedObject(counter)
    }
  }

  // MARK: Classes that own a consumer

  @Test(arguments: Strategies.all)
  func firstReadReturnsTheInstanceThatTheFactoryAssigned(strategy: InjectionStrategy) {
    let action = Box<(@MainActor () -> Void)?>(nil)
    let owner = Owner(publish(strategy, action))
    let assigned = CountedObject(InstanceCounter(), "assigned")
    action.content = { owner.value = assigned }

    expect(owner.value === assigned)

    expect(owner.value === assigned)
    expect(owner.isResolved)
    expectEqual(counter.built, 1)
    action.content = nil
    owner.reset()
    expectEqual(owner.value.name, "live")
  }

  @Test func lastOfSeveralAssignmentsDuringTheFirstReadWins() {
    let action = Box<(@MainActor () -> Void)?>(nil)
    let owner = Owner(publish(.onDemand, action))
    action.content = {
      for number in 1...3 { owner.value = CountedObject(InstanceCounter(), "\(number)") }
    }

    expectEqual(owner.value.name, "3")
    expectEqual(owner.value.name, "3")
    action.content = nil
  }

  @Test func factoryOfAnOverrideCanAssignTheConsumerThatReads() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let owner = Owner(injection)
    injection.override(with: { original in
      owner.value = CountedObject(InstanceCounter(), "assigned")
      return original.resolve()
    })
    defer { injection.rollbackOverride() }

    expectEqual(owner.value.name, "assigned")
    expectEqual(injection.current?.name, "live")
  }

  @Test(arguments: OverrideScope.Kind.all)
  func assignmentDuringTheFirstReadWinsInAScopeAndAfterItsEnd(kind: OverrideScope.Kind) {
    let action = Box<(@MainActor () -> Void)?>(nil)
    let injection = publish(.singleton, action)
    let (early, late) = withOverrideScope(kind) {
      let (early, late) = (Owner(injection), Owner(injection))
      action.content = { early.value = CountedObject(InstanceCounter(), "assigned") }
      expectEqual(early.value.name, "assigned")
      return (early, late)
    }

    action.content = { late.value = CountedObject(InstanceCounter(), "assigned late") }
    expectEqual(late.value.name, "assigned late")

    expectEqual(early.value.name, "assigned")
    action.content = nil
  }

  @Test func observerCanAssignTheConsumerThatReads() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let owner = Owner(injection)

    let observation = Injections.observe { _ in
      owner.value = CountedObject(InstanceCounter(), "assigned")
    }
    let first = owner.value
    observation.cancel()

    expectEqual(first.name, "live")
    expectEqual(owner.value.name, "assigned")
  }

  @Test func assignmentDuringTheReadOfAnotherConsumerAppliesImmediately() {
    let action = Box<(@MainActor () -> Void)?>(nil)
    let injection = publish(.singleton, action)
    let (owner, other) = (Owner(injection), Owner(injection))
    action.content = {
      other.value = CountedObject(InstanceCounter(), "assigned")
      expectEqual(other.value.name, "assigned")
    }

    expectEqual(owner.value.name, "live")
    expectEqual(other.value.name, "assigned")
    action.content = nil
  }

  // MARK: Resetting

  @Test func resetDuringTheFirstReadHasNoEffect() {
    let action = Box<(@MainActor () -> Void)?>(nil)
    let owner = Owner(publish(.onDemand, action))
    action.content = { owner.reset() }

    let first = owner.value
    action.content = nil

    expect(owner.isResolved)
    expect(owner.value === first)
    expectEqual(counter.built, 1)
  }

  @Test func resetDuringTheFirstReadRevokesAnEarlierAssignment() {
    let action = Box<(@MainActor () -> Void)?>(nil)
    let owner = Owner(publish(.singleton, action))
    action.content = {
      owner.value = CountedObject(InstanceCounter(), "assigned")
      owner.reset()
    }

    expectEqual(owner.value.name, "live")
    action.content = nil
    expectEqual(owner.value.name, "live")
  }

  @Test func consumerKeepsTheInstanceOfANestedReadAfterAReset() {
    let action = Box<(@MainActor () -> Void)?>(nil)
    let injection = publish(.singleton, action)
    let replacement = Injection(
      strategy: .singleton,
      instance: CountedObject(counter, "replacement")
    )
    let isReset = Box(false)
    let chooser = ChoosingOwner { isReset.content ? replacement : injection }
    action.content = {
      chooser.reset()
      isReset.content = true
      expectEqual(chooser.value.name, "replacement")
    }

    expectEqual(chooser.value.name, "replacement")

    expectEqual(chooser.value.name, "replacement")
    action.content = nil
  }

  // MARK: Structures that own a consumer

  @Test(arguments: Strategies.all)
  func assignmentToOneCopyWinsWhileAnotherCopyIsRead(strategy: InjectionStrategy) {
    let action = Box<(@MainActor () -> Void)?>(nil)
    let original = Reader(publish(strategy, action))
    let copy = original
    let assigned = CountedObject(InstanceCounter(), "assigned")
    action.content = { original.value = assigned }

    expect(copy.value === assigned)

    action.content = nil
    expect(original.value === assigned)
  }

  @Test func factoryCanAssignTheVariableOfAStructureThatIsRead() {
    let action = Box<(@MainActor () -> Void)?>(nil)
    let reader = Box(Reader(publish(.onDemand, action)))
    let assigned = CountedObject(InstanceCounter(), "assigned")
    action.content = { reader.content.value = assigned }

    expect(reader.content.value === assigned)
    action.content = nil
  }

  @Test func resetOfOneCopyHasNoEffectWhileAnotherCopyIsRead() {
    let action = Box<(@MainActor () -> Void)?>(nil)
    let original = Reader(publish(.onDemand, action))
    let copy = original
    action.content = { original.reset() }

    let read = copy.value
    action.content = nil

    expect(copy.value === read)
    expect(original.value === read)
  }
}

/// An assignment during the first read of a weak consumer wins, and a reset has no effect (rule 9).
@MainActor struct WeakAssignmentDuringReadTests {
  let counter = InstanceCounter()

  /// Publishes an injection, and creates a weak consumer that an action receives while it is read.
  private func makeReference(
    _ strategy: InjectionStrategy,
    _ action: @escaping @MainActor (Reference<CountedObject>) -> Void
  ) -> (injection: Injection<CountedObject>, reference: Reference<CountedObject>) {
    let reference = Box<Reference<CountedObject>?>(nil)
    let injection = Injection<CountedObject>(strategy: strategy) { [counter] in
      if let reference = reference.content.take() { action(reference) }
      return CountedObject(counter)
    }
    let created = Reference(injection)
    reference.content = created
    return (injection, created)
  }

  @Test(arguments: [InjectionStrategy.shared, .singleton])
  func firstReadReturnsTheInstanceThatTheFactoryAssigned(strategy: InjectionStrategy) {
    let assigned = CountedObject(InstanceCounter(), "assigned")
    let (_, reference) = makeReference(strategy) { $0.value = assigned }

    expect(reference.value === assigned)
    expect(reference.value === assigned)
  }

  @Test func firstReadReturnsNilIfTheFactoryAssignedNil() {
    let (_, reference) = makeReference(.singleton) { $0.value = nil }

    expect(reference.value == nil)
    expect(reference.value == nil)
    reference.reset()
    expectEqual(reference.value?.name, "live")
  }

  @Test func lastOfSeveralAssignmentsDuringTheFirstReadWins() {
    let first = CountedObject(InstanceCounter(), "first")
    let last = CountedObject(InstanceCounter(), "last")
    let (_, reference) = makeReference(.singleton) {
      $0.value = first
      $0.value = last
    }

    expect(reference.value === last)
    expect(reference.value === last)
  }

  @Test func resetDuringTheFirstReadHasNoEffect() {
    let (injection, reference) = makeReference(.singleton) { $0.reset() }

    expectEqual(reference.value?.name, "live")

    expect(reference.isResolved)
    expect(reference.value === injection.resolve())
    expect(reference.isResolved)
  }

  @Test func assignmentToOneCopyWinsWhileAnotherCopyIsRead() {
    let original = Box<WeakReader?>(nil)
    let assigned = CountedObject(InstanceCounter(), "assigned")
    let injection = Injection<CountedObject>(strategy: .singleton) { [counter] in
      original.content?.value = assigned
      return CountedObject(counter)
    }
    original.content = WeakReader(injection)
    let copy = original.content

    expect(copy?.value === assigned)

    expect(original.content?.value === assigned)
    original.content = nil
  }

  @Test func firstReadReturnsTheValueThatTheFactoryAssigned() {
    let reference = Box<Reference<String>?>(nil)
    let injection = Injection<String>(strategy: .onDemand) {
      reference.content.take()?.value = "assigned"
      return "live"
    }
    let reader = Reference(injection)
    reference.content = reader

    expectEqual(reader.value, "assigned")
    expectEqual(reader.value, "assigned")
  }
}

/// An object whose consumer names its injection by an expression.
@MainActor final class ChoosingOwner {
  @Instance<CountedObject> var value: CountedObject

  init(_ injection: @escaping @MainActor () -> Injection<CountedObject>) {
    _value = Instance(injection())
  }

  func reset() {
    $value.reset()
  }
}

@MainActor private struct Reader {
  @Instance<CountedObject> var value: CountedObject

  init(_ injection: Injection<CountedObject>) {
    _value = Instance(injection)
  }

  func reset() {
    $value.reset()
  }
}

@MainActor private struct WeakReader {
  @WeakInstance<CountedObject> var value: CountedObject?

  init(_ injection: Injection<CountedObject>) {
    _value = WeakInstance(injection)
  }
}
