import Testing
import Vial

/// What is assigned while a consumer is read for the first time is what that read gives (rule 9).
@MainActor struct AssignmentDuringReadTests {
  let tally = Tally()

  /// An injection whose factory does something to whoever reads it.
  private func publish(
    _ strategy: InjectionStrategy,
    _ action: Box<(@MainActor () -> Void)?>
  ) -> Injection<Probe> {
    Injection(strategy: strategy) { [tally] in
      action.content?()
      return Probe(tally)
    }
  }

  // MARK: Objects that own a consumer

  @Test(arguments: Strategies.all)
  func theReadGivesWhatIsAssigned(strategy: InjectionStrategy) {
    let action = Box<(@MainActor () -> Void)?>(nil)
    let owner = Owner(publish(strategy, action))
    let assigned = Probe(Tally(), "assigned")
    action.content = { owner.value = assigned }

    #expect(owner.value === assigned)

    #expect(owner.value === assigned)
    #expect(owner.isResolved)
    #expect(tally.built == 1)
    action.content = nil
    owner.reset()
    #expect(owner.value.name == "live")
  }

  @Test func theLastAssignmentCounts() {
    let action = Box<(@MainActor () -> Void)?>(nil)
    let owner = Owner(publish(.onDemand, action))
    action.content = { for number in 1...3 { owner.value = Probe(Tally(), "\(number)") } }

    #expect(owner.value.name == "3")
    #expect(owner.value.name == "3")
    action.content = nil
  }

  /// More often than a byte counts.
  @Test(arguments: [255, 256, 257, 65_536])
  func soDoesTheLastOfManyResets(count: Int) {
    let action = Box<(@MainActor () -> Void)?>(nil)
    let owner = Owner(publish(.onDemand, action))
    action.content = { for _ in 0..<count { owner.reset() } }

    let read = owner.value
    action.content = nil

    #expect(!owner.isResolved)
    #expect(owner.value !== read)
  }

  @Test func anOverridesFactoryMayAssignToo() {
    let injection = Injection(strategy: .singleton, instance: Probe(tally))
    let owner = Owner(injection)
    injection.override(with: { original in
      owner.value = Probe(Tally(), "assigned")
      return original.resolve()
    })
    defer { injection.rollbackOverride() }

    #expect(owner.value.name == "assigned")
    #expect(injection.resolve().name == "live")
  }

  @Test(arguments: [OverrideScope.Kind.inheriting, .isolated])
  func inAScopeAndAfterItsEndToo(kind: OverrideScope.Kind) {
    let action = Box<(@MainActor () -> Void)?>(nil)
    let injection = publish(.singleton, action)
    let (early, late) = withOverrideScope(kind) {
      let (early, late) = (Owner(injection), Owner(injection))
      action.content = { early.value = Probe(Tally(), "assigned") }
      #expect(early.value.name == "assigned")
      return (early, late)
    }

    action.content = { late.value = Probe(Tally(), "assigned late") }
    #expect(late.value.name == "assigned late")

    #expect(early.value.name == "assigned")
    action.content = nil
  }

  @Test func whileSomeoneObservesToo() {
    let action = Box<(@MainActor () -> Void)?>(nil)
    let owner = Owner(publish(.singleton, action))
    action.content = { owner.value = Probe(Tally(), "assigned") }

    let observation = Injections.observe { _ in }
    let first = owner.value
    observation.cancel()

    #expect(first.name == "assigned")
    action.content = nil
  }

  @Test func anObserverMayAssign() {
    let injection = Injection(strategy: .singleton, instance: Probe(tally))
    let owner = Owner(injection)

    let observation = Injections.observe { _ in owner.value = Probe(Tally(), "assigned") }
    let first = owner.value
    observation.cancel()

    #expect(first.name == "assigned")
    #expect(owner.value.name == "assigned")
  }

  @Test func aSharedValueThatWasAssignedOverIsHeldByNobody() {
    let owners = Box<[Owner<[Probe]>]>([])
    let injection = Injection<[Probe]>(strategy: .shared) { [tally] in
      owners.content.first?.value = []
      return [Probe(tally)]
    }
    owners.content = [Owner(injection)]

    #expect(owners.content.first?.value.isEmpty == true)

    #expect(injection.current == nil)
    #expect(tally.alive == 0)
    owners.content = []
  }

  @Test func anotherConsumerIsNotTouched() {
    let action = Box<(@MainActor () -> Void)?>(nil)
    let injection = publish(.singleton, action)
    let (owner, other) = (Owner(injection), Owner(injection))
    action.content = { other.value = Probe(Tally(), "assigned") }

    #expect(owner.value.name == "live")
    #expect(other.value.name == "assigned")
    action.content = nil
  }

  // MARK: Resetting

  @Test func aResetDuringTheReadLeavesWhatIsBuilt() {
    let action = Box<(@MainActor () -> Void)?>(nil)
    let injection = publish(.singleton, action)
    let owner = Owner(injection)
    action.content = { owner.reset() }

    #expect(owner.value.name == "live")

    action.content = nil
    #expect(owner.value === injection.resolve())
    #expect(tally.built == 1)
  }

  @Test func aResetTakesBackWhatWasAssignedDuringTheRead() {
    let action = Box<(@MainActor () -> Void)?>(nil)
    let owner = Owner(publish(.singleton, action))
    action.content = {
      owner.value = Probe(Tally(), "assigned")
      owner.reset()
    }

    #expect(owner.value.name == "live")

    #expect(owner.value.name == "live")
    action.content = nil
  }

  // MARK: Structs that own a consumer

  // A struct in a property cannot be assigned while it is read there: Swift stops that access
  // itself. What can be read meanwhile is a copy. It shares the read that is in progress, and so what is
  // assigned or reset meanwhile (rule 10).

  @Test(arguments: Strategies.all)
  func aCopyThatIsReadWhileTheOriginalIsAssignedSharesIt(strategy: InjectionStrategy) {
    let action = Box<(@MainActor () -> Void)?>(nil)
    let original = Box(Reader(publish(strategy, action)))
    let copy = original.content
    let assigned = Probe(Tally(), "assigned")
    action.content = { original.content.value = assigned }

    #expect(copy.value === assigned)
    action.content = nil

    #expect(copy.value === assigned)
    #expect(original.content.value === assigned)
    original.content.reset()
    #expect(original.content.value.name == "live")
  }

  @Test func aCopyThatIsReadWhileTheOriginalIsResetReadsAgain() {
    let action = Box<(@MainActor () -> Void)?>(nil)
    let original = Box(Reader(publish(.onDemand, action)))
    let copy = original.content
    action.content = { original.content.reset() }

    let read = copy.value
    action.content = nil

    #expect(read.name == "live")
    #expect(copy.value !== read)
    #expect(original.content.value === copy.value)
  }
}

/// The same for a consumer that holds weakly (rule 9).
@MainActor struct WeakAssignmentDuringReadTests {
  let tally = Tally()

  @Test(arguments: [InjectionStrategy.shared, .singleton])
  func theReadGivesWhatIsAssigned(strategy: InjectionStrategy) {
    let references = Box<[Reference<Probe>]>([])
    let assigned = Probe(Tally(), "assigned")
    let injection = Injection<Probe>(strategy: strategy) { [tally] in
      references.content.first?.value = assigned
      return Probe(tally)
    }
    let reference = Reference(injection)
    references.content = [reference]

    #expect(reference.value === assigned)

    #expect(reference.value === assigned)
    references.content = []
  }

  @Test func theReadGivesNilWhenThatIsAssigned() {
    let references = Box<[Reference<Probe>]>([])
    let injection = Injection<Probe>(strategy: .singleton) { [tally] in
      references.content.first?.value = nil
      return Probe(tally)
    }
    let reference = Reference(injection)
    references.content = [reference]

    #expect(reference.value == nil)

    #expect(reference.value == nil)
    references.content = []
    reference.reset()
    #expect(reference.value?.name == "live")
  }

  @Test func aCopyThatIsReadWhileTheOriginalIsAssignedSharesIt() {
    let original = Box<WeakReader?>(nil)
    let assigned = Probe(Tally(), "assigned")
    let injection = Injection<Probe>(strategy: .singleton) { [tally] in
      original.content?.value = assigned
      return Probe(tally)
    }
    original.content = WeakReader(injection)
    let copy = original.content

    #expect(copy?.value === assigned)

    #expect(copy?.value === assigned)
    #expect(original.content?.value === assigned)
    original.content = nil
  }

  /// A value that nobody holds is asked for at each read.
  @Test func aCopyOfWhatIsAskedForAtEachReadSharesWhatWasAssigned() {
    let original = Box<WeakTextReader?>(nil)
    let assigned = Box<String?>("assigned")
    let injection = Injection<String>(strategy: .onDemand) {
      if let text = assigned.content { original.content?.value = text }
      return "live"
    }
    original.content = WeakTextReader(injection)
    let copy = original.content

    #expect(copy?.value == "assigned")
    assigned.content = nil

    #expect(copy?.value == "assigned")
    #expect(original.content?.value == "assigned")
    original.content = nil
  }

  @Test func theLastAssignmentCounts() {
    let references = Box<[Reference<Probe>]>([])
    let (first, last) = (Probe(Tally(), "first"), Probe(Tally(), "last"))
    let injection = Injection<Probe>(strategy: .singleton) { [tally] in
      references.content.first?.value = first
      references.content.first?.value = last
      return Probe(tally)
    }
    let reference = Reference(injection)
    references.content = [reference]

    #expect(reference.value === last)

    #expect(reference.value === last)
    references.content = []
  }

  @Test func aResetDuringTheReadLeavesWhatIsBuilt() {
    let references = Box<[Reference<Probe>]>([])
    let injection = Injection<Probe>(strategy: .singleton) { [tally] in
      references.content.first?.reset()
      return Probe(tally)
    }
    let reference = Reference(injection)
    references.content = [reference]

    #expect(reference.value?.name == "live")

    #expect(reference.value === injection.resolve())
    references.content = []
  }
}

@MainActor private struct Reader {
  @Instance<Probe> var value: Probe

  init(_ injection: Injection<Probe>) {
    _value = Instance(injection)
  }

  mutating func reset() {
    $value.reset()
  }
}

@MainActor private struct WeakTextReader {
  @WeakInstance<String> var value: String?

  init(_ injection: Injection<String>) {
    _value = WeakInstance(injection)
  }
}

@MainActor private struct WeakReader {
  @WeakInstance<Probe> var value: Probe?

  init(_ injection: Injection<Probe>) {
    _value = WeakInstance(injection)
  }
}
