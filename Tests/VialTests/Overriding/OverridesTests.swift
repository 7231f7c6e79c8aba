import Testing
import Vial

/// Rolling back and listing the overrides of all injections.
///
/// These tests leave no override in the global scope, and none of them suspends.
@MainActor @Suite(.serialized) struct OverridesTests {
  let first = Injection(strategy: .singleton, instance: "first")
  let second = Injection(strategy: .singleton, instance: "second")

  @Test func rollbackAllRollsBackNewestFirst() {
    let rollbacks: [(name: String, rollBack: @MainActor () -> Void)] = [
      ("all injections", { Overrides.rollbackAll() }), ("one injection", { first.rollbackAllOverrides() }),
    ]
    for (name, rollBack) in rollbacks {
      withOverrideScope(.isolated) {
        for line in 1...3 { first.override(with: "mock", fileID: "A.swift", line: UInt(line)) }
        let lines: [Int] = events { rollBack() }.compactMap { event in
          if case .rolledBack(let override) = event { override.callSite.line } else { nil }
        }
        expectEqual(lines, [3, 2, 1], name)
        expect(events { rollBack() }.isEmpty, name)
      }
    }
  }

  @Test func rollbackAllRollsBackTheOverridesOfTheCurrentScopeOnly() {
    first.override(with: "outside")
    second.override(with: "outside")
    let scope = OverrideScope()
    scope.run {
      second.override(with: "inside")
      withOverrideScope {
        for injection in [first, second, first] { injection.override(with: "innermost") }
        Overrides.rollbackAll()
        expectEqual([first.resolve(), second.resolve()], ["outside", "inside"])
      }
    }

    Overrides.rollbackAll()

    expectEqual(scope.run { [first.resolve(), second.resolve()] }, ["first", "inside"])
    scope.end()
    expectEqual([first.resolve(), second.resolve()], ["first", "second"])
    expect(Overrides.active.isEmpty)
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
