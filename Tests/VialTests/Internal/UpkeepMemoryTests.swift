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
      let filled = scope.stack(for: required.root).provision?.fills?.entries.count
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

  @Test func listsThatAreLookedThroughAskNoCheck() {
    let flow = InjectionFlow("flow")
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
