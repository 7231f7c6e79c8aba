import Testing
import Vial

/// An instance that is built after the end of its scope is shared while someone holds it (rule 21).
@MainActor struct OverrideScopeLateWorkTests {
  private nonisolated static let kinds = [OverrideScope.Kind.inheriting, .isolated]
  private nonisolated static let lasting = [.shared] + Strategies.keeping

  let counter = InstanceCounter()

  @Test(arguments: lasting, kinds)
  func aLateObjectIsSharedByThoseWhoBelongToTheScope(
    strategy: InjectionStrategy,
    kind: OverrideScope.Kind
  ) {
    let injection = Injection(strategy: strategy, instance: CountedObject(counter))
    let (first, second, scope) = withOverrideScope(kind) {
      (Owner(injection), Owner(injection), OverrideScope.current)
    }

    let late = first.value

    #expect(second.value === late)
    #expect(scope.run { injection.resolve() } === late)
    #expect(scope.run { Owner(injection) }.value === late)
    #expect(injection.current == nil)
    #expect(counter.built == 1)
  }

  @Test(arguments: lasting, kinds)
  func aLateMockIsSharedToo(strategy: InjectionStrategy, kind: OverrideScope.Kind) {
    let injection = Injection(strategy: strategy, instance: CountedObject(counter))
    let (first, second) = withOverrideScope(kind) {
      injection.override(with: CountedObject(counter, "mock"))
      _ = injection.resolve()
      return (Owner(injection), Owner(injection))
    }

    let late = [first.value, second.value]

    #expect(counter.alive == 1)
    #expect(late.map(\.name) == ["mock", "mock"])
    #expect(late[0] === late[1])
  }

  @Test(arguments: lasting, kinds)
  func aLateObjectIsGoneWithItsLastHolder(
    strategy: InjectionStrategy,
    kind: OverrideScope.Kind
  ) {
    let injection = Injection(strategy: strategy, instance: CountedObject(counter))
    let (first, second) = withOverrideScope(kind) { (Owner(injection), Owner(injection)) }

    #expect(first.value.serial == 1)
    #expect(counter.alive == 1)
    first.reset()
    #expect(counter.alive == 0)

    #expect(second.value.serial == 2)
    #expect(first.value === second.value)
  }

  @Test(arguments: lasting)
  func aLateObjectThatAnyoneHoldsIsTheOne(strategy: InjectionStrategy) {
    let injection = Injection(strategy: strategy, instance: CountedObject(counter))
    let (model, scope) = withOverrideScope(.isolated) { (Owner(injection), OverrideScope.current) }

    var held: CountedObject? = scope.run { injection.resolve() }
    #expect(scope.run { injection.resolve() } === held)
    held = nil
    #expect(held == nil)
    #expect(counter.alive == 0)

    #expect(model.value.serial == 2)
  }

  @Test(arguments: lasting, kinds)
  func aLateValueIsSharedWhileConsumersHoldIt(
    strategy: InjectionStrategy,
    kind: OverrideScope.Kind
  ) {
    let injection = Injection<any Named>(strategy: strategy, instance: Sample(counter))
    let (models, scope) = withOverrideScope(kind) {
      ((0..<4).map { _ in Owner(injection) }, OverrideScope.current)
    }

    #expect(models[0].value.serial == 1)
    #expect(models[1].value.serial == 1)
    #expect(scope.run { injection.resolve().serial } == 1)
    models[0].reset()
    #expect(models[2].value.serial == 1)
    models[1].reset()
    models[2].reset()

    #expect(models[3].value.serial == 2)
  }

  @Test(arguments: lasting)
  func aLateValueIsGoneWithTheLastConsumer(strategy: InjectionStrategy) {
    let injection = Injection(strategy: strategy, instance: [CountedObject(counter)])
    let (first, second) = withOverrideScope(.isolated) { (Owner(injection), Owner(injection)) }

    #expect(first.value.count == 1)
    #expect(second.value.first === first.value.first)
    first.reset()
    #expect(counter.alive == 1)
    second.reset()

    #expect(counter.alive == 0)
  }

  @Test(arguments: lasting)
  func aLateValueThatNoConsumerHoldsIsKeptByNobody(strategy: InjectionStrategy) {
    let injection = Injection(strategy: strategy, instance: [CountedObject(counter)])
    let scope = withOverrideScope(.isolated) { OverrideScope.current }

    scope.run {
      #expect(injection.resolve().first?.serial == 1)
      #expect(injection.resolve().first?.serial == 2)
      #expect(injection.current == nil)
    }

    #expect(counter.alive == 0)
  }

  @Test func lateWorkBuildsAnOnDemandInstanceForEachResolve() {
    let injection = Injection(strategy: .onDemand, instance: CountedObject(counter))
    let (first, second) = withOverrideScope { (Owner(injection), Owner(injection)) }

    let late = [first.value, second.value]

    #expect(counter.alive == 2)
    #expect(late[0] === first.value)
    #expect(late[1] === second.value)
  }

  @Test func lateKeysOfAFamilyAreSharedToo() {
    let family = InjectionFamily<Int, CountedObject>(strategy: .singleton) { [counter] in
      CountedObject(counter, "\($0)")
    }
    let (first, second, other) = withOverrideScope(.isolated) {
      (Owner(family[1]), Owner(family[1]), Owner(family[2]))
    }

    #expect(first.value === second.value)
    #expect(first.value !== other.value)
    for model in [first, second, other] { model.reset() }

    #expect(counter.alive == 0)
    #expect(family[1].current == nil)
  }

  @Test func lateWorkSharesAcrossTasks() async {
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

    #expect(await task.value == held.serial)
    #expect(counter.built == 1)
  }
}

/// The end of a scope releases its cached instances (rule 21).
@MainActor struct OverrideScopeEndTests {
  private nonisolated static let kinds = [OverrideScope.Kind.inheriting, .isolated]
  private nonisolated static let lasting = [.shared] + Strategies.keeping

  let counter = InstanceCounter()

  @Test(arguments: lasting, kinds)
  func cachedInstancesGoAndOverridesStay(strategy: InjectionStrategy, kind: OverrideScope.Kind) {
    let injection = Injection(strategy: strategy, instance: CountedObject(counter))
    let value = Injection(strategy: strategy, instance: [CountedObject(counter)])
    let held = Box<[CountedObject]>([])

    let unread = withOverrideScope(kind) {
      injection.override(with: { CountedObject(counter, "mock", parts: [$0.resolve()]) })
      held.content.append(injection.resolve())
      #expect(value.resolve().count == 1)
      return Owner(injection)
    }
    held.content = []

    #expect(counter.alive == 0)
    #expect(unread.value.name == "mock")
    unread.reset()
    #expect(counter.alive == 0)
  }

  @Test(arguments: lasting)
  func aConsumerKeepsItsInstanceAfterTheEndOfItsScope(strategy: InjectionStrategy) {
    let injection = Injection(strategy: strategy, instance: CountedObject(counter))
    let model = withOverrideScope(.isolated) {
      let model = Owner(injection)
      _ = model.value
      return model
    }

    #expect(model.value.serial == 1)
    #expect(counter.alive == 1)
    model.reset()

    #expect(counter.alive == 0)
  }

  @Test(arguments: kinds)
  func keysOfFamiliesAndWhatForwardsGoToo(kind: OverrideScope.Kind) {
    let family = InjectionFamily<Int, CountedObject>(strategy: .singleton) { [counter] in
      CountedObject(counter, "\($0)")
    }
    let other = Injection(strategy: .singleton, instance: CountedObject(counter, "other"))
    let required = Injection<CountedObject>.required("an object")

    let scope = withOverrideScope(kind) {
      family[2].override(with: other)
      required.provide(with: CountedObject(counter, "provided"))
      #expect([family.resolve(1), family.resolve(2), required.resolve()].count == 3)
      #expect(counter.alive == 3)
      return OverrideScope.current
    }

    #expect(counter.alive == 0)
    #expect(scope.run { family.resolve(2).name } == "other")
    #expect(scope.run { required.resolve().name } == "provided")
    #expect(counter.alive == 0)
  }

  @Test func theEndOfAScopeDoesNotAffectTheInstancesOutside() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let outside = injection.resolve()

    let model = withOverrideScope {
      #expect(injection.resolve() === outside)
      return Owner(injection)
    }

    #expect(injection.resolve() === outside)
    #expect(model.value === outside)
  }

  @Test func theMessageOfLateWorkNamesTheLineThatWithdrewTheImplementationInItsScope() async {
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

    #expect(standardError(of: result).contains("    Withdrawn at: App/SignOut.swift:3\n"))
  }
}
