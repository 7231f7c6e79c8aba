import Testing
import Vial

/// A consumer that is read while it is being read for the first time, and assigned then (rule 9).
@MainActor struct InnerReadTests {
  let tally = Tally()

  /// An injection whose check is made in the middle of a read, and does something then.
  private func publish(_ action: Box<(@MainActor () -> Void)?>) -> Injection<Probe> {
    Injection(
      strategy: .cached {
        action.content?()
        return { true }
      },
      instance: Probe(tally)
    )
  }

  @Test func anAssignmentAfterAnInnerReadCounts() {
    let action = Box<(@MainActor () -> Void)?>(nil)
    let owner = Owner(publish(action))
    let assigned = Probe(Tally(), "assigned")
    action.content = {
      #expect(owner.value.name == "live")
      owner.value = assigned
    }

    #expect(owner.value === assigned)

    #expect(owner.value === assigned)
    action.content = nil
    owner.reset()
    #expect(owner.value.name == "live")
    #expect(tally.built == 1)
  }

  @Test func aResetAfterAnInnerReadLeavesWhatThatHasPinned() {
    let action = Box<(@MainActor () -> Void)?>(nil)
    let owner = Owner(publish(action))
    action.content = {
      _ = owner.value
      owner.reset()
    }

    #expect(owner.value.name == "live")

    action.content = nil
    #expect(owner.value.name == "live")
    #expect(tally.built == 1)
  }

  @Test func aReadThatBeginsAfterAResetPins() {
    let action = Box<(@MainActor () -> Void)?>(nil)
    let owner = Owner(publish(action))
    action.content = {
      owner.reset()
      _ = owner.value
      #expect(owner.isResolved)
    }

    #expect(owner.value.name == "live")

    #expect(owner.isResolved)
    action.content = nil
  }

  @Test func aConsumerThatHoldsWeaklyGivesItToo() {
    let action = Box<(@MainActor () -> Void)?>(nil)
    let reference = Reference(publish(action))
    let assigned = Probe(Tally(), "assigned")
    action.content = {
      #expect(reference.value?.name == "live")
      reference.value = assigned
    }

    #expect(reference.value === assigned)

    #expect(reference.value === assigned)
    action.content = nil
  }

  /// The expression that names the injection is asked by each read, so the inner one assigns.
  @Test func aReadAroundAnInnerOneGetsWhatWasAssignedInThat() {
    let action = Box<(@MainActor () -> Void)?>(nil)
    let injection = Injection(strategy: .singleton, instance: Probe(tally))
    let chooser = Chooser {
      let work = action.content
      action.content = nil
      work?()
      return injection
    }
    let assigned = Probe(Tally(), "assigned")
    action.content = {
      action.content = { chooser.value = assigned }
      #expect(chooser.value === assigned)
    }

    #expect(chooser.value === assigned)

    #expect(chooser.value === assigned)
  }

  @Test func aCopyKeepsWhatWasAssignedDuringTheReadThatItShares() {
    let action = Box<(@MainActor () -> Void)?>(nil)
    let original = Box(Reader(publish(action)))
    let copy = original.content
    let other = Tally()
    action.content = {
      #expect(copy.value.name == "live")
      original.content.value = Probe(other, "assigned")
    }

    #expect(copy.value.name == "assigned")

    // Both share it, because they share the read in progress.
    action.content = nil
    #expect(copy.value.name == "assigned")
    original.content.reset()
    #expect(original.content.value.name == "live")
    #expect(copy.value.name == "assigned")
    #expect(other.alive == 1)
  }
}

/// Names its injection by an expression.
@MainActor private final class Chooser {
  @Instance<Probe> var value: Probe

  init(_ injection: @escaping @MainActor () -> Injection<Probe>) {
    _value = Instance(injection())
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
