import Testing
import Vial

/// A dynamic consumer resolves in the scope in which it was created, at each read (rules 19 and 21).
@MainActor struct DynamicInstanceScopeTests {
  private let counter = InstanceCounter()

  private func publish(_ strategy: InjectionStrategy = .singleton) -> Injection<CountedObject> {
    Injection(strategy: strategy, instance: CountedObject(counter))
  }

  @Test(arguments: OverrideScope.Kind.all)
  func readOutsideEveryScopeUsesTheScopeOfTheConsumer(kind: OverrideScope.Kind) {
    let injection = publish()
    let (scope, reader) = (OverrideScope(kind), Box<DynamicReader<CountedObject>?>(nil))
    scope.run { reader.content = DynamicReader(injection) }
    expectEqual(reader.content?.value.name, "live")

    scope.run { _ = injection.override(with: CountedObject(counter, "inside")) }

    expectEqual(reader.content?.value.name, "inside")
    expectEqual(injection.resolve().name, "live")
    scope.end()
    reader.content = nil
  }

  @Test func readInAnotherScopeUsesTheScopeOfTheConsumer() {
    let injection = publish()
    let reader = DynamicReader(injection)

    withOverrideScope {
      injection.override(with: CountedObject(counter, "inside"))
      let inner = DynamicReader(injection)
      expectEqual(reader.value.name, "live")
      expectEqual(inner.value.name, "inside")
      withOverrideScope(.isolated) { expectEqual(inner.value.name, "inside") }
    }
  }

  @Test func overrideMadeOutsideLaterIsSeenInTheScopesThatSeeIt() {
    let injection = publish()
    let readers = OverrideScope.Kind.all.map { kind in OverrideScope(kind).run { DynamicReader(injection) } }
    expectEqual(readers.map(\.value.name), ["live", "live", "live"])

    injection.override(with: CountedObject(counter, "outside"))
    defer { injection.rollbackOverride() }

    expectEqual(readers.map(\.value.name), ["outside", "outside", "live"])
  }

  @Test func consumerUsesTheOverridesOfItsScopeAfterTheEnd() {
    let injection = publish()

    let reader = withOverrideScope {
      injection.override(with: CountedObject(counter, "inside"))
      return DynamicReader(injection)
    }

    expectEqual(reader.value.name, "inside")
    expectEqual(counter.alive, 0)
    let held = reader.value
    expect(reader.value === held)
  }

  @Test func expressionIsEvaluatedInTheScopeOfTheConsumerAtEachRead() {
    let flag = Injection(strategy: .onDemand, instance: false)
    let words = [true, false].map { word in Injection(strategy: .singleton, instance: "\(word)") }
    let scope = OverrideScope()
    let reader = scope.run { DynamicReader { flag.resolve() ? words[0] : words[1] } }
    expectEqual(reader.value, "false")

    scope.run { _ = flag.override(with: true) }

    withOverrideScope { expectEqual(reader.value, "true") }
    expectEqual(reader.value, "true")
    expect(OverrideScope.current.isGlobal)
  }

  @Test func methodThatRunsOutsideEveryScopeUsesTheScopeOfItsOwner() async {
    let injection = Injection(strategy: .singleton, instance: "live")
    let reader = withOverrideScope {
      injection.override(with: "inside")
      return DynamicReader(injection)
    }

    let read = await Task.detached { await (reader.value, injection.resolve()) }.value

    expect(read == ("inside", "live"))
  }

  @Test func consumerRetainsItsScopeAndNoInstance() {
    let injection = publish()
    weak var scope: OverrideScope?
    var reader: DynamicReader<CountedObject>?
    do {
      let opened = OverrideScope(.isolated)
      scope = opened
      reader = opened.run { DynamicReader(injection) }
      expectEqual(reader?.value.serial, 1)
      opened.end()
    }
    expect(scope != nil)
    expectEqual(counter.alive, 0)

    reader = nil

    expect(scope == nil)
  }

  @Test func consumerDoesNotRetainItsOwner() {
    let injection = publish()
    var reader: DynamicReader<CountedObject>? = DynamicReader(injection)
    weak let weakReader = reader
    reader?.value = CountedObject(counter, "assigned")
    expect(weakReader != nil)

    reader = nil

    expect(weakReader == nil)
    expectEqual(counter.alive, 0)
  }

  // MARK: Closures that are called later

  @Test func closureResolvesAtEachCallInTheScopeInWhichItWasCreated() {
    let name = Injection(strategy: .singleton, instance: "live")
    let scope = OverrideScope()
    let closure = scope.run { { [name = DynamicInstance(name)] in name() } }
    expectEqual(closure(), "live")

    scope.run { _ = name.override(with: "mock") }

    expectEqual(closure(), "mock")
  }
}
