#if DEBUG
import Testing

@testable import Vial

/// Lists give their memory back after a peak (rule 29).
///
/// Only the core's own storage shows it, and a release build does not show its storage. Each test has
/// a scope of its own, and so a journal.
@MainActor struct UpkeepMemoryTests {
  let tally = Tally()

  private func inScope(_ body: (OverrideScope) -> Void) {
    withOverrideScope(.isolated) { OverrideScope.current.map(body) }
  }

  @Test func whatAProvisionHasFilledIsForgottenWhenItHasDied() {
    let required = Injection<Probe>.required("a probe")

    inScope { scope in
      required.provide(with: Probe(tally), strategy: .shared)
      for _ in 0..<5_000 { _ = required.resolve() }
      let filled = scope.stack(for: required.root).provision?.fills?.journal.entries.count
      #expect((1...64).contains(filled ?? 0))
      #expect(tally.built == 5_000)
    }
  }

  @Test func entriesOfWhatHasDiedGoWithTheNextOnes() {
    let watched = Injection(strategy: .shared, instance: Probe(tally))
    let other = Injection(strategy: .singleton, instance: 0)
    let injections = (0..<5_000).map { _ in
      Injection(strategy: .shared, instance: Probe(tally))
    }

    inScope { scope in
      other.override(with: 1)
      var held = injections.map { $0.resolve() }
      #expect(scope.journal.entries.count == 5_000)
      #expect(held.count == 5_000)
      held = []
      for _ in 0..<5_000 { _ = watched.resolve() }
      #expect(scope.journal.entries.count <= 64)
      #expect(scope.journal.entries.capacity <= 256)
      #expect(scope.stacks.count > 5_000)
    }
  }

  /// A flow that is cleared takes what is its own out of the list, and what is gone; the rest stays.
  @Test func aClearingGivesTheRoomBackThatAFlowTook() {
    let (flow, other) = (InjectionScope("flow"), InjectionScope("other"))
    let cleared = (0..<1_000).map { Injection(strategy: .scoped(flow), instance: $0) }
    let kept = (0..<10).map { Injection(strategy: .scoped(other), instance: $0) }
    let gone = (0..<10).map { Injection(strategy: .scoped(other), instance: $0) }

    inScope { scope in
      for injection in cleared + kept + gone { _ = injection.resolve() }
      for injection in gone { injection.clear() }
      #expect(scope.journal.entries.count == 1_020)

      flow.clear()

      #expect(scope.journal.entries.count == 10)
      #expect(scope.journal.entries.capacity <= 64)
      #expect(kept.allSatisfy { $0.current != nil })
    }
  }

  @Test(arguments: [true, false])
  func afterAPeakAListIsLookedThroughAsBefore(isCleared: Bool) {
    let flow = InjectionScope("flow")
    let other = Injection(strategy: .singleton, instance: 0)
    let many = (0..<5_000).map { Injection(strategy: .scoped(flow), instance: $0) }

    inScope { scope in
      other.override(with: 1)
      let token = other.override(with: 2)
      for injection in many { _ = injection.resolve() }
      if isCleared { flow.clear() } else { token.rollback() }
      for _ in 0..<4_000 {
        _ = many[0].resolve()
        many[0].clear()
      }

      #expect(scope.journal.entries.count <= 64)
    }
  }

  @Test func listsThatAreLookedThroughAskNoCheck() {
    let flow = InjectionScope("flow")
    var asked = 0
    let strategy = InjectionStrategy.cached(in: flow) {
      {
        asked += 1
        return true
      }
    }
    let injections = (0..<1_000).map { Injection(strategy: strategy, instance: $0) }
    let other = Injection(strategy: .singleton, instance: 0)

    inScope { scope in
      other.override(with: 1)
      for injection in injections { _ = injection.resolve() }

      #expect((1_000...2_000).contains(scope.journal.entries.count))
      #expect(asked == 0)
    }
  }

  @Test func whatIsAliveIsRememberedThroughEveryUpkeep() {
    let part = Injection(strategy: .singleton, instance: Probe(tally))
    let wholes = (0..<1_000).map { _ in
      Injection(strategy: .shared, instance: Probe(tally, parts: [part.resolve()]))
    }

    inScope { _ in
      let mock = part.override(with: Probe(tally, "mock"))
      let held = wholes.map { $0.resolve() }
      mock.rollback()
      #expect(held.count == 1_000)
      #expect(wholes.allSatisfy { $0.current == nil })
    }
  }

  @Test func aRollbackGivesTheRoomBackThatCachesTook() {
    let other = Injection(strategy: .singleton, instance: 0)
    let injections = (0..<5_000).map { Injection(strategy: .singleton, instance: $0) }

    inScope { scope in
      other.override(with: 1)
      let token = other.override(with: 2)
      for injection in injections { _ = injection.resolve() }
      #expect(scope.journal.entries.capacity >= 5_000)
      token.rollback()
      #expect(scope.journal.entries.isEmpty)
      #expect(scope.journal.entries.capacity <= 128)
    }
  }

  @Test(arguments: RollbackOrder.allCases)
  func rollbacksGiveTheRoomBackThatOverridesTook(order: RollbackOrder) {
    let injection = Injection(strategy: .singleton, instance: 0)

    inScope { scope in
      let tokens = (0..<5_000).map { injection.override(with: $0) }
      #expect(scope.overridden.capacity >= 5_000)
      for token in order.arranged(tokens) { token.rollback() }
      #expect(scope.overridden.capacity <= 128)
    }
  }

  @Test func overridesBelowOneThatStaysAreGoneWithTheNextOnes() {
    let injection = Injection(strategy: .singleton, instance: 0)

    inScope { scope in
      let tokens = (0..<5_000).map { injection.override(with: $0) }
      for token in tokens.dropLast() { token.rollback() }
      for number in 0..<2_500 { injection.override(with: number) }
      #expect(scope.overridden.capacity <= 5_000)
      #expect(injection.overrideCount == 2_501)
    }
  }

  @Test func anOverrideThatIsRememberedKeepsNoneOfThoseBelow() {
    let injection = Injection(strategy: .singleton, instance: 0)

    inScope { scope in
      for number in 1...3 { injection.override(with: number) }
      // The second resolve is answered by what the first has found.
      #expect([injection.resolve(), injection.resolve()] == [3, 3])
      weak let oldest = scope.stack(for: injection.root).overrides.last
      #expect(oldest != nil)

      injection.rollbackAllOverrides()

      #expect(oldest == nil)
    }
  }

  @Test func aFewLeftOfManyAreInTheirOrder() {
    var numbers = Array(0..<1_000)
    numbers.removeLast(990)
    #expect(numbers.capacity >= 1_000)

    numbers.shrink()

    #expect(numbers == Array(0..<10))
    #expect(numbers.capacity <= 64)
  }

  @Test func theListOfOverridesIsLookedThroughAsEverAfterAPeak() {
    let injection = Injection(strategy: .singleton, instance: 1)
    let checkpoint = Overrides.checkpoint()
    defer { Overrides.rollback(to: checkpoint) }
    for number in 0..<10_000 { injection.override(with: number) }
    Overrides.rollback(to: checkpoint)
    let before = OverrideScope.outside.overridden.count

    for _ in 0..<1_000 {
      Injection(strategy: .singleton, instance: 1).override(with: 2)
      #expect(OverrideScope.outside.overridden.count <= 2 * before + 32)
    }
  }

  @Test func rollbacksPutNoLookAtWhatIsGoneOff() {
    let other = Injection(strategy: .singleton, instance: 0)

    for number in 0..<1_000 {
      Injection(strategy: .singleton, instance: number).override(with: -1)
      other.override(with: 1)
      other.rollbackOverride()
    }

    #expect(OverrideScope.outside.overridden.count <= 100)
  }

  @Test func norAtWhatHasDiedSinceItWasFilled() {
    let other = Injection(strategy: .singleton, instance: 0)
    let base = Injection(strategy: .singleton, instance: 0)
    let family = InjectionFamily<Int, Probe>(strategy: .shared) { _ in Probe(tally) }

    inScope { scope in
      base.override(with: 1)
      for number in 0..<1_000 {
        _ = family.resolve(number)
        other.override(with: 1)
        other.rollbackOverride()
      }

      #expect(scope.journal.entries.count <= 100)
    }
  }

  @Test func aListIsDueWhenItHasDoubled() {
    var upkeep = Upkeep()

    let first = [31, 32, 32].map { upkeep.isDue(at: $0) }
    upkeep.isDone(keeping: 100)
    let later = [199, 200].map { upkeep.isDue(at: $0) }
    upkeep.isDone(keeping: 0)
    let last = upkeep.isDue(at: 32)

    #expect(first == [false, true, false])
    #expect(later == [false, true])
    #expect(last)
  }
}
#endif
