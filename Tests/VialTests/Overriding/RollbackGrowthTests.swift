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
  func overridesOfManyInjectionsCanBeRolledBackInAnyOrder(order: RollbackOrder, inScope: Bool) {
    let injection = Injection(strategy: .singleton, instance: -1)
    let injections = (0..<TestSize.of(400, thorough: 4_000)).map { Injection(strategy: .singleton, instance: $0) }

    run(inScope: inScope) {
      let tokens = (0..<2_000).map { injection.override(with: $0) }
      expectEqual(injection.resolve(), 1_999)
      expectEqual(order.arranged(tokens).count { $0.rollback() }, tokens.count)
      expectEqual(injection.resolve(), -1)

      let others = injections.map { $0.override(with: -1) }
      expectEqual(order.arranged(others).count { $0.rollback() }, others.count)
      expect(!injections.contains { $0.isOverridden })

      for injection in injections + injections { injection.override(with: -1) }
      injections[0].rollbackAllOverrides()
      Overrides.rollbackAll()
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

  @Test func rollbackInHundredsOfNestedFactoriesPreventsTheirCaching() {
    let counter = InstanceCounter()
    let part = Injection(strategy: .singleton, instance: CountedObject(counter, "part"))
    let next = Variable<[Injection<CountedObject>]>([])
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
}
