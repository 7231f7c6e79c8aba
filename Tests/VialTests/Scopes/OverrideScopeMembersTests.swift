import Testing
import Vial

/// The overrides of an ended scope stay in force for its members (rules 19 and 21).
@MainActor struct OverrideScopeMembersTests {
  private nonisolated static let kinds = [OverrideScope.Kind.inheriting, .isolated]

  let counter = InstanceCounter()

  private func partName(_ probe: CountedObject?) -> String? {
    (probe?.parts.first as? CountedObject)?.name
  }

  // MARK: Models that a scope returns

  @Test(arguments: kinds)
  func aReturnedModelKeepsItsMock(kind: OverrideScope.Kind) {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let live = injection.resolve()

    let model = withOverrideScope(kind) {
      injection.override(with: CountedObject(counter, "mock"))
      return Owner(injection)
    }

    #expect(model.value.name == "mock")
    #expect(injection.resolve() === live)
    #expect(!injection.isOverridden)
  }

  @Test(arguments: kinds)
  func aModelThatAsynchronousWorkReturnsKeepsItsMock(kind: OverrideScope.Kind) async {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))

    let model = await withOverrideScope(kind) {
      injection.override(with: CountedObject(counter, "mock"))
      await Task.yield()
      return Owner(injection)
    }
    await Task.yield()

    #expect(model.value.name == "mock")
    #expect(injection.resolve().name == "live")
  }

  @Test func aModelOfWorkThatThrewKeepsItsMock() {
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

    #expect(model.content?.value.name == "mock")
  }

  @Test func aModelThatIsResetReadsTheMockAgain() {
    let injection = Injection(strategy: .onDemand, instance: CountedObject(counter))
    let model = withOverrideScope {
      injection.override(with: CountedObject(counter, "mock"))
      let model = Owner(injection)
      _ = model.value
      return model
    }

    model.reset()
    #expect(model.value.name == "mock")
    model.value = CountedObject(counter, "assigned")
    #expect(model.value.name == "assigned")
    model.reset()

    #expect(model.value.name == "mock")
  }

  @Test(arguments: kinds)
  func aReferenceBackReadsTheMock(kind: OverrideScope.Kind) {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let (reference, model) = withOverrideScope(kind) {
      injection.override(with: CountedObject(counter, "mock"))
      return (Reference(injection), Owner(injection))
    }

    let mock = model.value

    #expect(mock.name == "mock")
    #expect(reference.value === mock)
  }

  @Test(arguments: kinds)
  func lateWorkBuildsFromTheOverridesOfItsScope(kind: OverrideScope.Kind) {
    let part = Injection(strategy: .singleton, instance: CountedObject(counter, "part"))
    let whole = Injection(
      strategy: .singleton,
      instance: CountedObject(counter, "whole", parts: [part.resolve()])
    )

    let model = withOverrideScope(kind) {
      part.override(with: CountedObject(counter, "mock"))
      return Owner(whole)
    }

    #expect(partName(model.value) == "mock")
    #expect(partName(whole.resolve()) == "part")
  }

  @Test func aConsumerThatIsMadeLateByAFactoryBelongsToTheScope() {
    let part = Injection(strategy: .singleton, instance: CountedObject(counter, "part"))
    let models = Injection(strategy: .onDemand, instance: Owner(part))

    let outer = withOverrideScope {
      part.override(with: CountedObject(counter, "mock"))
      return Owner(models)
    }
    let inner = outer.value

    #expect(inner.value.name == "mock")
    #expect(models.resolve().value.name == "part")
  }

  // MARK: Each kind of override

  @Test(arguments: kinds)
  func aDecoratorKeepsStandingOnItsOriginal(kind: OverrideScope.Kind) {
    let injection = Injection(strategy: .singleton, instance: "live")

    let model = withOverrideScope(kind) {
      injection.override(with: { "1(\($0.resolve()))" })
      injection.override(with: { "2(\($0.resolve()))" })
      return Owner(injection)
    }

    #expect(model.value == "2(1(live))")
  }

  @Test(arguments: kinds)
  func anotherInjectionKeepsProvidingWithTheOverridesThatItHasThere(kind: OverrideScope.Kind) {
    let other = Injection(strategy: .singleton, instance: "other")
    let injection = Injection(strategy: .singleton, instance: "live")

    let models = withOverrideScope(kind) {
      injection.override(with: other)
      let token = other.override(with: "gone")
      other.override(with: "mock")
      token.rollback()
      return (Owner(injection), Owner(other))
    }

    #expect(models.0.value == "mock")
    #expect(models.1.value == "mock")
    #expect(other.resolve() == "other")
  }

  @Test(arguments: kinds)
  func overridesOfAFamilyAndOfItsKeysStay(kind: OverrideScope.Kind) {
    let family = InjectionFamily<Int, CountedObject>(strategy: .singleton) { [counter] in
      CountedObject(counter, "\($0)")
    }

    let models = withOverrideScope(kind) {
      family.override(with: { [counter] in CountedObject(counter, "mock \($0)") })
      family[1].override(with: CountedObject(counter, "key"))
      return [Owner(family[1]), Owner(family[2])]
    }

    #expect(models.map(\.value.name) == ["key", "mock 2"])
    #expect(family.resolve(1).name == "1")
  }

  @Test(arguments: kinds)
  func anImplementationThatAScopeProvidesStaysInForceAfterItsEnd(kind: OverrideScope.Kind) {
    let injection = Injection<CountedObject>.required("an object")

    let model = withOverrideScope(kind) {
      injection.provide(with: CountedObject(counter, "provided"))
      return Owner(injection)
    }

    #expect(model.value.name == "provided")
    #expect(!injection.isProvided)
  }

  @Test func anOverrideThatWasRolledBackBeforeTheEndIsNotInForceAfterIt() {
    let injection = Injection(strategy: .singleton, instance: "live")

    let model = withOverrideScope {
      injection.override(with: "older")
      injection.override(with: "newer")
      injection.rollbackOverride()
      return Owner(injection)
    }

    #expect(model.value == "older")
  }

  @Test func anInheritingScopeKeepsLookingOutside() {
    let injection = Injection(strategy: .singleton, instance: "live")
    let (first, second) = withOverrideScope { (Owner(injection), Owner(injection)) }
    let token = injection.override(with: "mock")
    defer { token.rollback() }

    #expect(first.value == "mock")
    token.rollback()

    #expect(second.value == "live")
  }

  // MARK: Work that runs on

  @Test(arguments: kinds)
  func aTaskThatRunsOnSeesTheMock(kind: OverrideScope.Kind) async {
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

    #expect(await task.value == ["mock", "mock", "mock", "mock", "ended"])
    #expect(injection.resolve().name == "live")
  }

  @Test(arguments: kinds)
  func runGoesOnWithTheOverridesOfAScopeThatHasEnded(kind: OverrideScope.Kind) async throws {
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

    #expect(name == "mock")
    #expect(late.value.name == "mock")
    #expect(scope.run { injection.isOverridden })
    #expect(!injection.isOverridden)
  }
}
