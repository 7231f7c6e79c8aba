import Testing
import Vial

/// After its consumers, tasks and holders are gone a scope is gone, with everything (rule 22).
@MainActor struct OverrideScopeReleaseTests {
  private nonisolated static let kinds = [OverrideScope.Kind.inheriting, .isolated]

  let tally = Tally()

  /// A few turns for tasks that are over to let go of what they carried.
  private func settle(while isAlive: () -> Bool) async {
    for _ in 0..<1000 where isAlive() { await Task.yield() }
  }

  @Test(arguments: kinds)
  func aScopeThatNobodyKnowsGoesAtItsEnd(kind: OverrideScope.Kind) {
    weak var scope: OverrideScope?
    let injection = Injection(strategy: .singleton, instance: Probe(tally))

    withOverrideScope(kind) {
      scope = OverrideScope.current
      injection.override(with: { Probe(tally, "mock", parts: [$0.resolve()]) })
      #expect(injection.resolve().name == "mock")
      #expect(scope != nil)
    }

    #expect(scope == nil)
    #expect(tally.alive == 0)
  }

  @Test(arguments: kinds)
  func whatIsProvidedBelowAnOverrideIsReleasedAtTheEnd(kind: OverrideScope.Kind) {
    let required = Injection<Probe>.required("a probe")

    let held = withOverrideScope(kind) {
      required.provide(with: Probe(tally, "provided"))
      #expect(required.resolve().name == "provided")
      required.override(with: Probe(tally, "mock"))
      #expect(required.resolve().name == "mock")
      #expect(tally.alive == 2)
      return OverrideScope.current
    }

    #expect(tally.alive == 0)
    #expect(held?.run { required.resolve().name } == "mock")
  }

  @Test(arguments: kinds)
  func aScopeGoesWithTheLastConsumerThatWasMadeInIt(kind: OverrideScope.Kind) {
    weak var scope: OverrideScope?
    let injection = Injection(strategy: .singleton, instance: Probe(tally))
    var models = withOverrideScope(kind) {
      scope = OverrideScope.current
      let mock = Probe(tally, "mock")
      injection.override(with: mock)
      return [Owner(injection), Owner(injection)]
    }

    #expect(models.last?.value.name == "mock")
    models.removeFirst()
    #expect(scope != nil)
    #expect(tally.alive == 1)
    models = []

    #expect(models.isEmpty)
    #expect(scope == nil)
    #expect(tally.alive == 0)
  }

  @Test func aScopeGoesWithTheLastTaskThatRunsInIt() async {
    weak var scope: OverrideScope?
    let injection = Injection(strategy: .singleton, instance: Probe(tally))
    let gate = AsyncStream.makeStream(of: Void.self)
    let task = withOverrideScope(.isolated) {
      scope = OverrideScope.current
      injection.override(with: Probe(tally, "mock"))
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
    #expect(tally.alive == 0)
  }

  @Test(arguments: kinds)
  func everyOverrideOfAScopeLetsGoOfItsInstanceAtItsEnd(kind: OverrideScope.Kind) {
    let injection = Injection(strategy: .singleton, instance: Probe(tally))
    let scope = OverrideScope(kind)
    scope.run {
      for number in 0..<4 {
        injection.override(with: Probe(tally, "\(number)"))
        #expect(injection.resolve().name == "\(number)")
      }
    }
    #expect(tally.alive == 4)

    scope.end()

    #expect(tally.alive == 0)
    #expect(scope.run { injection.overrideCount } == 4)
  }

  /// One of them was kept before the other instance, and one after it.
  @Test(arguments: kinds)
  func whatDiesAtTheEndFindsEveryInstanceGone(kind: OverrideScope.Kind) {
    let found = Box<[Int]>([])
    let kept = Injection(strategy: .singleton, instance: Probe(tally))
    let dying = (0..<2).map { _ in
      Injection(
        strategy: .singleton,
        instance: Farewell { found.content.append(kept.resolve().serial) }
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
    #expect(tally.alive == 0)
  }

  @Test(arguments: kinds)
  func aHeldScopeGoesWithItsHolder(kind: OverrideScope.Kind) {
    weak var gone: OverrideScope?
    let injection = Injection(strategy: .singleton, instance: Probe(tally))
    var scope: OverrideScope? = OverrideScope(kind)
    gone = scope
    scope?.run {
      injection.override(with: { Probe(tally, "mock", parts: [$0.resolve()]) })
      #expect(injection.resolve().name == "mock")
    }
    #expect(gone != nil)
    #expect(tally.alive == 2)

    scope = nil

    #expect(scope == nil)
    #expect(gone == nil)
    #expect(tally.alive == 0)
  }

  @Test(arguments: Strategies.all)
  func cachedInstancesThatConsumeDoNotKeepTheirScope(strategy: InjectionStrategy) {
    weak var scope: OverrideScope?
    let part = Injection(strategy: strategy, instance: Probe(tally))
    let models = Injection(strategy: strategy, instance: Owner(part))
    let model = withOverrideScope(.isolated) {
      scope = OverrideScope.current
      part.override(with: Probe(tally, "mock"))
      #expect(models.resolve().value.name == "mock")
      #expect(scope != nil)
      return Box<Owner<Owner<Probe>>?>(Owner(models))
    }

    #expect(model.content?.value.value.name == "mock")
    model.content = nil

    #expect(scope == nil)
    #expect(tally.alive == 0)
  }

  @Test func aConsumerInAnInstanceThatWasBuiltLateGoesWithIt() {
    weak var scope: OverrideScope?
    let part = Injection(strategy: .singleton, instance: Probe(tally))
    let models = Injection(strategy: .onDemand, instance: Owner(part))
    var outer: Owner<Owner<Probe>>? = withOverrideScope {
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
    #expect(tally.alive == 0)
  }

  @Test(arguments: Strategies.all)
  func aMockThatTheOverridesExpressionMakesMayConsume(strategy: InjectionStrategy) {
    weak var scope: OverrideScope?
    let part = Injection(strategy: .singleton, instance: Probe(tally))
    let models = Injection(strategy: strategy, instance: Owner(part))
    let model = withOverrideScope(.isolated) {
      scope = OverrideScope.current
      part.override(with: Probe(tally, "mock part"))
      models.override(with: Owner(part))
      #expect(models.resolve().value.name == "mock part")
      #expect(scope != nil)
      return Box<Owner<Owner<Probe>>?>(Owner(models))
    }

    #expect(model.content?.value.value.name == "mock part")
    model.content = nil

    #expect(scope == nil)
    #expect(tally.alive == 0)
  }

  @Test func aMockThatWasMadeBeforeItsOverrideAndConsumesKeepsItsScope() {
    weak var scope: OverrideScope?
    weak var mock: Client?
    let part = Injection(strategy: .singleton, instance: Probe(tally))
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
    let injection = Injection(strategy: .singleton, instance: Probe(tally))
    var inner: OverrideScope? = withOverrideScope(kind) {
      outer = OverrideScope.current
      injection.override(with: Probe(tally, "mock"))
      return OverrideScope()
    }
    gone = inner

    #expect(inner?.run { injection.resolve().name } == "mock")
    #expect(outer != nil)
    inner = nil

    #expect(inner == nil)
    #expect(gone == nil)
    #expect(outer == nil)
    #expect(tally.alive == 0)
  }

  @Test func tokensAndCheckpointsKeepNothingAlive() {
    weak var scope: OverrideScope?
    let injection = Injection(strategy: .singleton, instance: Probe(tally))
    let required = Injection<Probe>.required("a probe")
    let (token, provision, checkpoint) = withOverrideScope(.isolated) {
      scope = OverrideScope.current
      let mocks = (Probe(tally, "mock"), Probe(tally, "provided"))
      let token = injection.override(with: mocks.0)
      let provision = required.provide(with: mocks.1)
      #expect(scope != nil)
      #expect(tally.alive == 2)
      #expect(token.isActive)
      return (token, provision, Overrides.checkpoint())
    }

    #expect(scope == nil)
    #expect(tally.alive == 0)
    #expect(!token.isActive)
    #expect(!token.rollback())
    #expect(!provision.withdraw())
    Overrides.rollback(to: checkpoint)
  }

  @Test func aCheckpointOfAScopeThatIsGoneLeavesWhatIsOutside() {
    let injection = Injection(strategy: .singleton, instance: "live")
    let checkpoint = withOverrideScope { Overrides.checkpoint() }
    let token = injection.override(with: "mock")
    defer { token.rollback() }

    Overrides.rollback(to: checkpoint)

    #expect(injection.resolve() == "mock")
    withOverrideScope {
      injection.override(with: "inside")
      Overrides.rollback(to: checkpoint)
      #expect(injection.resolve() == "inside")
    }
  }

  @Test(arguments: kinds)
  func whatDiesWithAScopeThatWasNotEndedFindsItOver(kind: OverrideScope.Kind) {
    let api = Injection(strategy: .singleton, instance: Probe(tally))
    let session = Injection<Probe>.required("a session")
    let answers = Box<[Bool]>([])
    let farewell = Box<(@MainActor () -> Void)?>(nil)
    let goodbye = Injection(strategy: .singleton, instance: Farewell { farewell.content?() })
    var scope: OverrideScope? = OverrideScope(kind)

    scope?.run {
      let override = api.override(with: Probe(tally, "mock"))
      let provision = session.provide(with: Probe(tally, "session"))
      let checkpoint = Overrides.checkpoint()
      farewell.content = {
        Overrides.rollback(to: checkpoint)
        answers.content += [override.isActive, override.rollback(), provision.withdraw()]
      }
      _ = (api.resolve(), session.resolve(), goodbye.resolve())
    }
    scope = nil

    #expect(scope == nil)
    #expect(answers.content == [false, false, false])
    #expect(tally.alive == 0)
  }

  @Test func manyScopesLeaveNothing() {
    let injections = (0..<10).map {
      Injection(strategy: .singleton, instance: Probe(tally, "\($0)"))
    }
    var models: [Owner<Probe>] = []

    for turn in 0..<200 {
      models += withOverrideScope(turn.isMultiple(of: 2) ? .isolated : .inheriting) {
        for injection in injections { injection.override(with: Probe(tally, "\(turn)")) }
        return injections.map { Owner($0) }
      }
    }

    for (index, model) in models.enumerated() where model.value.name != "\(index / 10)" {
      Issue.record("model \(index) has \(model.value.name)")
    }
    #expect(tally.alive == models.count)
    models = []
    #expect(tally.alive == 0)
  }
}

/// An object that may stop to consume.
@MainActor private final class Client {
  var part: Owner<Probe>?

  init(_ injection: Injection<Probe>) {
    part = Owner(injection)
  }
}
