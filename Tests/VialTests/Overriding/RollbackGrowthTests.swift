import Testing
import Vial

/// Overriding and rolling back among thousands of overrides, instances and injections.
///
/// The benchmarks under “Growth” count the instructions of these operations. An expectation is much slower than an
/// operation, so loops count their results. These tests leave no override in the global scope, and none of them
/// suspends.
@MainActor @Suite(.serialized) struct RollbackGrowthTests {
  private func run(inScope: Bool, _ body: @MainActor () -> Void) {
    if inScope { withOverrideScope(.isolated) { body() } } else { body() }
  }

  @Test(arguments: RollbackOrder.allCases, [true, false])
  func thousandsOfOverridesCanBeRolledBackInAnyOrder(order: RollbackOrder, inScope: Bool) {
    let injection = Injection(strategy: .singleton, instance: -1)

    run(inScope: inScope) {
      let tokens = (0..<2_000).map { injection.override(with: $0) }
      expectEqual(injection.resolve(), 1_999)
      expectEqual(order.arranged(tokens).count { $0.rollback() }, tokens.count)
      expectEqual(injection.resolve(), -1)
    }
  }

  @Test(arguments: RollbackOrder.allCases, [true, false])
  func overridesOfThousandsOfInjectionsCanBeRolledBackInAnyOrder(order: RollbackOrder, inScope: Bool) {
    let injections = (0..<TestSize.of(400, thorough: 4_000)).map { Injection(strategy: .singleton, instance: $0) }

    run(inScope: inScope) {
      let tokens = injections.map { $0.override(with: -1) }
      expectEqual(order.arranged(tokens).count { $0.rollback() }, tokens.count)
      expect(!injections.contains { $0.isOverridden })
    }
  }

  @Test func rollbacksNewestFirstBuildAndReleaseEachInstanceOnce() {
    let counter = InstanceCounter()
    let part = Injection(strategy: .singleton, instance: CountedObject(counter))
    let wholes = (0..<1_000).map { _ in
      Injection(strategy: .singleton, instance: CountedObject(counter, parts: [part.resolve()]))
    }

    let tokens = wholes.map { whole in
      let token = part.override(with: CountedObject(counter, "mock"))
      _ = whole.resolve()
      return token
    }
    expectEqual(counter.built, 2_000)
    var alive: [Int] = []
    for token in tokens.reversed() {
      token.rollback()
      alive.append(counter.alive)
    }

    expectEqual(alive, tokens.indices.map { 2 * $0 }.reversed())
    expectEqual(counter.built, 2_000)
    expect(wholes.allSatisfy { $0.current == nil })
  }

  @Test func newestOverrideStaysInForceWhileOlderOverridesAreRolledBack() {
    let injection = Injection(strategy: .singleton, instance: -1)
    let tokens = (0..<1_000).map { injection.override(with: $0) }

    let unaffected = tokens.dropLast().count { token in
      token.rollback() && injection.resolve() == 999
    }

    expectEqual(unaffected, 999)
    expectEqual(tokens.last?.rollback(), true)
    expectEqual(injection.resolve(), -1)
  }

  @Test func rollbackInHundredsOfNestedFactoriesPreventsTheirCaching() {
    let counter = InstanceCounter()
    let part = Injection(strategy: .singleton, instance: CountedObject(counter, "part"))
    let next = Box<[Injection<CountedObject>]>([])
    next.content = (0..<300).map { index in
      Injection(strategy: .singleton) {
        let token = part.override(with: CountedObject(counter, "mock"))
        let inner = index == 0 ? part.resolve() : next.content[index - 1].resolve()
        token.rollback()
        return CountedObject(counter, parts: [inner])
      }
    }

    _ = next.content.last?.resolve()

    expect(next.content.allSatisfy { $0.current == nil })
    expectEqual(counter.alive, 0)
    next.content = []
  }

  @Test func rollbackInAFactoryDoesNotAffectOtherScopes() {
    let part = Injection(strategy: .singleton, instance: 1)
    let token = part.override(with: 2)
    let whole = Injection(strategy: .singleton) {
      OverrideScope.global.run { _ = token.rollback() }
      return part.resolve()
    }

    withOverrideScope(.isolated) {
      expectEqual(whole.resolve(), 1)
      expectEqual(whole.current, 1)
    }
  }

  // MARK: Inspecting

  @Test func activeOverridesOfThousandsOfNestedScopesAreListedOldestFirst() {
    let injections = (0..<2_000).map { Injection(strategy: .singleton, instance: $0) }
    var scope = OverrideScope(.isolated)
    var scopes = [scope]
    for _ in injections.dropFirst() {
      scope = scope.run { OverrideScope() }
      scopes.append(scope)
    }
    // Outer scopes have the newest overrides.
    let tokens = zip(injections, scopes.reversed()).map { injection, scope in
      scope.run { injection.override(with: -1) }
    }

    let active = scope.run { Overrides.active }

    expectEqual(active.map(\.callSite), tokens.map(\.callSite))
    expectEqual(active.map(\.declaration), injections.map { $0.declaration })
    expectEqual(active.count { $0.rollback() }, 2_000)
    expect(scope.run { Overrides.active.isEmpty })
    for scope in scopes.reversed() { scope.end() }
  }

  @Test func thousandsOfOverridesAreCountedInTheScopesThatSeeThem() {
    let injection = Injection(strategy: .singleton, instance: -1)
    let tokens = (0..<2_000).map { injection.override(with: $0) }
    defer { injection.rollbackAllOverrides() }

    expectEqual(tokens.count { injection.isOverridden && $0.isActive }, 2_000)
    let counts = [OverrideScope.Kind.inheriting, .fresh, .isolated].map { kind in
      withOverrideScope(kind) { injection.overrideCount }
    }

    expectEqual(counts, [2_000, 2_000, 0])
  }

  @Test func activeOverridesOfManyNestedScopesAreListed() {
    let injection = Injection(strategy: .singleton, instance: -1)
    let tokens = (0..<2_000).map { injection.override(with: $0) }
    defer { injection.rollbackAllOverrides() }
    for index in tokens.indices where index.isMultiple(of: 2) { tokens[index].rollback() }

    func countActiveOverrides(atDepth depth: Int) -> [Int] {
      withOverrideScope {
        injection.override(with: depth)
        let count = Overrides.active.count { $0.callSite.fileID == #fileID }
        return [count] + (depth < 10 ? countActiveOverrides(atDepth: depth + 1) : [])
      }
    }

    expect(countActiveOverrides(atDepth: 1) == (1...10).map { 1_000 + $0 })
  }

  // MARK: Many at once

  @Test func rollbackAllAfterThousandsOfOverridesLeavesNone() {
    let injections = (0..<100).map { Injection(strategy: .singleton, instance: $0) }

    for turn in 0..<40 { for injection in injections { injection.override(with: turn) } }
    for injection in injections.prefix(50) { injection.rollbackAllOverrides() }
    withOverrideScope(.isolated) {
      for turn in 0..<40 { for injection in injections { injection.override(with: turn) } }
      Overrides.rollbackAll()
      expect(Overrides.active.isEmpty)
    }
    Overrides.rollbackAll()

    expect(!injections.contains { $0.isOverridden })
  }

  @Test func clearingAFlowReportsEachOfThousandsOfInjections() {
    let flow = InjectionFlow("flow")
    let injections = (0..<2_000).map { Injection(strategy: .flow(flow), instance: $0) }
    for injection in injections { _ = injection.resolve() }

    let events = events { flow.clear() }

    let cleared: [Int] = events.compactMap { event in
      if case .cleared(_, let declarations) = event { Set(declarations).count } else { nil }
    }
    expectEqual(cleared, [2_000])
    expect(injections.allSatisfy { $0.current == nil })
  }

  @Test func endOfAScopeReleasesTheInstancesOfThousandsOfOverrides() {
    let counter = InstanceCounter()
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let others = (0..<2_000).map { _ in Injection(strategy: .singleton, instance: CountedObject(counter)) }

    withOverrideScope(.isolated) {
      for _ in 0..<2_000 {
        injection.override(with: CountedObject(counter, "mock"))
        _ = injection.resolve()
      }
      for other in others {
        other.override(with: CountedObject(counter, "mock"))
        _ = other.resolve()
      }
      expectEqual(counter.alive, 4_000)
    }

    expectEqual(counter.alive, 0)
    expectEqual(counter.built, 4_000)
  }
}
