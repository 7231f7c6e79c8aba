import Testing
import Vial

/// A consumer that is read again during its first read keeps the instance of the read that finishes first (rule 9).
///
/// A nested first read is possible only if the expression of the consumer names another injection then. Otherwise the
/// nested read closes a dependency cycle.
@MainActor struct NestedReadTests {
  /// An injection that runs an action during its first build, and a consumer that names another one from then on.
  private struct Setup {
    let counter = InstanceCounter()
    private let isNested = Variable(false)
    private let outer: Injection<CountedObject>
    private let inner: Injection<CountedObject>
    private let action = Variable<(@MainActor () -> Void)?>(nil)

    @MainActor init(_ strategy: InjectionStrategy) {
      inner = Injection(strategy: strategy) { [counter] in CountedObject(counter, "inner") }
      outer = Injection(strategy: strategy) { [counter, action] in
        action.content.take()?()
        return CountedObject(counter, "outer")
      }
    }

    @MainActor var injection: Injection<CountedObject> { isNested.content ? inner : outer }

    @MainActor func duringTheFirstBuild(_ body: @escaping @MainActor () -> Void) {
      action.content = { [isNested] in
        isNested.content = true
        body()
      }
    }
  }

  @Test func outerReadReturnsTheInstanceOfTheNestedRead() {
    for strategy in Strategies.all {
      let setup = Setup(strategy)
      let chooser = ChoosingOwner { setup.injection }
      let nested = Variable<CountedObject?>(nil)
      setup.duringTheFirstBuild { nested.content = chooser.value }

      let read = chooser.value

      expectEqual(read.name, "inner", "\(strategy)")
      expect(read === nested.content, "\(strategy)")
      expect(chooser.value === read, "\(strategy)")
      expectEqual(setup.counter.built, 2, "\(strategy)")
    }

    let setup = Setup(.singleton)
    let chooser = WeakChooser { setup.injection }
    setup.duringTheFirstBuild { expectEqual(chooser.value?.name, "inner") }
    expectEqual(chooser.value?.name, "inner")
    expectEqual(chooser.value?.name, "inner")
  }

  @Test func outerReadReturnsTheInstanceAssignedAfterANestedRead() {
    let setup = Setup(.singleton)
    let chooser = ChoosingOwner { setup.injection }
    let assigned = CountedObject(InstanceCounter(), "assigned")
    setup.duringTheFirstBuild {
      expectEqual(chooser.value.name, "inner")
      chooser.value = assigned
    }

    expect(chooser.value === assigned)

    expect(chooser.value === assigned)
    chooser.reset()
    expectEqual(chooser.value.name, "inner")
  }

  @Test func resetBeforeANestedReadHasNoEffectAndOneAfterItRevokesIt() {
    for (resetsFirst, name) in [(true, "inner"), (false, "outer")] {
      let setup = Setup(.onDemand)
      let chooser = ChoosingOwner { setup.injection }
      setup.duringTheFirstBuild {
        if resetsFirst { chooser.reset() }
        _ = chooser.value
        if !resetsFirst { chooser.reset() }
      }

      let read = chooser.value

      expectEqual(read.name, name)
      expect(chooser.value === read, name)
    }
  }
}

@MainActor private final class WeakChooser {
  @WeakInstance<CountedObject> var value: CountedObject?

  init(_ injection: @escaping @MainActor () -> Injection<CountedObject>) {
    _value = WeakInstance(injection())
  }
}

/// An object whose consumer names its injection by an expression.
@MainActor private final class ChoosingOwner {
  @Instance<CountedObject> var value: CountedObject

  init(_ injection: @escaping @MainActor () -> Injection<CountedObject>) {
    _value = Instance(injection())
  }

  func reset() { $value.reset() }
}
