import Testing
import Vial

/// A scope is deallocated with its consumers, its tasks and its other owners (rule 21).
@MainActor struct OverrideScopeReleaseTests {
  private nonisolated static let kinds = [OverrideScope.Kind.inheriting, .isolated]

  let counter = InstanceCounter()

  /// Yields until finished tasks have released their task-local values.
  private func settle(while isAlive: () -> Bool) async {
    for _ in 0..<1000 where isAlive() { await Task.yield() }
  }

  @Test(arguments: kinds)
  func aScopeThatNobodyKnowsGoesAtItsEnd(kind: OverrideScope.Kind) {
    weak var scope: OverrideScope?
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))

    withOverrideScope(kind) {
      scope = OverrideScope.current
      injection.override(with: { CountedObject(counter, "mock", parts: [$0.resolve()]) })
      #expect(injection.resolve().name == "mock")
      #expect(scope != nil)
    }

    #expect(scope == nil)
    #expect(counter.alive == 0)
  }

  @Test(arguments: kinds)
  func theEndOfAScopeReleasesTheInstancesBelowItsOverrides(kind: OverrideScope.Kind) {
    let required = Injection<CountedObject>.required("an object")

    let held = withOverrideScope(kind) {
      required.provide(with: CountedObject(counter, "provided"))
      #expect(required.resolve().name == "provided")
      required.override(with: CountedObject(counter, "mock"))
      #expect(required.resolve().name == "mock")
      #expect(counter.alive == 2)
      return OverrideScope.current
    }

    #expect(counter.alive == 0)
    #expect(held.run { required.resolve().name } == "mock")
  }

  @Test(arguments: kinds)
  func aScopeGoesWithTheLastConsumerThatWasMadeInIt(kind: OverrideScope.Kind) {
    weak var scope: OverrideScope?
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    var models = withOverrideScope(kind) {
      scope = OverrideScope.current
      let mock = CountedObject(counter, "mock")
      injection.override(with: mock)
      return [Owner(injection), Owner(injection)]
    }

    #expect(models.last?.value.name == "mock")
    models.removeFirst()
    #expect(scope != nil)
    #expect(counter.alive == 1)
    models = []

    #expect(models.isEmpty)
    #expect(scope == nil)
    #expect(counter.alive == 0)
  }

  @Test func aScopeGoesWithTheLastTaskThatRunsInIt() async {
    weak var scope: OverrideScope?
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let gate = AsyncStream.makeStream(of: Void.self)
    let task = withOverrideScope(.isolated) {
      scope = OverrideScope.current
      injection.override(with: CountedObject(counter, "mock"))
      return Task {
        for await _ in gate.stream {}
        return Owner(injection).value.name
      }
    }

    #expect(scope != nil)
    gate.continuation.finish()
    #expect(await task.value == "mock")
    await settle { scope != nil }

    #expect(scope == nil)
    #expect(counter.alive == 0)
  }

  @Test(arguments: kinds)
  func everyOverrideOfAScopeLetsGoOfItsInstanceAtItsEnd(kind: OverrideScope.Kind) {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let scope = OverrideScope(kind)
    scope.run {
      for number in 0..<4 {
        injection.override(with: CountedObject(counter, "\(number)"))
        #expect(injection.resolve().name == "\(number)")
      }
    }
    #expect(counter.alive == 4)

    scope.end()

    #expect(counter.alive == 0)
    #expect(scope.run { injection.overrideCount } == 4)
  }

  /// One of them was kept before the other instance, and one after it.
  @Test(arguments: kinds)
  func deinitializersAtTheEndOfAScopeFindNoCachedInstance(kind: OverrideScope.Kind) {
    let found = Box<[Int]>([])
    let kept = Injection(strategy: .singleton, instance: CountedObject(counter))
    let dying = (0..<2).map { _ in
      Injection(
        strategy: .singleton,
        instance: OnDeinit { found.content.append(kept.resolve().serial) }
      )
    }
    let scope = OverrideScope(kind)

    scope.run {
      _ = dying[0].resolve()
      #expect(kept.resolve().serial == 1)
      _ = dying[1].resolve()
      #expect(found.content == [])
      scope.end()
    }

    #expect(found.content.count == 2)
    #expect(!found.content.contains(1))
    #expect(counter.alive == 0)
  }

  @Test(arguments: kinds)
  func aHeldScopeGoesWithItsHolder(kind: OverrideScope.Kind) {
    weak var gone: OverrideScope?
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    var scope: OverrideScope? = OverrideScope(kind)
    gone = scope
    scope?.run {
      injection.override(with: { CountedObject(counter, "mock", parts: [$0.resolve()]) })
      #expect(injection.resolve().name == "mock")
    }
    #expect(gone != nil)
    #expect(counter.alive == 2)

    scope = nil

    #expect(scope == nil)
    #expect(gone == nil)
    #expect(counter.alive == 0)
  }

  @Test(arguments: Strategies.all)
  func cachedInstancesThatConsumeDoNotKeepTheirScope(strategy: InjectionStrategy) {
    weak var scope: OverrideScope?
    let part = Injection(strategy: strategy, instance: CountedObject(counter))
    let models = Injection(strategy: strategy, instance: Owner(part))
    let model = withOverrideScope(.isolated) {
      scope = OverrideScope.current
      part.override(with: CountedObject(counter, "mock"))
      #expect(models.resolve().value.name == "mock")
      #expect(scope != nil)
      return Box<Owner<Owner<CountedObject>>?>(Owner(models))
    }

    #expect(model.content?.value.value.name == "mock")
    model.content = nil

    #expect(scope == nil)
    #expect(counter.alive == 0)
  }

  @Test func aConsumerInAnInstanceThatWasBuiltLateGoesWithIt() {
    weak var scope: OverrideScope?
    let part = Injection(strategy: .singleton, instance: CountedObject(counter))
    let models = Injection(strategy: .onDemand, instance: Owner(part))
    var outer: Owner<Owner<CountedObject>>? = withOverrideScope {
      scope = OverrideScope.current
      return Owner(models)
    }
    var inner = outer?.value

    outer = nil
    #expect(outer == nil)
    #expect(inner?.value.serial == 1)
    #expect(scope != nil)
    inner = nil

    #expect(inner == nil)
    #expect(scope == nil)
    #expect(counter.alive == 0)
  }

  @Test(arguments: Strategies.all)
  func aMockThatTheOverridesExpressionMakesMayConsume(strategy: InjectionStrategy) {
    weak var scope: OverrideScope?
    let part = Injection(strategy: .singleton, instance: CountedObject(counter))
    let models = Injection(strategy: strategy, instance: Owner(part))
    let model = withOverrideScope(.isolated) {
      scope = OverrideScope.current
      part.override(with: CountedObject(counter, "mock part"))
      models.override(with: Owner(part))
      #expect(models.resolve().value.name == "mock part")
      #expect(scope != nil)
      return Box<Owner<Owner<CountedObject>>?>(Owner(models))
    }

    #expect(model.content?.value.value.name == "mock part")
    model.content = nil

    #expect(scope == nil)
    #expect(counter.alive == 0)
  }

  @Test func aMockThatWasMadeBeforeItsOverrideAndConsumesKeepsItsScope() {
    weak var scope: OverrideScope?
    weak var mock: Client?
    let part = Injection(strategy: .singleton, instance: CountedObject(counter))
    let clients = Injection(strategy: .singleton, instance: Client(part))

    withOverrideScope {
      scope = OverrideScope.current
      let client = Client(part)
      mock = client
      clients.override(with: client)
    }

    #expect(scope != nil)
    mock?.part = nil
    #expect(scope == nil)
    #expect(mock == nil)
  }

  @Test(arguments: kinds)
  func anInnerScopeKeepsTheOuterAndGoesWithIt(kind: OverrideScope.Kind) {
    weak var outer: OverrideScope?
    weak var gone: OverrideScope?
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    var inner: OverrideScope? = withOverrideScope(kind) {
      outer = OverrideScope.current
      injection.override(with: CountedObject(counter, "mock"))
      return OverrideScope()
    }
    gone = inner

    #expect(inner?.run { injection.resolve().name } == "mock")
    #expect(outer != nil)
    inner = nil

    #expect(inner == nil)
    #expect(gone == nil)
    #expect(outer == nil)
    #expect(counter.alive == 0)
  }

  @Test func tokensRetainNothing() {
    weak var scope: OverrideScope?
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let required = Injection<CountedObject>.required("an object")
    let (token, provision) = withOverrideScope(.isolated) {
      scope = OverrideScope.current
      let mocks = (CountedObject(counter, "mock"), CountedObject(counter, "provided"))
      let token = injection.override(with: mocks.0)
      let provision = required.provide(with: mocks.1)
      #expect(scope != nil)
      #expect(counter.alive == 2)
      #expect(token.isActive)
      return (token, provision)
    }

    #expect(scope == nil)
    #expect(counter.alive == 0)
    #expect(!token.isActive)
    #expect(!token.rollback())
    #expect(!provision.withdraw())
  }

  @Test(arguments: kinds)
  func deinitializersOfADeallocatedScopeFindThatTheScopeHasEnded(kind: OverrideScope.Kind) {
    let api = Injection(strategy: .singleton, instance: CountedObject(counter))
    let session = Injection<CountedObject>.required("a session")
    let answers = Box<[Bool]>([])
    let onDeinit = Box<(@MainActor () -> Void)?>(nil)
    let goodbye = Injection(strategy: .singleton, instance: OnDeinit { onDeinit.content?() })
    var scope: OverrideScope? = OverrideScope(kind)

    scope?.run {
      let override = api.override(with: CountedObject(counter, "mock"))
      let provision = session.provide(with: CountedObject(counter, "session"))
      onDeinit.content = {
        answers.content += [override.isActive, override.rollback(), provision.withdraw()]
      }
      _ = (api.resolve(), session.resolve(), goodbye.resolve())
    }
    scope = nil

    #expect(scope == nil)
    #expect(answers.content == [false, false, false])
    #expect(counter.alive == 0)
  }

  @Test func manyScopesLeaveNothing() {
    let injections = (0..<10).map {
      Injection(strategy: .singleton, instance: CountedObject(counter, "\($0)"))
    }
    var models: [Owner<CountedObject>] = []

    for turn in 0..<200 {
      models += withOverrideScope(turn.isMultiple(of: 2) ? .isolated : .inheriting) {
        for injection in injections { injection.override(with: CountedObject(counter, "\(turn)")) }
        return injections.map { Owner($0) }
      }
    }

    for (index, model) in models.enumerated() where model.value.name != "\(index / 10)" {
      Issue.record("model \(index) has \(model.value.name)")
    }
    #expect(counter.alive == models.count)
    models = []
    #expect(counter.alive == 0)
  }

  @Test func scopesWhoseReplacementsCapturedInstancesOfEachOtherAreReleased() {
    var first: OverrideScope? = OverrideScope(.isolated)
    var second: OverrideScope? = OverrideScope(.isolated)
    let part = Injection(strategy: .singleton, instance: CountedObject(counter, "part"))
    let other = Injection(strategy: .singleton, instance: CountedObject(counter, "other"))
    let leaf = Injection(strategy: .onDemand, instance: CountedObject(counter, "leaf"))
    weak let one = first
    weak let two = second
    one?.run {
      _ = part.override { [counter] in
        CountedObject(counter, "mock", parts: two.map { $0.run { [other.resolve()] } } ?? [])
      }
    }
    two?.run {
      _ = other.override { [counter] in
        CountedObject(counter, "mock", parts: one.map { $0.run { [leaf.resolve()] } } ?? [])
      }
    }
    _ = one?.run { part.resolve() }
    #expect(counter.alive == 3)

    first = nil
    second = nil

    #expect(one == nil && two == nil)
    #expect(counter.alive == 0)
  }

}

/// An object that may stop to consume.
@MainActor private final class Client {
  var part: Owner<CountedObject>?

  init(_ injection: Injection<CountedObject>) {
    part = Owner(injection)
  }
}
