import Testing
import Vial

/// A scope is deallocated with its consumers, its tasks and its other owners (rule 21).
@MainActor struct ScopeLifetimeTests {
  let counter = InstanceCounter()

  // MARK: Owners

  @Test func scopeIsDeallocatedWithItsLastOwner() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    for kind in OverrideScope.Kind.all {
      weak var scope: OverrideScope?
      func expectDeallocated(_ owner: String) {
        expect(scope == nil, "\(kind), \(owner)")
        expectEqual(counter.alive, 0, "\(kind), \(owner)")
      }
      /// Uses the scope, whose replacements contain the instance that they replace.
      func useScope() {
        scope = OverrideScope.current
        injection.override(with: { CountedObject(counter, "mock", parts: [$0.resolve()]) })
        expectEqual(injection.resolve().name, "mock", "\(kind)")
      }

      withOverrideScope(kind) { useScope() }
      expectDeallocated("the block")

      var reference: OverrideScope? = OverrideScope(kind)
      reference?.run { useScope() }
      expect(scope != nil, "\(kind)")
      reference = nil
      expectDeallocated("the reference")

      var inner: OverrideScope? = withOverrideScope(kind) {
        useScope()
        return OverrideScope()
      }
      expectEqual(inner?.run { injection.resolve().name }, "mock", "\(kind)")
      expect(scope != nil, "\(kind)")
      inner = nil
      expectDeallocated("the inner scope")

      var models = withOverrideScope(kind) {
        useScope()
        return [Owner(injection), Owner(injection)]
      }
      expectEqual(models.last?.value.name, "mock", "\(kind)")
      models.removeFirst()
      expect(scope != nil, "\(kind)")
      models = []
      expect(models.isEmpty)
      expectDeallocated("the last consumer")
    }
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
    // Finished tasks release their task-local values later.
    for _ in 0..<1000 where scope != nil { await Task.yield() }

    expect(scope == nil)
    expectEqual(counter.alive, 0)
  }

  @Test func tokensOfADeallocatedScopeHaveNoEffectAndRetainNothing() {
    let api = Injection(strategy: .singleton, instance: CountedObject(counter))
    let session = Injection<CountedObject>.required("a session")
    let answers = Box<[Bool]>([])
    let onDeinit = Box<(@MainActor () -> Void)?>(nil)
    let goodbye = Injection(strategy: .singleton, instance: OnDeinit { onDeinit.content?() })
    var scope: OverrideScope? = OverrideScope()
    weak let gone = scope

    scope?.run {
      // The closures of the override and of the implementation retain these objects.
      let replacements = (CountedObject(counter, "mock"), CountedObject(counter, "session"))
      let override = api.override(with: replacements.0)
      let provision = session.provide(with: replacements.1)
      onDeinit.content = {
        answers.content += [override.isActive, override.rollback(), provision.withdraw()]
      }
      _ = (api.resolve(), session.resolve(), goodbye.resolve())
      expect(override.isActive)
    }
    scope = nil

    expect(gone == nil)
    expectEqual(answers.content, [false, false, false])
    expectEqual(counter.alive, 0)
    onDeinit.content?()
    expectEqual(answers.content, Array(repeating: false, count: 6))
  }

  @Test func scopesWhoseReplacementsCaptureEachOtherAreDeallocated() {
    var first: OverrideScope? = OverrideScope(.isolated)
    var second: OverrideScope? = OverrideScope(.isolated)
    let part = Injection(strategy: .singleton, instance: CountedObject(counter, "part"))
    let other = Injection(strategy: .singleton, instance: CountedObject(counter, "other"))
    weak let one = first
    weak let two = second
    one?.run {
      _ = part.override { [counter] in
        CountedObject(counter, "mock", parts: two.map { $0.run { [other.resolve()] } } ?? [])
      }
    }
    two?.run {
      _ = other.override { [counter] in
        CountedObject(counter, "mock", parts: one.map { $0.run { [CountedObject(counter)] } } ?? [])
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

  @Test func cachedInstanceWithAConsumerDoesNotRetainItsEndedScope() {
    for (strategy, isReplaced) in Strategies.all.flatMap({ [($0, false), ($0, true)] }) {
      weak var scope: OverrideScope?
      let part = Injection(strategy: strategy, instance: CountedObject(counter))
      let models = Injection(strategy: strategy, instance: Owner(part))
      let model = withOverrideScope(.isolated) {
        scope = OverrideScope.current
        part.override(with: CountedObject(counter, "mock"))
        if isReplaced { models.override(with: Owner(part)) }
        expectEqual(models.resolve().value.name, "mock", "\(strategy)")
        expect(scope != nil, "\(strategy)")
        return Box<Owner<Owner<CountedObject>>?>(Owner(models))
      }

      expectEqual(model.content?.value.value.name, "mock", "\(strategy)")
      model.content = nil

      expect(scope == nil, "\(strategy), replaced: \(isReplaced)")
      expectEqual(counter.alive, 0, "\(strategy), replaced: \(isReplaced)")
    }
  }

  @Test func instanceOutsideTheCacheWithAConsumerRetainsItsScope() {
    typealias Model = Box<Owner<CountedObject>?>
    weak var scope: OverrideScope?
    let part = Injection(strategy: .singleton, instance: CountedObject(counter))
    let models = Injection(strategy: .onDemand, instance: Model(Owner(part)))

    // An instance that is built after the end.
    var outer: Owner<Model>? = withOverrideScope {
      scope = OverrideScope.current
      return Owner(models)
    }
    var inner = outer?.value
    outer = nil
    expect(outer == nil)
    expectEqual(inner?.content?.value.serial, 1)
    expect(scope != nil)
    inner = nil
    expect(scope == nil)
    expectEqual(counter.alive, 0)

    // A replacement that is built before its override.
    weak var mock: Model?
    withOverrideScope {
      scope = OverrideScope.current
      let model = Model(Owner(part))
      mock = model
      models.override(with: model)
    }
    expect(scope != nil)
    mock?.content = nil
    expect(scope == nil && mock == nil)
  }
}

/// A scope retains only the injections that have an override, an implementation or an instance in it (rules 11 and 29).
@MainActor struct OverrideScopeMemoryTests {
  let counter = InstanceCounter()

  @Test func endedScopeDoesNotRetainAnInjectionWithAConsumerOfTheScope() {
    enum Use: CaseIterable { case resolveBeforeTheEnd, resolveAnInstanceOutside, override }
    for use in Use.allCases {
      weak var gone: OverrideScope?
      let part = Injection(strategy: .singleton, instance: CountedObject(counter))
      do {
        let scope = OverrideScope()
        gone = scope
        let owner = scope.run { Owner(part) }
        let injection = Injection(strategy: .singleton) { owner }
        if use == .resolveBeforeTheEnd { _ = scope.run { injection.resolve() } }
        if use == .resolveAnInstanceOutside { _ = injection.resolve() }
        scope.end()
        switch use {
        case .resolveBeforeTheEnd: break
        case .resolveAnInstanceOutside: expect(scope.run { injection.resolve() } === owner)
        case .override: scope.run { _ = injection.override(with: owner) }
        }
      }
      expect(gone == nil, "\(use)")
    }
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

  @Test func familyForgetsAKeyWithAConsumerOfAnEndedScope() {
    weak var scope: OverrideScope?
    let part = Injection(strategy: .singleton, instance: CountedObject(counter))
    let family = InjectionFamily<ConsumerKey, CountedObject>(strategy: .shared) { [counter] _ in
      CountedObject(counter)
    }

    withOverrideScope {
      scope = OverrideScope.current
      _ = family.resolve(ConsumerKey(owner: Owner(part)))
    }
    for _ in 0..<100 { _ = family.resolve(ConsumerKey(owner: Owner(part))) }

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

  /// A strategy whose check captures an object.
  private func capturingStrategy(_ onDeinit: @escaping @MainActor () -> Void = {}) -> InjectionStrategy {
    let captured = (CountedObject(counter), OnDeinit(onDeinit))
    return .cached { { captured.0.name == "live" } }
  }

  /// The deinitializer of an object that the strategy captured can resolve.
  @Test func rollbackAndWithdrawalReleaseObjectsCapturedByTheStrategy() {
    let injection = Injection(strategy: .singleton, instance: 1)
    let required = Injection<Int>.required("a number")
    var found: [Int] = []
    for resolves in 0...2 {
      withOverrideScope {
        let token = injection.override(with: 2, strategy: capturingStrategy { found.append(injection.resolve()) })
        let provision = required.provide(with: 3, strategy: capturingStrategy { found.append(4) })
        for _ in 0..<resolves { expectEqual([injection.resolve(), required.resolve()], [2, 3]) }
        token.rollback()
        provision.withdraw()
        expectEqual(found, [1, 4], "after \(resolves) resolves")
        expectEqual(counter.alive, 0, "after \(resolves) resolves")
        found = []
      }
    }
  }

  @Test func rollbackAndWithdrawalOutsideReleaseObjectsCapturedByTheStrategy() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let required = Injection<CountedObject>.required("an object")
    let outer = OverrideScope(.isolated)
    let inner = outer.run { OverrideScope() }
    let (token, provision) = outer.run {
      (
        injection.override(with: CountedObject(counter), strategy: capturingStrategy()),
        required.provide(with: CountedObject(counter), strategy: capturingStrategy())
      )
    }
    for scope in [outer, inner] { scope.run { _ = (injection.resolve(), required.resolve()) } }
    expectEqual(counter.alive, 4)

    // The rollback also evicts the instance of the implementation, which was cached while the override was in force.
    token.rollback()
    expectEqual(counter.alive, 1)
    provision.withdraw()

    expectEqual(counter.alive, 0)
    inner.end()
    outer.end()
  }

  @Test func rollbackDuringABuildReleasesObjectsCapturedByTheStrategy() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let below = injection.override(with: CountedObject(counter), strategy: capturingStrategy())
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
}

/// Chains of many nested scopes.
@MainActor struct DeepScopeTests {
  @Test func replacementIsReusedThrough4000NestedScopes() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(InstanceCounter()))

    withOverrideScope(.isolated) {
      injection.override(with: CountedObject(InstanceCounter(), "outermost"))
      let outside = injection.resolve()
      var innermost = OverrideScope()
      for _ in 1..<4_000 { innermost = innermost.run { OverrideScope() } }
      expect(innermost.run { injection.resolve() } === outside)
    }
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
