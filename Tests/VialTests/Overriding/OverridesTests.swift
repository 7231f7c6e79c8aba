import Testing
import Vial

/// All overrides at once.
///
/// These tests leave no override behind, and none of them suspends.
@MainActor @Suite(.serialized) struct OverridesTests {
  let first = Injection(strategy: .singleton, instance: "first")
  let second = Injection(strategy: .singleton, instance: "second")

  /// How several overrides are rolled back at once.
  enum Sweep: CaseIterable {
    case all
    case checkpoint
    case injection
  }

  @Test(arguments: Sweep.allCases)
  func theNewestIsRolledBackFirst(sweep: Sweep) {
    let injection = Injection(strategy: .singleton, instance: 0)

    withOverrideScope(.isolated) {
      let before = Overrides.checkpoint()
      for line in 1...3 { injection.override(with: -1, fileID: "A.swift", line: UInt(line)) }
      let swept = events {
        switch sweep {
        case .all: Overrides.rollbackAll()
        case .checkpoint: Overrides.rollback(to: before)
        case .injection: injection.rollbackAllOverrides()
        }
      }
      let lines: [Int] = swept.compactMap { event in
        if case .rolledBack(let override) = event { override.callSite.line } else { nil }
      }
      #expect(lines == [3, 2, 1])
    }
  }

  @Test func rollingBackAllReachesEveryInjection() {
    first.override(with: "mock")
    second.override(with: "mock")
    first.override(with: "mock again")

    Overrides.rollbackAll()

    #expect([first.resolve(), second.resolve()] == ["first", "second"])
    #expect(Overrides.active.isEmpty)
    Overrides.rollbackAll()
  }

  @Test func aCheckpointKeepsWhatWasThere() {
    first.override(with: "before")
    let checkpoint = Overrides.checkpoint()
    first.override(with: "after")
    second.override(with: "after")

    Overrides.rollback(to: checkpoint)

    #expect([first.resolve(), second.resolve()] == ["before", "second"])
    Overrides.rollback(to: checkpoint)
    #expect(first.resolve() == "before")
    first.rollbackAllOverrides()
  }

  @Test func checkpointsNest() {
    let outer = Overrides.checkpoint()
    first.override(with: "1")
    let inner = Overrides.checkpoint()
    first.override(with: "2")

    Overrides.rollback(to: inner)
    #expect(first.resolve() == "1")
    second.override(with: "3")
    Overrides.rollback(to: outer)

    #expect([first.resolve(), second.resolve()] == ["first", "second"])
    Overrides.rollback(to: inner)
    #expect(first.overrideCount == 0)
  }

  @Test func whatWasRolledBackSinceACheckpointStaysSo() {
    let token = first.override(with: "before")
    let checkpoint = Overrides.checkpoint()
    token.rollback()
    first.override(with: "after")

    Overrides.rollback(to: checkpoint)

    #expect(first.resolve() == "first")
    #expect(first.overrideCount == 0)
  }

  @Test func aCheckpointMayBeUsedAgain() {
    let checkpoint = Overrides.checkpoint()

    for turn in 1...3 {
      first.override(with: "\(turn)")
      #expect(first.resolve() == "\(turn)")
      Overrides.rollback(to: checkpoint)
      #expect(first.resolve() == "first")
    }
  }

  @Test func theActiveOnesAreListedOldestFirst() {
    first.override(with: "mock", fileID: "App/A.swift", line: 1)
    let gone = second.override(with: "mock", fileID: "App/A.swift", line: 2)
    second.override(with: { $0.resolve() }, fileID: "App/A.swift", line: 3)
    first.override(with: second, fileID: "App/A.swift", line: 4)
    gone.rollback()

    #expect(Overrides.active.map(\.callSite.line) == [1, 3, 4])
    #expect(
      Overrides.active.map(\.declaration.callSite.fileID) == Array(repeating: #fileID, count: 3)
    )
    #expect(Overrides.active.allSatisfy { $0.isActive })

    Overrides.active[1].rollback()
    #expect(Overrides.active.map(\.callSite.line) == [1, 4])
    Overrides.rollbackAll()
    #expect(Overrides.active.isEmpty)
  }

  @Test func sinceACheckpointThereIsOnlyWhatCameAfter() {
    first.override(with: "mock", fileID: "App/A.swift", line: 1)
    let checkpoint = Overrides.checkpoint()
    first.override(with: "mock", fileID: "App/A.swift", line: 2)
    second.override(with: "mock", fileID: "App/A.swift", line: 3)

    #expect(Overrides.active(since: checkpoint).map(\.callSite.line) == [2, 3])

    Overrides.rollback(to: checkpoint)
    #expect(Overrides.active(since: checkpoint).isEmpty)
    #expect(Overrides.active.map(\.callSite.line) == [1])
    Overrides.rollbackAll()
  }

  @Test func aScopesCheckpointActsOnTheScope() {
    withOverrideScope {
      first.override(with: "before")
      let checkpoint = Overrides.checkpoint()
      first.override(with: "inside")
      #expect(first.resolve() == "inside")
      Overrides.rollback(to: checkpoint)
      #expect(first.resolve() == "before")
      #expect(first.rollbackOverride())
      #expect(first.resolve() == "first")
    }
  }

  @Test func aCheckpointFromOutsideLeavesTheScopesOverrides() {
    let checkpoint = Overrides.checkpoint()
    first.override(with: "outside")

    withOverrideScope {
      first.override(with: "inside")
      Overrides.rollback(to: checkpoint)
      #expect(first.resolve() == "inside")
      first.rollbackOverride()
      #expect(first.resolve() == "first")
    }
  }

  @Test func rollingBackAllInAScopeLeavesTheOutside() {
    let token = first.override(with: "outside")

    withOverrideScope {
      first.override(with: "inside")
      Overrides.rollbackAll()
      #expect(first.resolve() == "outside")
    }

    #expect(token.rollback())
  }

  @Test func aCheckpointOfAnEndedScopeIsHarmless() {
    let checkpoint = withOverrideScope { Overrides.checkpoint() }
    let token = first.override(with: "outside")

    Overrides.rollback(to: checkpoint)

    #expect(first.resolve() == "outside")
    token.rollback()
  }
}
