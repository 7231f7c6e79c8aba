import Testing
import Vial

/// A consumer that is read again during its first read keeps the instance of the read that finishes first (rule 9).
///
/// A nested first read is possible only if the expression of the consumer names another injection then. Otherwise the
/// nested read closes a dependency cycle.
@MainActor struct NestedReadTests {
  let counter = InstanceCounter()
  private let action = Box<(@MainActor () -> Void)?>(nil)
  private let isNested = Box(false)

  /// Publishes the injection that the first read resolves.
  ///
  /// Its factory runs the action once.
  private func publishOuter(_ strategy: InjectionStrategy) -> Injection<CountedObject> {
    Injection(strategy: strategy) { [counter, action] in
      action.content.take()?()
      return CountedObject(counter, "outer")
    }
  }

  private func publishInner(_ strategy: InjectionStrategy) -> Injection<CountedObject> {
    Injection(strategy: strategy, instance: CountedObject(counter, "inner"))
  }

  private func makeChooser(_ strategy: InjectionStrategy) -> ChoosingOwner {
    let (outer, inner, isNested) = (publishOuter(strategy), publishInner(strategy), isNested)
    return ChoosingOwner { isNested.content ? inner : outer }
  }

  @Test(arguments: Strategies.all)
  func outerReadReturnsTheInstanceOfTheNestedRead(strategy: InjectionStrategy) {
    let chooser = makeChooser(strategy)
    let nested = Box<CountedObject?>(nil)
    action.content = { [isNested] in
      isNested.content = true
      nested.content = chooser.value
    }

    let read = chooser.value

    expectEqual(read.name, "inner")
    expect(read === nested.content)
    expect(chooser.value === read)
    expectEqual(counter.built, 2)
  }

  @Test func outerReadReturnsTheInstanceAssignedAfterANestedRead() {
    let chooser = makeChooser(.singleton)
    let assigned = CountedObject(InstanceCounter(), "assigned")
    action.content = { [isNested] in
      isNested.content = true
      expectEqual(chooser.value.name, "inner")
      chooser.value = assigned
    }

    expect(chooser.value === assigned)

    expect(chooser.value === assigned)
    chooser.reset()
    expectEqual(chooser.value.name, "inner")
  }

  @Test func outerReadKeepsItsInstanceAfterANestedReadAndAReset() {
    let chooser = makeChooser(.onDemand)
    action.content = { [isNested] in
      isNested.content = true
      _ = chooser.value
      chooser.reset()
    }

    let read = chooser.value

    expectEqual(read.name, "outer")
    expect(chooser.value === read)
  }

  @Test func outerReadOfAWeakConsumerReturnsTheInstanceOfTheNestedRead() {
    let (outer, inner, isNested) = (publishOuter(.singleton), publishInner(.singleton), isNested)
    let chooser = WeakChooser { isNested.content ? inner : outer }
    action.content = {
      isNested.content = true
      expectEqual(chooser.value?.name, "inner")
    }

    expectEqual(chooser.value?.name, "inner")
    expectEqual(chooser.value?.name, "inner")
  }

  @Test func closureThatMakesACheckCannotReadTheConsumerThatReads() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let owner = Box<Owner<Int>?>(nil)
        let strategy = InjectionStrategy.cached {
          _ = owner.content?.value
          return { true }
        }
        owner.content = Owner(
          Injection(strategy: strategy, instance: 1, fileID: "App/A.swift", line: 1)
        )
        _ = owner.content?.value
      }
    }

    expect(standardError(of: result).contains("Fatal error: Dependency cycle: Int → "))
  }
}

@MainActor private final class WeakChooser {
  @WeakInstance<CountedObject> var value: CountedObject?

  init(_ injection: @escaping @MainActor () -> Injection<CountedObject>) {
    _value = WeakInstance(injection())
  }
}

@MainActor private final class NamedChooser {
  @Instance<any Named> var value: any Named

  init(_ injection: @escaping @MainActor () -> Injection<any Named>) {
    _value = Instance(injection())
  }
}
