import Testing
import Vial

/// Rolling back and listing the overrides of all injections.
///
/// These tests leave no override in the global scope, and none of them suspends.
@MainActor @Suite(.serialized) struct OverridesTests {
  let first = Injection(strategy: .singleton, instance: "first")
  let second = Injection(strategy: .singleton, instance: "second")

  enum RollbackMethod: CaseIterable {
    case ofAllInjections
    case ofOneInjection
  }

  @Test(arguments: RollbackMethod.allCases)
  func rollbackAllRollsBackNewestFirst(method: RollbackMethod) {
    let injection = Injection(strategy: .singleton, instance: 0)

    withOverrideScope(.isolated) {
      for line in 1...3 { injection.override(with: -1, fileID: "A.swift", line: UInt(line)) }
      let events = events {
        switch method {
        case .ofAllInjections: Overrides.rollbackAll()
        case .ofOneInjection: injection.rollbackAllOverrides()
        }
      }
      let lines: [Int] = events.compactMap { event in
        if case .rolledBack(let override) = event { override.callSite.line } else { nil }
      }
      expectEqual(lines, [3, 2, 1])
    }
  }

  @Test func rollbackAllRollsBackTheOverridesOfEveryInjection() {
    first.override(with: "mock")
    second.override(with: "mock")
    first.override(with: "another mock")

    Overrides.rollbackAll()

    expectEqual([first.resolve(), second.resolve()], ["first", "second"])
    expect(Overrides.active.isEmpty)
  }

  @Test func rollbackAllWithoutOverridesHasNoEffect() {
    withOverrideScope(.isolated) {
      let events = events { Overrides.rollbackAll() }
      expect(events.isEmpty)
      expectEqual(first.resolve(), "first")
    }
  }

  @Test func rollbackAllInAScopeKeepsTheOverridesOutside() {
    let token = first.override(with: "outside")

    withOverrideScope {
      first.override(with: "inside")
      Overrides.rollbackAll()
      expectEqual(first.resolve(), "outside")
    }

    expect(token.rollback())
  }

  @Test func rollbackAllOutsideAScopeKeepsTheOverridesOfTheScope() {
    first.override(with: "outside")
    let scope = OverrideScope()
    scope.run { _ = second.override(with: "inside") }

    Overrides.rollbackAll()

    expectEqual(scope.run { [first.resolve(), second.resolve()] }, ["first", "inside"])
    scope.end()
  }

  @Test func rollbackAllKeepsAnOverrideMadeByADeinitializer() {
    let injection = Injection<AnyObject>(strategy: .singleton, instance: CountedObject(InstanceCounter()))

    withOverrideScope(.isolated) {
      injection.override(with: OnDeinit { _ = first.override(with: "late") })
      _ = injection.resolve()
      Overrides.rollbackAll()

      expect(!injection.isOverridden)
      expectEqual(first.resolve(), "late")
    }
  }

  @Test func activeOverridesAreListedOldestFirst() {
    withOverrideScope(.isolated) {
      // vial-graph: ignore because the test lists the override
      first.override(with: "mock", fileID: "App/A.swift", line: 1)
      let rolledBack = second.override(with: "mock", fileID: "App/A.swift", line: 2)
      second.override(with: { $0.resolve() }, fileID: "App/A.swift", line: 3)
      // vial-graph: ignore because the test lists the override
      first.override(with: second, fileID: "App/A.swift", line: 4)
      rolledBack.rollback()

      expectEqual(Overrides.active.map(\.callSite.line), [1, 3, 4])
      let files = Set(Overrides.active.map(\.declaration.callSite.fileID))
      expectEqual(files, [#fileID])
      expect(Overrides.active.allSatisfy { $0.isActive })

      Overrides.active[1].rollback()
      expectEqual(Overrides.active.map(\.callSite.line), [1, 4])
      Overrides.rollbackAll()
      expect(Overrides.active.isEmpty)
    }
  }

  @Test func activeOverridesIncludeOnlyOverridesThatTheCurrentScopeSees() {
    func lines() -> [Int] {
      Overrides.active.filter { $0.callSite.fileID == "App/A.swift" }.map(\.callSite.line)
    }
    // vial-graph: ignore because the test lists the override
    let token = first.override(with: "outside", fileID: "App/A.swift", line: 1)
    defer { token.rollback() }

    let seen = [OverrideScope.Kind.inheriting, .fresh, .isolated].map { kind in
      withOverrideScope(kind) {
        // vial-graph: ignore because the test lists the override
        first.override(with: "inside", fileID: "App/A.swift", line: 2)
        return lines()
      }
    }

    expectEqual(seen, [[1, 2], [1, 2], [2]])
    expectEqual(lines(), [1])
  }

  // MARK: Lifetime of an overridden injection

  @Test func rollbackAllReleasesInjectionsRetainedOnlyByTheirOverrides() {
    let counter = InstanceCounter()
    for _ in 0..<100 {
      let captured = CountedObject(counter)
      Injection(strategy: .singleton) { captured }.override(with: CountedObject(counter))
    }
    expectEqual(counter.alive, 100)

    Overrides.rollbackAll()

    expectEqual(counter.alive, 0)
  }
}
