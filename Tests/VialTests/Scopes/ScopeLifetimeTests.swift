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
    let answers = Variable<[Bool]>([])
    let onDeinit = Variable<(@MainActor () -> Void)?>(nil)
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
        return Variable<Owner<Owner<CountedObject>>?>(Owner(models))
      }

      expectEqual(model.content?.value.value.name, "mock", "\(strategy)")
      model.content = nil

      expect(scope == nil, "\(strategy), replaced: \(isReplaced)")
      expectEqual(counter.alive, 0, "\(strategy), replaced: \(isReplaced)")
    }
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
