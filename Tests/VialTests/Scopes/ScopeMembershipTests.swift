import Testing
import Vial

/// Consumers, tasks and models belong to the scope in which they were created, also after its end (rules 19 and 21).
@MainActor struct ScopeMembershipTests {
  let counter = InstanceCounter()

  private func partName(_ object: CountedObject?) -> String? {
    (object?.parts.first as? CountedObject)?.name
  }

  // MARK: Consumers

  @Test func consumerBelongsToTheScopeInWhichItWasCreated() {
    let injection = Injection(strategy: .singleton, instance: "live")
    let outside = Owner(injection)

    withOverrideScope {
      injection.override(with: "outer")
      let outer = Owner(injection)
      let other = Owner(injection)
      withOverrideScope(.isolated) {
        injection.override(with: "inner")
        expectEqual(outer.value, "outer")
        expectEqual(outside.value, "live")
        expectEqual(Owner(injection).value, "inner")
      }
      expectEqual(other.value, "outer")
    }
  }

  @Test func consumerOfAFreshScopeReadsItsInstanceOutside() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let outside = injection.resolve()
    let scope = OverrideScope(.fresh)
    let owner = scope.run { Owner(injection) }

    expect(owner.value !== outside)
    expect(owner.value === scope.run { injection.resolve() })
    scope.end()
  }

  @Test(arguments: OverrideScope.Kind.all)
  func consumersReadTheReplacementBeforeAndAfterTheEnd(kind: OverrideScope.Kind) {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let scope = OverrideScope(kind)
    let (first, second) = scope.run {
      injection.override(with: CountedObject(counter, "mock"))
      return (Owner(injection), Owner(injection))
    }

    expectEqual(first.value.name, "mock")
    scope.end()

    expectEqual(second.value.name, "mock")
    expect(second.value !== first.value)
    expect(scope.run { Owner(injection) }.value === second.value)
  }

  @Test(arguments: Strategies.caching)
  func consumerKeepsItsInstanceAfterTheEndOfItsScope(strategy: InjectionStrategy) {
    let injection = Injection(strategy: strategy, instance: CountedObject(counter))
    let model = withOverrideScope(.isolated) {
      let model = Owner(injection)
      _ = model.value
      return model
    }

    expectEqual(model.value.serial, 1)
    expectEqual(counter.alive, 1)
    model.reset()

    expectEqual(counter.alive, 0)
  }

  // MARK: Models that a scope returns

  @Test(arguments: OverrideScope.Kind.all)
  func returnedModelReadsTheReplacementOfItsScope(kind: OverrideScope.Kind) {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let live = injection.resolve()

    let model = withOverrideScope(kind) {
      injection.override(with: CountedObject(counter, "mock"))
      return Owner(injection)
    }

    expectEqual(model.value.name, "mock")
    expect(injection.resolve() === live)
    expect(!injection.isOverridden)
  }

  @Test(arguments: OverrideScope.Kind.all)
  func modelReturnedByAsynchronousWorkReadsTheReplacement(kind: OverrideScope.Kind) async {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))

    let model = await withOverrideScope(kind) {
      injection.override(with: CountedObject(counter, "mock"))
      await Task.yield()
      return Owner(injection)
    }
    await Task.yield()

    expectEqual(model.value.name, "mock")
    expectEqual(injection.resolve().name, "live")
  }

  @Test func modelOfThrowingWorkReadsTheReplacement() {
    struct Failure: Error {}
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let model = Box<Owner<CountedObject>?>(nil)

    #expect(throws: Failure.self) {
      try withOverrideScope {
        injection.override(with: CountedObject(counter, "mock"))
        model.content = Owner(injection)
        throw Failure()
      }
    }

    expectEqual(model.content?.value.name, "mock")
  }

  @Test(arguments: OverrideScope.Kind.all)
  func resetConsumerOfAnEndedScopeReadsTheReplacementAgain(kind: OverrideScope.Kind) {
    let injection = Injection(strategy: .onDemand, instance: CountedObject(counter))
    let model = withOverrideScope(kind) {
      injection.override(with: CountedObject(counter, "mock"))
      let model = Owner(injection)
      _ = model.value
      return model
    }

    model.reset()
    expectEqual(model.value.name, "mock")
    model.value = CountedObject(counter, "assigned")
    expectEqual(model.value.name, "assigned")
    model.reset()

    expectEqual(model.value.name, "mock")
  }

  @Test(arguments: OverrideScope.Kind.all)
  func weakConsumerOfAnEndedScopeReadsTheReplacement(kind: OverrideScope.Kind) {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let (reference, model) = withOverrideScope(kind) {
      injection.override(with: CountedObject(counter, "mock"))
      return (Reference(injection), Owner(injection))
    }

    let mock = model.value

    expectEqual(mock.name, "mock")
    expect(reference.value === mock)
  }

  @Test(arguments: OverrideScope.Kind.all)
  func lateWorkBuildsWithTheOverridesOfItsScope(kind: OverrideScope.Kind) {
    let part = Injection(strategy: .singleton, instance: CountedObject(counter, "part"))
    let whole = Injection(
      strategy: .singleton,
      instance: CountedObject(counter, "whole", parts: [part.resolve()])
    )

    let model = withOverrideScope(kind) {
      part.override(with: CountedObject(counter, "mock"))
      return Owner(whole)
    }

    expectEqual(partName(model.value), "mock")
    expectEqual(partName(whole.resolve()), "part")
  }

  @Test func consumerCreatedByLateWorkBelongsToTheEndedScope() {
    let part = Injection(strategy: .singleton, instance: CountedObject(counter, "part"))
    let models = Injection(strategy: .onDemand, instance: Owner(part))

    let outer = withOverrideScope {
      part.override(with: CountedObject(counter, "mock"))
      return Owner(models)
    }
    let inner = outer.value

    expectEqual(inner.value.name, "mock")
    expectEqual(models.resolve().value.name, "part")
  }

  // MARK: Overrides of an ended scope

  @Test(arguments: OverrideScope.Kind.all)
  func decoratorsOfAnEndedScopeStayInForce(kind: OverrideScope.Kind) {
    let injection = Injection(strategy: .singleton, instance: "live")

    let model = withOverrideScope(kind) {
      injection.override(with: { "1(\($0.resolve()))" })
      injection.override(with: { "2(\($0.resolve()))" })
      return Owner(injection)
    }

    expectEqual(model.value, "2(1(live))")
  }

  @Test(arguments: OverrideScope.Kind.all)
  func forwardingOverrideOfAnEndedScopeStaysInForce(kind: OverrideScope.Kind) {
    let other = Injection(strategy: .singleton, instance: "other")
    let injection = Injection(strategy: .singleton, instance: "live")

    let models = withOverrideScope(kind) {
      injection.override(with: other)
      let token = other.override(with: "gone")
      other.override(with: "mock")
      token.rollback()
      return (Owner(injection), Owner(other))
    }

    expectEqual(models.0.value, "mock")
    expectEqual(models.1.value, "mock")
    expectEqual(other.resolve(), "other")
  }

  @Test(arguments: OverrideScope.Kind.all)
  func overridesOfAFamilyInAnEndedScopeStayInForce(kind: OverrideScope.Kind) {
    let family = InjectionFamily<Int, CountedObject>(strategy: .singleton) { [counter] in
      CountedObject(counter, "\($0)")
    }

    let models = withOverrideScope(kind) {
      family.override(with: { [counter] in CountedObject(counter, "mock \($0)") })
      family[1].override(with: CountedObject(counter, "key"))
      return [Owner(family[1]), Owner(family[2])]
    }

    expectEqual(models.map(\.value.name), ["key", "mock 2"])
    expectEqual(family.resolve(1).name, "1")
  }

  @Test(arguments: OverrideScope.Kind.all)
  func implementationOfAnEndedScopeStaysInForce(kind: OverrideScope.Kind) {
    let injection = Injection<CountedObject>.required("an object")

    let model = withOverrideScope(kind) {
      injection.provide(with: CountedObject(counter, "provided"))
      return Owner(injection)
    }

    expectEqual(model.value.name, "provided")
    expect(!injection.isProvided)
  }

  @Test func overrideRolledBackBeforeTheEndStaysRolledBack() {
    let injection = Injection(strategy: .singleton, instance: "live")

    let model = withOverrideScope {
      injection.override(with: "older")
      injection.override(with: "newer")
      injection.rollbackOverride()
      return Owner(injection)
    }

    expectEqual(model.value, "older")
  }

  @Test func endedInheritingScopeSeesLaterOverridesOutside() {
    let injection = Injection(strategy: .singleton, instance: "live")
    let (first, second) = withOverrideScope { (Owner(injection), Owner(injection)) }
    let token = injection.override(with: "mock")
    defer { token.rollback() }

    expectEqual(first.value, "mock")
    token.rollback()

    expectEqual(second.value, "live")
  }

  // MARK: Work that continues

  @Test(arguments: OverrideScope.Kind.all)
  func taskThatOutlivesItsScopeUsesTheReplacements(kind: OverrideScope.Kind) async {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let word = Injection(strategy: .singleton, instance: "live")
    let gate = AsyncStream.makeStream(of: Void.self)
    let task = withOverrideScope(kind) {
      word.override(with: "mock")
      injection.override(with: CountedObject(counter, "mock"))
      return Task {
        for await _ in gate.stream {}
        let inner = Task { injection.resolve().name }
        async let child = word.resolve()
        return [
          injection.resolve().name, Owner(injection).value.name, await inner.value, await child,
          OverrideScope.current.hasEnded == true ? "ended" : "open",
        ]
      }
    }

    gate.continuation.finish()

    expectEqual(await task.value, ["mock", "mock", "mock", "mock", "ended"])
    expectEqual(injection.resolve().name, "live")
  }

  @Test(arguments: OverrideScope.Kind.all)
  func runInAnEndedScopeUsesItsOverrides(kind: OverrideScope.Kind) async throws {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let scope = try #require(
      withOverrideScope(kind) {
        injection.override(with: CountedObject(counter, "mock"))
        return OverrideScope.current
      }
    )

    let name = scope.run { injection.resolve().name }
    let late = await scope.run {
      await Task.yield()
      return Owner(injection)
    }

    expectEqual(name, "mock")
    expectEqual(late.value.name, "mock")
    expect(scope.run { injection.isOverridden })
    expect(!injection.isOverridden)
  }

  @Test func messageOfLateWorkNamesTheWithdrawalInItsScope() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let session = Injection<Int>.required("a session")
        session.provide(with: 1)
        session.withdraw(fileID: "App/Outside.swift", line: 9)
        let scope = OverrideScope()
        scope.run {
          session.provide(with: 1)
          session.withdraw(fileID: "App/SignOut.swift", line: 3)
        }
        scope.end()
        scope.run { _ = session.resolve() }
      }
    }

    expect(standardError(of: result).contains("    Withdrawn at: App/SignOut.swift:3\n"))
  }
}

/// An instance that is built after the end of its scope is shared while it is retained (rule 21).
@MainActor struct LateWorkTests {
  let counter = InstanceCounter()

  @Test(arguments: Strategies.caching, OverrideScope.Kind.all)
  func membersOfAnEndedScopeShareALateObject(
    strategy: InjectionStrategy,
    kind: OverrideScope.Kind
  ) {
    let injection = Injection(strategy: strategy, instance: CountedObject(counter))
    let (first, second, scope) = withOverrideScope(kind) {
      (Owner(injection), Owner(injection), OverrideScope.current)
    }

    let late = first.value

    expect(second.value === late)
    expect(scope.run { injection.resolve() } === late)
    expect(scope.run { Owner(injection) }.value === late)
    expect(injection.current == nil)
    expectEqual(counter.built, 1)
  }

  @Test(arguments: Strategies.caching, OverrideScope.Kind.all)
  func membersOfAnEndedScopeShareALateReplacement(strategy: InjectionStrategy, kind: OverrideScope.Kind) {
    let injection = Injection(strategy: strategy, instance: CountedObject(counter))
    let (first, second) = withOverrideScope(kind) {
      injection.override(with: CountedObject(counter, "mock"))
      _ = injection.resolve()
      return (Owner(injection), Owner(injection))
    }

    let late = [first.value, second.value]

    expectEqual(counter.alive, 1)
    expectEqual(late.map(\.name), ["mock", "mock"])
    expect(late[0] === late[1])
  }

  @Test(arguments: Strategies.caching, OverrideScope.Kind.all)
  func lateObjectIsReleasedWithItsLastConsumer(
    strategy: InjectionStrategy,
    kind: OverrideScope.Kind
  ) {
    let injection = Injection(strategy: strategy, instance: CountedObject(counter))
    let (first, second) = withOverrideScope(kind) { (Owner(injection), Owner(injection)) }

    expectEqual(first.value.serial, 1)
    expectEqual(counter.alive, 1)
    first.reset()
    expectEqual(counter.alive, 0)

    expectEqual(second.value.serial, 2)
    expect(first.value === second.value)
  }

  @Test(arguments: Strategies.caching)
  func lateObjectIsSharedWhileAnyReferenceRetainsIt(strategy: InjectionStrategy) {
    let injection = Injection(strategy: strategy, instance: CountedObject(counter))
    let (model, scope) = withOverrideScope(.isolated) { (Owner(injection), OverrideScope.current) }

    var held: CountedObject? = scope.run { injection.resolve() }
    expect(scope.run { injection.resolve() } === held)
    held = nil
    expect(held == nil)
    expectEqual(counter.alive, 0)

    expectEqual(model.value.serial, 2)
  }

  @Test(arguments: [InjectionStrategy.shared, .singleton])
  func lateWorkDoesNotReuseAnInstanceCachedBeforeTheEnd(strategy: InjectionStrategy) {
    let injection = Injection(strategy: strategy, instance: CountedObject(counter))
    let scope = OverrideScope(.isolated)
    let early = scope.run { injection.resolve() }
    scope.end()

    for built in 2...4 {
      let late = scope.run { injection.resolve() }
      expect(scope.run { injection.resolve() } === late)
      expect(late !== early)
      expectEqual(counter.built, built)
      expectEqual(counter.alive, 2)
    }
  }

  @Test(arguments: Strategies.caching)
  func lateValueWithoutAConsumerIsNotCached(strategy: InjectionStrategy) {
    let injection = Injection(strategy: strategy, instance: [CountedObject(counter)])
    let scope = withOverrideScope(.isolated) { OverrideScope.current }

    scope.run {
      expectEqual(injection.resolve().first?.serial, 1)
      expectEqual(injection.resolve().first?.serial, 2)
      expect(injection.current == nil)
    }

    expectEqual(counter.alive, 0)
  }

  @Test func lateWorkBuildsAnOnDemandInstanceForEachConsumer() {
    let injection = Injection(strategy: .onDemand, instance: CountedObject(counter))
    let (first, second) = withOverrideScope { (Owner(injection), Owner(injection)) }

    let late = [first.value, second.value]

    expectEqual(counter.alive, 2)
    expect(late[0] === first.value)
    expect(late[1] === second.value)
  }

  @Test func membersOfAnEndedScopeShareTheLateInstanceOfAKey() {
    let family = InjectionFamily<Int, CountedObject>(strategy: .singleton) { [counter] in
      CountedObject(counter, "\($0)")
    }
    let (first, second, other) = withOverrideScope(.isolated) {
      (Owner(family[1]), Owner(family[1]), Owner(family[2]))
    }

    expect(first.value === second.value)
    expect(first.value !== other.value)
    for model in [first, second, other] { model.reset() }

    expectEqual(counter.alive, 0)
    expect(family[1].current == nil)
  }

  @Test func tasksOfAnEndedScopeShareALateInstance() async {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let gate = AsyncStream.makeStream(of: Void.self)
    let (task, model) = withOverrideScope(.isolated) {
      let task = Task {
        for await _ in gate.stream {}
        return Owner(injection).value.serial
      }
      return (task, Owner(injection))
    }

    let held = model.value
    gate.continuation.finish()

    expectEqual(await task.value, held.serial)
    expectEqual(counter.built, 1)
  }
}
