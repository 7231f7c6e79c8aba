import Testing
import Vial

/// A scope is deallocated with its consumers, its tasks and its other owners (rule 21).
@MainActor struct ScopeLifetimeTests {
  let counter = InstanceCounter()

  /// Yields until finished tasks have released their task-local values.
  private func settle(while isAlive: () -> Bool) async {
    for _ in 0..<1000 where isAlive() { await Task.yield() }
  }

  // MARK: Owners

  @Test(arguments: OverrideScope.Kind.all)
  func scopeWithoutMembersIsDeallocatedAtItsEnd(kind: OverrideScope.Kind) {
    weak var scope: OverrideScope?
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))

    withOverrideScope(kind) {
      scope = OverrideScope.current
      injection.override(with: { CountedObject(counter, "mock", parts: [$0.resolve()]) })
      expectEqual(injection.resolve().name, "mock")
      expect(scope != nil)
    }

    expect(scope == nil)
    expectEqual(counter.alive, 0)
  }

  @Test(arguments: OverrideScope.Kind.all)
  func scopeIsDeallocatedWithItsLastConsumer(kind: OverrideScope.Kind) {
    weak var scope: OverrideScope?
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    var models = withOverrideScope(kind) {
      scope = OverrideScope.current
      let mock = CountedObject(counter, "mock")
      injection.override(with: mock)
      return [Owner(injection), Owner(injection)]
    }

    expectEqual(models.last?.value.name, "mock")
    models.removeFirst()
    expect(scope != nil)
    expectEqual(counter.alive, 1)
    models = []

    expect(models.isEmpty)
    expect(scope == nil)
    expectEqual(counter.alive, 0)
  }

  @Test func scopeIsDeallocatedWithItsLastTask() async {
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

    expect(scope != nil)
    gate.continuation.finish()
    expectEqual(await task.value, "mock")
    await settle { scope != nil }

    expect(scope == nil)
    expectEqual(counter.alive, 0)
  }

  @Test(arguments: OverrideScope.Kind.all)
  func scopeIsDeallocatedWithItsLastReference(kind: OverrideScope.Kind) {
    weak var gone: OverrideScope?
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    var scope: OverrideScope? = OverrideScope(kind)
    gone = scope
    scope?.run {
      injection.override(with: { CountedObject(counter, "mock", parts: [$0.resolve()]) })
      expectEqual(injection.resolve().name, "mock")
    }
    expect(gone != nil)
    expectEqual(counter.alive, 2)

    scope = nil

    expect(scope == nil)
    expect(gone == nil)
    expectEqual(counter.alive, 0)
  }

  @Test(arguments: OverrideScope.Kind.all)
  func innerScopeRetainsTheOuterScope(kind: OverrideScope.Kind) {
    weak var outer: OverrideScope?
    weak var gone: OverrideScope?
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    var inner: OverrideScope? = withOverrideScope(kind) {
      outer = OverrideScope.current
      injection.override(with: CountedObject(counter, "mock"))
      return OverrideScope()
    }
    gone = inner

    expectEqual(inner?.run { injection.resolve().name }, "mock")
    expect(outer != nil)
    inner = nil

    expect(inner == nil)
    expect(gone == nil)
    expect(outer == nil)
    expectEqual(counter.alive, 0)
  }

  @Test func tokensRetainNeitherScopesNorInstances() {
    weak var scope: OverrideScope?
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let required = Injection<CountedObject>.required("an object")
    let (token, provision) = withOverrideScope(.isolated) {
      scope = OverrideScope.current
      let mocks = (CountedObject(counter, "mock"), CountedObject(counter, "provided"))
      let token = injection.override(with: mocks.0)
      let provision = required.provide(with: mocks.1)
      expect(scope != nil)
      expectEqual(counter.alive, 2)
      expect(token.isActive)
      return (token, provision)
    }

    expect(scope == nil)
    expectEqual(counter.alive, 0)
    expect(!token.isActive)
    expect(!token.rollback())
    expect(!provision.withdraw())
  }

  @Test(arguments: OverrideScope.Kind.all)
  func deinitializersOfADeallocatedScopeCannotRollBackOrWithdraw(kind: OverrideScope.Kind) {
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

    expect(scope == nil)
    expectEqual(answers.content, [false, false, false])
    expectEqual(counter.alive, 0)
  }

  @Test func manyScopesReleaseTheirInstances() {
    let injections = (0..<20).map { index in
      Injection(
        strategy: [.singleton, .shared, .onDemand][index % 3],
        instance: CountedObject(counter, "\(index)")
      )
    }

    for turn in 0..<TestSize.of(4, thorough: 50) {
      withOverrideScope(turn.isMultiple(of: 2) ? .isolated : .inheriting) {
        for injection in injections {
          injection.override(with: { CountedObject(counter, "mock", parts: [$0.resolve()]) })
        }
        for injection in injections { expectEqual(injection.resolve().name, "mock") }
      }
    }

    expectEqual(counter.alive, 0)
    expect(OverrideScope.current.isGlobal)
  }

  @Test func consumersOfManyScopesReleaseTheirInstances() {
    let injections = (0..<10).map {
      Injection(strategy: .singleton, instance: CountedObject(counter, "\($0)"))
    }
    var models: [Owner<CountedObject>] = []

    for turn in 0..<TestSize.of(20, thorough: 200) {
      models += withOverrideScope(turn.isMultiple(of: 2) ? .isolated : .inheriting) {
        for injection in injections { injection.override(with: CountedObject(counter, "\(turn)")) }
        return injections.map { Owner($0) }
      }
    }

    for (index, model) in models.enumerated() where model.value.name != "\(index / 10)" {
      Issue.record("model \(index) has \(model.value.name)")
    }
    expectEqual(counter.alive, models.count)
    models = []
    expectEqual(counter.alive, 0)
  }

  @Test func scopesWhoseReplacementsCaptureEachOtherAreDeallocated() {
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
    expectEqual(counter.alive, 3)

    first = nil
    second = nil

    expect(one == nil && two == nil)
    expectEqual(counter.alive, 0)
  }

  // MARK: Instances with a consumer

  @Test(arguments: Strategies.all)
  func cachedInstanceWithAConsumerDoesNotRetainItsEndedScope(strategy: InjectionStrategy) {
    weak var scope: OverrideScope?
    let part = Injection(strategy: strategy, instance: CountedObject(counter))
    let models = Injection(strategy: strategy, instance: Owner(part))
    let model = withOverrideScope(.isolated) {
      scope = OverrideScope.current
      part.override(with: CountedObject(counter, "mock"))
      expectEqual(models.resolve().value.name, "mock")
      expect(scope != nil)
      return Box<Owner<Owner<CountedObject>>?>(Owner(models))
    }

    expectEqual(model.content?.value.value.name, "mock")
    model.content = nil

    expect(scope == nil)
    expectEqual(counter.alive, 0)
  }

  @Test func lateInstanceWithAConsumerRetainsItsScope() {
    weak var scope: OverrideScope?
    let part = Injection(strategy: .singleton, instance: CountedObject(counter))
    let models = Injection(strategy: .onDemand, instance: Owner(part))
    var outer: Owner<Owner<CountedObject>>? = withOverrideScope {
      scope = OverrideScope.current
      return Owner(models)
    }
    var inner = outer?.value

    outer = nil
    expect(outer == nil)
    expectEqual(inner?.value.serial, 1)
    expect(scope != nil)
    inner = nil

    expect(inner == nil)
    expect(scope == nil)
    expectEqual(counter.alive, 0)
  }

  @Test(arguments: Strategies.all)
  func replacementBuiltByItsOverrideCanHaveAConsumer(strategy: InjectionStrategy) {
    weak var scope: OverrideScope?
    let part = Injection(strategy: .singleton, instance: CountedObject(counter))
    let models = Injection(strategy: strategy, instance: Owner(part))
    let model = withOverrideScope(.isolated) {
      scope = OverrideScope.current
      part.override(with: CountedObject(counter, "mock part"))
      models.override(with: Owner(part))
      expectEqual(models.resolve().value.name, "mock part")
      expect(scope != nil)
      return Box<Owner<Owner<CountedObject>>?>(Owner(models))
    }

    expectEqual(model.content?.value.value.name, "mock part")
    model.content = nil

    expect(scope == nil)
    expectEqual(counter.alive, 0)
  }

  @Test func replacementWithAConsumerBuiltBeforeItsOverrideRetainsTheScope() {
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

    expect(scope != nil)
    mock?.part = nil
    expect(scope == nil)
    expect(mock == nil)
  }
}

/// A scope retains only the injections that have an override, an implementation or an instance in it (rules 11 and 29).
@MainActor struct OverrideScopeMemoryTests {
  let counter = InstanceCounter()

  @Test func endedScopeDoesNotRetainAnInjectionWithAConsumerOfTheScope() {
    weak var scope: OverrideScope?
    let part = Injection(strategy: .singleton, instance: CountedObject(counter))

    withOverrideScope {
      scope = OverrideScope.current
      let owner = Owner(part)
      let injection = Injection(strategy: .shared) { owner }
      expect(injection.resolve() === owner)
    }

    expect(scope == nil)
  }

  @Test func resolvingInAnEndedScopeDoesNotRetainTheInjection() {
    weak var gone: OverrideScope?
    let part = Injection(strategy: .singleton, instance: CountedObject(counter))

    do {
      let scope = OverrideScope()
      gone = scope
      let owner = scope.run { Owner(part) }
      let injection = Injection(strategy: .singleton) { owner }
      _ = injection.resolve()
      scope.end()
      expect(scope.run { injection.resolve() } === owner)
    }

    expect(gone == nil)
  }

  @Test func overridingInAnEndedScopeDoesNotRetainTheInjection() {
    weak var gone: OverrideScope?
    let part = Injection(strategy: .singleton, instance: CountedObject(counter))

    do {
      let scope = OverrideScope()
      gone = scope
      let owner = scope.run { Owner(part) }
      let injection = Injection(strategy: .singleton) { owner }
      scope.end()
      scope.run { _ = injection.override(with: owner) }
    }

    expect(gone == nil)
  }

  @Test func openScopeReleasesUnusedInjections() {
    let scope = OverrideScope()

    scope.run {
      do {
        let probe = CountedObject(counter)
        _ = Injection(strategy: .shared) { probe.serial }.resolve()
      }
      for number in 0..<100 { _ = Injection(strategy: .shared, instance: number).resolve() }
    }

    expectEqual(counter.alive, 0)
    scope.end()
  }

  // MARK: Keys

  private func makeKey(_ part: Injection<CountedObject>) -> ConsumerKey { ConsumerKey(owner: Owner(part)) }

  @Test func familyForgetsAKeyWithAConsumerOfAnEndedScope() {
    weak var scope: OverrideScope?
    let part = Injection(strategy: .singleton, instance: CountedObject(counter))
    let family = InjectionFamily<ConsumerKey, CountedObject>(strategy: .shared) { [counter] _ in
      CountedObject(counter)
    }

    withOverrideScope {
      scope = OverrideScope.current
      _ = family.resolve(makeKey(part))
    }
    for _ in 0..<100 { _ = family.resolve(makeKey(part)) }

    expect(scope == nil)
  }

  @Test(arguments: [InjectionStrategy.shared, .onDemand], 0...TestSize.of(1, thorough: 6))
  func familyForgetsUnusedKeysInNestedScopes(strategy: InjectionStrategy, depth: Int) {
    let lives = InstanceCounter()
    let family = InjectionFamily<CountedKey, CountedObject>(strategy: strategy) { [counter] in
      CountedObject(counter, "\($0.number)")
    }
    var most = 0
    /// Resolves many keys in each of several nested scopes.
    func resolveKeys(levels: Int) {
      for number in 0..<TestSize.of(150, thorough: 300) {
        _ = family.resolve(CountedKey(1_000 * levels + number, lives))
        most = max(most, lives.alive)
      }
      if levels > 0 { withOverrideScope(.isolated) { resolveKeys(levels: levels - 1) } }
    }

    resolveKeys(levels: depth)

    expectEqual(counter.alive, 0)
    expect(most <= 64 + 32 * depth)
  }

  // MARK: Strategies

  /// The deinitializer of an object that the strategy captured can resolve.
  @Test(arguments: [0, 1, 2])
  func rollbackReleasesObjectsCapturedByTheStrategyOfTheOverride(resolves: Int) {
    let found = Box<[Int]>([])
    let injection = Injection(strategy: .singleton, instance: 1)

    withOverrideScope {
      var onDeinit: OnDeinit? = OnDeinit { found.content.append(injection.resolve()) }
      let token = injection.override(
        with: 2,
        strategy: .cached { [onDeinit] in { onDeinit != nil } }
      )
      onDeinit = nil
      for _ in 0..<resolves { expectEqual(injection.resolve(), 2) }
      token.rollback()
      expectEqual(found.content, [1])
    }
  }

  @Test func rollbackReleasesObjectsCapturedByTheStrategyOfAnOuterOverride() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let scope = OverrideScope()
    let token = override(injection)
    _ = injection.resolve()
    _ = scope.run { injection.resolve() }
    expectEqual(counter.alive, 2)

    token.rollback()

    expectEqual(counter.alive, 0)
    scope.end()
  }

  @Test func rollbackDuringABuildReleasesObjectsCapturedByTheStrategy() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let below = override(injection)
    let above = Box<Override?>(nil)
    let alive = Box<Int?>(nil)
    above.content = injection.override { [counter] in
      above.content?.rollback()
      below.rollback()
      alive.content = counter.alive
      return CountedObject(counter)
    }

    _ = injection.resolve()

    expectEqual(alive.content, 0)
  }

  private func override(_ injection: Injection<CountedObject>) -> Override {
    let captured = CountedObject(counter)
    return injection.override(
      with: CountedObject(counter, "mock"),
      strategy: .cached { { captured.name == "live" } }
    )
  }

  @Test func withdrawalReleasesObjectsCapturedByTheStrategy() {
    let found = Box<[Int]>([])
    let required = Injection<Int>.required("a number")

    withOverrideScope {
      var onDeinit: OnDeinit? = OnDeinit { found.content.append(1) }
      let provision = required.provide(
        with: 2,
        strategy: .cached { [onDeinit] in { onDeinit != nil } }
      )
      onDeinit = nil
      for _ in 0..<2 { expectEqual(required.resolve(), 2) }
      provision.withdraw()
      expectEqual(found.content, [1])
    }
  }

  @Test func withdrawalOutsideReleasesObjectsCapturedByTheStrategy() {
    let required = Injection<CountedObject>.required("an object")
    let outer = OverrideScope(.isolated)
    let inner = outer.run { OverrideScope() }
    let provision = outer.run { provide(required) }
    _ = outer.run { required.resolve() }
    _ = inner.run { required.resolve() }

    provision.withdraw()

    expectEqual(counter.alive, 0)
    inner.end()
    outer.end()
  }

  private func provide(_ required: Injection<CountedObject>) -> Provision {
    let captured = CountedObject(counter)
    return required.provide(
      with: CountedObject(counter),
      strategy: .cached { { captured.name == "live" } }
    )
  }
}

/// Chains of many nested scopes.
@MainActor struct DeepScopeTests {
  nonisolated static let depth = 4_000

  /// Opens nested scopes and returns the innermost scope, which is the only scope that is retained.
  private func makeChain() -> OverrideScope {
    var innermost = OverrideScope()
    for _ in 1..<Self.depth { innermost = innermost.run { OverrideScope() } }
    return innermost
  }

  @Test func replacementIsReusedThrough4000NestedScopes() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(InstanceCounter()))

    withOverrideScope(.isolated) {
      injection.override(with: CountedObject(InstanceCounter(), "outermost"))
      let outside = injection.resolve()
      let chain = makeChain()
      expect(chain.run { injection.resolve() } === outside)
    }
  }
}

/// An object that can release its consumer.
@MainActor private final class Client {
  var part: Owner<CountedObject>?

  init(_ injection: Injection<CountedObject>) {
    part = Owner(injection)
  }
}

/// A key that counts its live copies.
private struct CountedKey: Hashable {
  let number: Int
  private let life: CountedObject

  init(_ number: Int, _ lives: InstanceCounter) {
    self.number = number
    life = CountedObject(lives)
  }

  static func == (lhs: CountedKey, rhs: CountedKey) -> Bool { lhs.number == rhs.number }
  func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

/// A key with a consumer, which equals only itself.
private struct ConsumerKey: Hashable {
  let owner: Owner<CountedObject>

  static func == (lhs: ConsumerKey, rhs: ConsumerKey) -> Bool { lhs.owner === rhs.owner }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(owner)) }
}
