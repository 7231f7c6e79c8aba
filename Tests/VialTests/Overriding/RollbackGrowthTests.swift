import Testing
import Vial

/// Overriding and rolling back are right where much is alive (rule 29).
///
/// What they take is counted in instructions, by the benchmarks under “Growth”. What is asked many times is counted here, because an expectation takes
/// its time. These tests leave no override behind, and none of them suspends.
@MainActor @Suite(.serialized) struct RollbackGrowthTests {
  @Test(arguments: RollbackOrder.allCases, [true, false])
  func manyOverridesOfOneInjectionGoInAnyOrder(order: RollbackOrder, isInAScope: Bool) {
    let injection = Injection(strategy: .singleton, instance: -1)
    func run() {
      let tokens = (0..<2_000).map { injection.override(with: $0) }
      #expect(injection.resolve() == 1_999)
      var rolledBack = 0
      for token in order.arranged(tokens) where token.rollback() { rolledBack += 1 }
      #expect(rolledBack == tokens.count)
      #expect(injection.resolve() == -1)
    }

    if isInAScope { withOverrideScope(.isolated, run) } else { run() }
  }

  @Test(arguments: RollbackOrder.allCases, [true, false])
  func overridesOfManyInjectionsGoInAnyOrder(order: RollbackOrder, isInAScope: Bool) {
    let injections = (0..<4_000).map { Injection(strategy: .singleton, instance: $0) }
    func run() {
      let tokens = injections.map { $0.override(with: -1) }
      var rolledBack = 0
      for token in order.arranged(tokens) where token.rollback() { rolledBack += 1 }
      #expect(rolledBack == tokens.count)
      #expect(!injections.contains { $0.isOverridden })
    }

    if isInAScope { withOverrideScope(.isolated, run) } else { run() }
  }

  @Test func whatWasCachedMeanwhileMakesNoDifference() {
    let part = Injection(strategy: .singleton, instance: -1)
    let wholes = (0..<1_000).map { _ in
      Injection(strategy: .singleton, instance: [part.resolve()])
    }
    var mocked = 0

    let tokens = wholes.indices.map { index in
      let token = part.override(with: index)
      if wholes[index].resolve() == [index] { mocked += 1 }
      return token
    }
    #expect(mocked == wholes.count)
    for token in tokens.reversed() { token.rollback() }
    #expect(wholes.allSatisfy { $0.current == nil })
  }

  @Test func resolvingBetweenRollbacksMakesNoDifference() {
    let injection = Injection(strategy: .singleton, instance: -1)
    var seen = 0

    let tokens = (0..<1_000).map { injection.override(with: $0) }
    for token in tokens.dropLast() {
      token.rollback()
      if injection.resolve() == 999 { seen += 1 }
    }
    #expect(seen == tokens.count - 1)
    tokens.last?.rollback()
    #expect(injection.resolve() == -1)
  }

  // MARK: Asking

  @Test func aDeepStackSaysWhetherItIsOverridden() {
    let injection = Injection(strategy: .singleton, instance: -1)
    let tokens = (0..<2_000).map { injection.override(with: $0) }
    defer { injection.rollbackAllOverrides() }

    var answers = 0

    for token in tokens where injection.isOverridden && token.isActive { answers += 1 }
    withOverrideScope { for _ in tokens where injection.isOverridden { answers += 1 } }
    withOverrideScope(.isolated) {
      for _ in tokens where !injection.isOverridden { answers += 1 }
    }

    #expect(answers == 6_000)
    #expect(injection.overrideCount == 2_000)
  }

  @Test func theListOfActiveOverridesIsThatOfAllPlaces() {
    let injection = Injection(strategy: .singleton, instance: -1)
    let tokens = (0..<2_000).map { injection.override(with: $0) }
    defer { injection.rollbackAllOverrides() }
    for index in tokens.indices where index.isMultiple(of: 2) { tokens[index].rollback() }
    /// Lists in scopes that stand on each other.
    func list(depth: Int) {
      injection.override(with: depth)
      #expect(Overrides.active.filter { $0.callSite.fileID == #fileID }.count == 1_011 - depth)
      if depth > 0 { withOverrideScope { list(depth: depth - 1) } }
    }

    withOverrideScope { list(depth: 10) }
  }

  // MARK: All at once

  @Test func checkpointsReachNothingThatIsOlder() {
    let injection = Injection(strategy: .singleton, instance: -1)
    let before = Overrides.checkpoint()
    for number in 0..<2_000 { injection.override(with: number) }

    for number in 0..<2_000 {
      let checkpoint = Overrides.checkpoint()
      injection.override(with: number)
      Overrides.rollback(to: checkpoint)
    }
    #expect(injection.overrideCount == 2_000)
    Overrides.rollback(to: before)

    #expect(injection.resolve() == -1)
  }

  @Test func manyCheckpointsThatAreKeptReachWhatIsYounger() {
    let injection = Injection(strategy: .singleton, instance: -1)
    var checkpoints: [Overrides.Checkpoint] = []
    var seen = 0

    for number in 0..<2_000 {
      checkpoints.append(Overrides.checkpoint())
      injection.override(with: number)
      if injection.resolve() == number { seen += 1 }
    }
    for checkpoint in checkpoints.reversed() { Overrides.rollback(to: checkpoint) }
    for checkpoint in checkpoints { Overrides.rollback(to: checkpoint) }

    #expect(seen == 2_000)
    #expect(injection.resolve() == -1)
  }

  @Test func rollingEverythingBackLeavesNothing() {
    let injections = (0..<100).map { Injection(strategy: .singleton, instance: $0) }

    for turn in 0..<40 { for injection in injections { injection.override(with: turn) } }
    for injection in injections.prefix(50) { injection.rollbackAllOverrides() }
    withOverrideScope(.isolated) {
      for turn in 0..<40 { for injection in injections { injection.override(with: turn) } }
      Overrides.rollbackAll()
      #expect(Overrides.active.isEmpty)
    }
    Overrides.rollbackAll()

    #expect(!injections.contains { $0.isOverridden })
  }

  @Test func clearingAFlowReportsEachOfMany() {
    let flow = InjectionFlow("flow")
    let injections = (0..<2_000).map { number in
      Injection(
        strategy: .flow(flow),
        instance: number,
        fileID: "App/Flow.swift",
        line: UInt(number)
      )
    }
    for injection in injections { _ = injection.resolve() }
    var cleared: [Int] = []
    let observation = Injections.observe { event in
      if case .cleared(_, let declarations) = event { cleared.append(declarations.count) }
    }

    flow.clear()
    observation.cancel()

    #expect(cleared == [2_000])
    #expect(injections.allSatisfy { $0.current == nil })
  }

  // MARK: What goes with all its overrides

  @Test func aScopeWithManyOverridesEndsWithAllOfThem() {
    let tally = Tally()
    let injection = Injection(strategy: .singleton, instance: Probe(tally))
    let others = (0..<2_000).map { _ in
      Injection(strategy: .singleton, instance: Probe(tally))
    }

    withOverrideScope(.isolated) {
      for _ in 0..<2_000 {
        injection.override(with: Probe(tally, "mock"))
        _ = injection.resolve()
      }
      for other in others {
        other.override(with: Probe(tally, "mock"))
        _ = other.resolve()
      }
      #expect(tally.alive == 4_000)
    }

    #expect(tally.alive == 0)
    #expect(tally.built == 4_000)
  }

}

/// Injections that go away overridden leave nothing to look at (rules 11 and 29).
@MainActor struct AbandonedOverrideTests {
  let tally = Tally()

  @Test func whatIsCachedAfterAnInjectionWentAwayOverriddenIsKept() {
    let kept = Injection(strategy: .singleton, instance: Probe(tally))
    for _ in 0..<100 {
      Injection(strategy: .singleton, instance: 0).override(with: 1)
      kept.clear()
      let instance = kept.resolve()
      #expect(kept.resolve() === instance)
    }
  }

  @Test func rollingBackAllReachesPastThem() {
    let injection = Injection(strategy: .singleton, instance: "live")
    let before = Overrides.checkpoint()
    injection.override(with: "mock")
    for _ in 0..<100 { Injection(strategy: .singleton, instance: 0).override(with: 1) }

    #expect(injection.resolve() == "mock")
    Overrides.rollback(to: before)

    #expect(injection.resolve() == "live")
  }
}
