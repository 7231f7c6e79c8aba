import Testing
import Vial

/// A rollback evicts the instances that were cached while the override was in force (rule 16).
@Suite(.checksInvariants) @MainActor struct RollbackInvalidationTests {
  let counter = InstanceCounter()

  /// Publishes an injection that needs the injection that a test overrides.
  private func dependent(
    _ strategy: InjectionStrategy,
    on part: Injection<CountedObject>
  ) -> Injection<CountedObject> {
    Injection(
      strategy: strategy,
      instance: CountedObject(counter, "whole", parts: [part.resolve()])
    )
  }

  private func partName(_ probe: CountedObject) -> String? {
    (probe.parts.first as? CountedObject)?.name
  }

  @Test(arguments: Strategies.all)
  func rollbackEvictsInstancesThatCapturedTheReplacement(strategy: InjectionStrategy) {
    let part = Injection(strategy: strategy, instance: CountedObject(counter, "part"))
    let whole = dependent(strategy, on: part)
    let token = part.override(with: CountedObject(counter, "mock"))
    expectEqual(partName(whole.resolve()), "mock")

    token.rollback()

    expect(whole.current == nil)
    expectEqual(counter.alive, 0)
    expectEqual(partName(whole.resolve()), "part")
  }

  @Test(arguments: Strategies.retaining)
  func rollbackKeepsInstancesCachedBeforeTheOverride(strategy: InjectionStrategy) {
    let part = Injection(strategy: strategy, instance: CountedObject(counter, "part"))
    let whole = dependent(strategy, on: part)
    let before = whole.resolve()
    part.override(with: CountedObject(counter, "mock"))
    expect(whole.resolve() === before)

    part.rollbackOverride()

    expect(whole.resolve() === before)
    expect(part.resolve() === before.parts.first as? CountedObject)
  }

  @Test func rollbackEvictsASharedInstanceThatIsStillAlive() {
    let part = Injection(strategy: .shared, instance: CountedObject(counter, "part"))
    let whole = dependent(.shared, on: part)
    let owner = Owner(whole)
    part.override(with: CountedObject(counter, "mock"))
    let held = owner.value

    part.rollbackOverride()

    expect(owner.value === held)
    expect(whole.current == nil)
    expect(whole.resolve() !== held)
    expectEqual(partName(whole.resolve()), "part")
  }

  @Test func rollbackEvictsTheOriginalsOfOtherDecorators() {
    let part = Injection(strategy: .singleton, instance: CountedObject(counter, "part"))
    let whole = dependent(.singleton, on: part)
    whole.override(with: { CountedObject(counter, "decorated", parts: [$0.resolve()]) })
    part.override(with: CountedObject(counter, "mock"))
    let held = whole.resolve()
    expectEqual(held.parts.count, 1)

    part.rollbackOverride()

    let whole2 = whole.resolve()
    expect(whole2 !== held)
    expectEqual((whole2.parts.first as? CountedObject).flatMap(partName), "part")
    whole.rollbackOverride()
    expectEqual(partName(whole.resolve()), "part")
  }

  @Test func rollbackEvictsTheOriginalThatTheOverrideResolved() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    injection.override(with: { CountedObject(counter, "decorated", parts: [$0.resolve()]) })
    _ = injection.resolve()

    injection.rollbackOverride()

    expect(injection.current == nil)
    expectEqual(counter.alive, 0)
  }

  @Test func rollbackEvictsTheInstanceOfAForwardedInjection() {
    let other = Injection(strategy: .singleton, instance: CountedObject(counter, "other"))
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    injection.override(with: other)
    _ = injection.resolve()

    injection.rollbackOverride()

    expect(other.current == nil)
    expectEqual(counter.alive, 0)
  }

  @Test(arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
  func rollbacksInAnyOrderLeaveNoCapturedReplacement(order: [Int]) {
    let parts = (0...2).map {
      Injection(strategy: .singleton, instance: CountedObject(counter, "\($0)"))
    }
    let wholes = (0...2).map { index in dependent(.singleton, on: parts[index]) }
    let before = wholes[0].resolve()
    var tokens: [Override] = []
    for index in 0...2 {
      tokens.append(
        parts[0].override(with: { CountedObject(counter, "mock", parts: [$0.resolve()]) })
      )
      tokens.append(parts[index].override(with: CountedObject(counter, "mock \(index)")))
      tokens[2 * index].rollback()
      _ = wholes[index].resolve()
    }

    for index in order { expect(tokens[2 * index + 1].rollback()) }

    expect(wholes[0].resolve() === before)
    expect(wholes[1].current == nil)
    expect(wholes[2].current == nil)
    expectEqual(counter.alive, 2)
    expectEqual(wholes.map { partName($0.resolve()) }, ["0", "1", "2"])
  }

  @Test func rollbackOfEitherOfTwoOverridesEvictsTheInstance() {
    for olderFirst in [true, false] {
      let parts = (0...1).map {
        Injection(strategy: .singleton, instance: CountedObject(counter, "\($0)"))
      }
      let wholes = parts.map { dependent(.singleton, on: $0) }
      let older = parts[0].override(with: CountedObject(counter, "older"))
      _ = wholes[0].resolve()
      let newer = parts[1].override(with: CountedObject(counter, "newer"))
      _ = wholes[1].resolve()

      (olderFirst ? older : newer).rollback()
      expect(wholes[1].current == nil)
      expectEqual((wholes[0].current == nil), olderFirst)
      (olderFirst ? newer : older).rollback()
      expect(wholes[0].current == nil)
      expectEqual(counter.alive, 0)
    }
  }

  @Test func deinitializerDuringARollbackCannotCacheACapturedReplacement() {
    let part = Injection(strategy: .singleton, instance: CountedObject(counter, "part"))
    let middle = dependent(.singleton, on: part)
    let top = dependent(.singleton, on: middle)
    let dying = Injection(strategy: .singleton, instance: OnDeinit { _ = top.resolve() })
    part.override(with: CountedObject(counter, "mock"))
    _ = dying.resolve()
    expectEqual(partName(middle.resolve()), "mock")

    part.rollbackOverride()

    expectEqual(partName(middle.resolve()), "part")
    expectEqual((top.resolve().parts.first as? CountedObject).flatMap(partName), "part")
  }

  @Test func deinitializerOfAReplacementFindsNoCapturingInstance() {
    var seen: [String] = []
    let part = Injection<Any>(strategy: .singleton, instance: "part")
    let whole = Injection(strategy: .singleton, instance: part.resolve() as? String ?? "mock")
    part.override(with: OnDeinit { seen.append(whole.resolve()) })
    expectEqual(whole.resolve(), "mock")
    expectEqual(seen, [])

    part.rollbackOverride()

    expectEqual(seen, ["part"])
    expectEqual(whole.resolve(), "part")
  }

  @Test func instanceIsNotCachedIfItsFactoryRollsBackAnOverrideItUsed() {
    let part = Injection(strategy: .singleton, instance: CountedObject(counter, "part"))
    let token = part.override(with: CountedObject(counter, "mock"))
    let whole = Injection<CountedObject>(strategy: .singleton) {
      let part = part.resolve()
      token.rollback()
      return CountedObject(counter, "whole", parts: [part])
    }

    expectEqual(partName(whole.resolve()), "mock")
    expect(whole.current == nil)
    expectEqual(partName(whole.resolve()), "part")
    expect(whole.resolve() === whole.resolve())
  }

  @Test func instanceIsNotCachedIfMakingItsCheckRollsBackAnOverride() {
    let part = Injection(strategy: .singleton, instance: CountedObject(counter, "part"))
    let token = part.override(with: CountedObject(counter, "mock"))
    let whole = dependent(
      .cached {
        token.rollback()
        return { true }
      },
      on: part
    )

    expectEqual(partName(whole.resolve()), "mock")
    expectEqual(partName(whole.resolve()), "part")
  }
}
