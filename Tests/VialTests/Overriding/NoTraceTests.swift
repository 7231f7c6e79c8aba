import Testing

#if DEBUG
@testable import Vial
#else
import Vial
#endif

/// What was cached while an override was active does not outlive it (rule 16).
@MainActor struct NoTraceTests {
  let tally = Tally()

  /// Builds from the one injection that the tests override.
  private func dependent(
    _ strategy: InjectionStrategy,
    on part: Injection<Probe>
  ) -> Injection<Probe> {
    Injection(strategy: strategy, instance: Probe(tally, "whole", parts: [part.resolve()]))
  }

  private func partName(_ probe: Probe) -> String? { (probe.parts.first as? Probe)?.name }

  @Test(arguments: Strategies.all)
  func whatWasBuiltWithAMockIsForgotten(strategy: InjectionStrategy) {
    let part = Injection(strategy: strategy, instance: Probe(tally, "part"))
    let whole = dependent(strategy, on: part)
    let token = part.override(with: Probe(tally, "mock"))
    #expect(partName(whole.resolve()) == "mock")

    token.rollback()

    #expect(whole.current == nil)
    #expect(tally.alive == 0)
    #expect(partName(whole.resolve()) == "part")
  }

  @Test(arguments: Strategies.keeping)
  func whatWasThereBeforeStays(strategy: InjectionStrategy) {
    let part = Injection(strategy: strategy, instance: Probe(tally, "part"))
    let whole = dependent(strategy, on: part)
    let before = whole.resolve()
    part.override(with: Probe(tally, "mock"))
    #expect(whole.resolve() === before)

    part.rollbackOverride()

    #expect(whole.resolve() === before)
    #expect(part.resolve() === before.parts.first as? Probe)
  }

  @Test func aSharedInstanceBuiltUnderAnOverrideIsForgottenThoughItLives() {
    let part = Injection(strategy: .shared, instance: Probe(tally, "part"))
    let whole = dependent(.shared, on: part)
    let owner = Owner(whole)
    part.override(with: Probe(tally, "mock"))
    let held = owner.value

    part.rollbackOverride()

    #expect(owner.value === held)
    #expect(whole.current == nil)
    #expect(whole.resolve() !== held)
    #expect(partName(whole.resolve()) == "part")
  }

  @Test func aSharedValueBuiltUnderAnOverrideIsForgottenThoughItIsHeld() {
    let part = Injection<any Named>(strategy: .shared, instance: Sample(tally, "part"))
    let whole = Injection<any Named>(
      strategy: .shared,
      instance: Sample(tally, "of \(part.resolve().name)")
    )
    let owner = Owner(whole)
    part.override(with: Sample(tally, "mock"))
    #expect(owner.value.name == "of mock")

    part.rollbackOverride()

    #expect(whole.current == nil)
    #expect(Owner(whole).value.name == "of part")
    #expect(owner.value.name == "of mock")
  }

  @Test func layersBelowAreForgottenToo() {
    let part = Injection(strategy: .singleton, instance: Probe(tally, "part"))
    let whole = dependent(.singleton, on: part)
    whole.override(with: { Probe(tally, "decorated", parts: [$0.resolve()]) })
    part.override(with: Probe(tally, "mock"))
    let held = whole.resolve()
    #expect(held.parts.count == 1)

    part.rollbackOverride()

    let whole2 = whole.resolve()
    #expect(whole2 !== held)
    #expect((whole2.parts.first as? Probe).flatMap(partName) == "part")
    whole.rollbackOverride()
    #expect(partName(whole.resolve()) == "part")
  }

  @Test func theOverridesOwnOriginalIsForgottenWhenItWasBuiltUnderIt() {
    let injection = Injection(strategy: .singleton, instance: Probe(tally))
    injection.override(with: { Probe(tally, "decorated", parts: [$0.resolve()]) })
    _ = injection.resolve()

    injection.rollbackOverride()

    #expect(injection.current == nil)
    #expect(tally.alive == 0)
  }

  @Test func anotherInjectionUsedLiveForgetsToo() {
    let other = Injection(strategy: .singleton, instance: Probe(tally, "other"))
    let injection = Injection(strategy: .singleton, instance: Probe(tally))
    injection.override(with: other)
    _ = injection.resolve()

    injection.rollbackOverride()

    #expect(other.current == nil)
    #expect(tally.alive == 0)
  }

  @Test(arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
  func overrideOnOverrideOnOverrideLeavesNothingInAnyOrder(order: [Int]) {
    let parts = (0...2).map { Injection(strategy: .singleton, instance: Probe(tally, "\($0)")) }
    let wholes = (0...2).map { index in dependent(.singleton, on: parts[index]) }
    let before = wholes[0].resolve()
    var tokens: [Override] = []
    for index in 0...2 {
      tokens.append(parts[0].override(with: { Probe(tally, "mock", parts: [$0.resolve()]) }))
      tokens.append(parts[index].override(with: Probe(tally, "mock \(index)")))
      tokens[2 * index].rollback()
      _ = wholes[index].resolve()
    }

    for index in order { #expect(tokens[2 * index + 1].rollback()) }

    #expect(wholes[0].resolve() === before)
    #expect(wholes[1].current == nil)
    #expect(wholes[2].current == nil)
    #expect(tally.alive == 2)
    #expect(wholes.map { partName($0.resolve()) } == ["0", "1", "2"])
  }

  @Test func whatIsBuiltBetweenIsForgottenByTheOlderAndByTheNewer() {
    for olderFirst in [true, false] {
      let parts = (0...1).map { Injection(strategy: .singleton, instance: Probe(tally, "\($0)")) }
      let wholes = parts.map { dependent(.singleton, on: $0) }
      let older = parts[0].override(with: Probe(tally, "older"))
      _ = wholes[0].resolve()
      let newer = parts[1].override(with: Probe(tally, "newer"))
      _ = wholes[1].resolve()

      (olderFirst ? older : newer).rollback()
      #expect(wholes[1].current == nil)
      #expect((wholes[0].current == nil) == olderFirst)
      (olderFirst ? newer : older).rollback()
      #expect(wholes[0].current == nil)
      #expect(tally.alive == 0)
    }
  }

  @Test func aMockThatDiesInARollbackBringsNothingBack() {
    let part = Injection(strategy: .singleton, instance: Probe(tally, "part"))
    let middle = dependent(.singleton, on: part)
    let top = dependent(.singleton, on: middle)
    let dying = Injection(strategy: .singleton, instance: Farewell { _ = top.resolve() })
    part.override(with: Probe(tally, "mock"))
    _ = dying.resolve()
    #expect(partName(middle.resolve()) == "mock")

    part.rollbackOverride()

    #expect(partName(middle.resolve()) == "part")
    #expect((top.resolve().parts.first as? Probe).flatMap(partName) == "part")
  }

  @Test func aMockThatDiesInARollbackFindsNothingThatWasBuiltOfIt() {
    var seen: [String] = []
    let part = Injection<Any>(strategy: .singleton, instance: "part")
    let whole = Injection(strategy: .singleton, instance: part.resolve() as? String ?? "mock")
    part.override(with: Farewell { seen.append(whole.resolve()) })
    #expect(whole.resolve() == "mock")
    #expect(seen == [])

    part.rollbackOverride()

    #expect(seen == ["part"])
    #expect(whole.resolve() == "part")
  }

  @Test func aFactoryThatRollsBackTheOverrideItUsedIsNotCached() {
    let part = Injection(strategy: .singleton, instance: Probe(tally, "part"))
    let token = part.override(with: Probe(tally, "mock"))
    let whole = Injection<Probe>(strategy: .singleton) {
      let part = part.resolve()
      token.rollback()
      return Probe(tally, "whole", parts: [part])
    }

    #expect(partName(whole.resolve()) == "mock")
    #expect(whole.current == nil)
    #expect(partName(whole.resolve()) == "part")
    #expect(whole.resolve() === whole.resolve())
  }

  @Test func aValidityThatRollsBackTheOverrideLeavesNothing() {
    let part = Injection(strategy: .singleton, instance: Probe(tally, "part"))
    let token = part.override(with: Probe(tally, "mock"))
    let whole = dependent(
      .cached {
        token.rollback()
        return { true }
      },
      on: part
    )

    #expect(partName(whole.resolve()) == "mock")
    #expect(partName(whole.resolve()) == "part")
  }
}

#if DEBUG
/// The bookkeeping for rule 16 does not grow with time.
///
/// Only the core's own storage shows it, and a release build does not show its storage.
@MainActor @Suite(.serialized) struct NoTraceBoundsTests {
  let tally = Tally()

  @Test func nothingIsRememberedWithoutOverrides() {
    let injection = Injection(strategy: .shared, instance: Probe(tally))

    withOverrideScope(.isolated) {
      Injection(strategy: .singleton, instance: 1).override(with: 2)
      Overrides.rollbackAll()
      for _ in 0..<1000 { _ = injection.resolve() }

      #expect(OverrideScope.ambient.journal.entries.isEmpty)
    }
  }

  @Test func anOverrideForEverIsBoundedByTheInjectionsAlive() {
    let before = OverrideScope.outside.journal.entries.count
    let bound = 2 * before + 64
    let launch = Injection(strategy: .singleton, instance: Probe(tally))
    let token = launch.override(with: Probe(tally, "mock"))
    let shared = (0..<10).map { _ in Injection(strategy: .shared, instance: Probe(tally)) }

    for _ in 0..<2000 { for injection in shared { _ = injection.resolve() } }
    #expect(OverrideScope.outside.journal.entries.count <= bound)

    for _ in 0..<5000 { _ = Injection(strategy: .singleton, instance: Probe(tally)).resolve() }
    #expect(OverrideScope.outside.journal.entries.count <= bound)
    token.rollback()
    #expect(OverrideScope.outside.journal.entries.count <= before)
  }

}
#endif
