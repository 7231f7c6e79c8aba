import Testing
import Vial

/// An assignment during the first read of a consumer wins, and a reset has no effect (rule 9).
@MainActor struct AssignmentDuringReadTests {
  let counter = InstanceCounter()

  /// Publishes an injection whose factory runs an action once, before it builds.
  private func publish(
    _ strategy: InjectionStrategy,
    _ action: Variable<(@MainActor () -> Void)?>
  ) -> Injection<CountedObject> {
    Injection(strategy: strategy) { [counter] in
      action.content.take()?()
      return CountedObject(counter)
    }
  }

  @Test func lastOfSeveralAssignmentsDuringTheFirstReadWins() {
    for strategy in Strategies.all {
      for kind in Consumer.Kind.allCases {
        let action = Variable<(@MainActor () -> Void)?>(nil)
        let consumer = Consumer.make(kind, of: publish(strategy, action))
        let assigned = (1...3).map { CountedObject(InstanceCounter(), "\($0)") }
        let comment = "\(kind), \(strategy)"
        action.content = { for instance in assigned { consumer.assign(instance) } }

        expectEqual(consumer.read()?.name, kind == .dynamic ? "live" : "3", comment)
        expect(consumer.read() === assigned[2], comment)
        consumer.reset()
        expectEqual(consumer.read()?.name, "live", comment)
      }
    }
  }

  @Test func resetDuringTheFirstReadHasNoEffectButRevokesAnAssignment() {
    for isAssigned in [false, true] {
      for kind in Consumer.Kind.allCases {
        let action = Variable<(@MainActor () -> Void)?>(nil)
        let consumer = Consumer.make(kind, of: publish(.onDemand, action))
        let comment = "\(kind), assigned: \(isAssigned)"
        action.content = {
          if isAssigned { consumer.assign(CountedObject(InstanceCounter(), "assigned")) }
          consumer.reset()
        }

        let first = consumer.read()

        expectEqual(first?.name, "live", comment)
        expectEqual(consumer.read() === first, kind != .dynamic, comment)
      }
    }
  }

  @Test func nilOrAValueCanBeAssignedDuringTheFirstRead() {
    let action = Variable<(@MainActor () -> Void)?>(nil)
    let reference = Reference(publish(.singleton, action))
    action.content = { reference.value = nil }
    expect(reference.value == nil)
    expect(reference.value == nil)
    reference.reset()
    expectEqual(reference.value?.name, "live")

    let assign = Variable<(@MainActor () -> Void)?>(nil)
    let text = Injection<String>(strategy: .onDemand) {
      assign.content.take()?()
      return "live"
    }
    let (weakText, dynamicText) = (Reference(text), DynamicReader(text))
    assign.content = { weakText.value = "assigned" }
    expectEqual([weakText.value, weakText.value], ["assigned", "assigned"])
    assign.content = { dynamicText.value = "assigned" }
    expectEqual([dynamicText.value, dynamicText.value], ["live", "assigned"])
  }

  @Test func assignmentByAnObserverAppliesAfterTheFirstRead() {
    let owner = Owner(Injection(strategy: .singleton, instance: CountedObject(counter)))

    let observation = Injections.observe { _ in owner.value = CountedObject(InstanceCounter(), "assigned") }
    let first = owner.value
    observation.cancel()

    expectEqual([first.name, owner.value.name], ["live", "assigned"])
  }
}

/// A consumer of any type, whose property or copy is read, and whose property or another copy is changed.
@MainActor private struct Consumer {
  enum Kind: CaseIterable { case ofAnObject, ofCopies, weakOfAnObject, weakOfCopies, dynamic }

  let read: () -> CountedObject?
  let assign: (CountedObject) -> Void
  let reset: () -> Void

  static func make(_ kind: Kind, of injection: Injection<CountedObject>) -> Consumer {
    switch kind {
    case .ofAnObject:
      let owner = Owner(injection)
      return Consumer(read: { owner.value }, assign: { owner.value = $0 }, reset: { owner.reset() })
    case .ofCopies:
      let original = Copied(value: Instance(injection))
      let copy = original
      return Consumer(read: { copy.value }, assign: { original.value = $0 }, reset: { original.$value.reset() })
    case .weakOfAnObject:
      let owner = Reference(injection)
      return Consumer(read: { owner.value }, assign: { owner.value = $0 }, reset: { owner.reset() })
    case .weakOfCopies:
      let original = WeaklyCopied(value: WeakInstance(injection))
      let copy = original
      return Consumer(read: { copy.value }, assign: { original.value = $0 }, reset: { original.$value.reset() })
    case .dynamic:
      let owner = DynamicReader(injection)
      return Consumer(read: { owner.value }, assign: { owner.value = $0 }, reset: { owner.reset() })
    }
  }
}

private struct Copied {
  @Instance<CountedObject> var value: CountedObject
}

private struct WeaklyCopied {
  @WeakInstance<CountedObject> var value: CountedObject?
}
