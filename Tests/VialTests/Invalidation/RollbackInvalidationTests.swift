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

  @Test func rollbackEvictsInstancesThatCapturedTheReplacementAndKeepsOlderOnes() {
    for strategy in Strategies.all {
      let part = Injection(strategy: strategy, instance: CountedObject(counter, "part"))
      let whole = dependent(strategy, on: part)
      let before = dependent(strategy, on: part)
      let held = before.resolve()
      let token = part.override(with: CountedObject(counter, "mock"))
      let capturing = whole.resolve()
      expectEqual(partName(capturing), "mock", "\(strategy)")

      token.rollback()

      // Also an object that is still alive.
      expect(whole.current == nil, "\(strategy)")
      expectEqual(partName(whole.resolve()), "part", "\(strategy)")
      expectEqual(before.resolve() === held, strategy.description != InjectionStrategy.onDemand.description)
      withExtendedLifetime(capturing) {}
      for injection in [part, whole, before] { injection.clear() }
    }
    expectEqual(counter.alive, 0)
  }

  @Test func deinitializersDuringARollbackFindAndCacheNoCapturedReplacement() {
    var seen: [String?] = []
    let part = Injection(strategy: .singleton, instance: CountedObject(counter, "part"))
    let middle = dependent(.singleton, on: part)
    let top = dependent(.singleton, on: middle)
    func name() -> String? { (top.resolve().parts.first as? CountedObject).flatMap(partName) }
    let dying = Injection(strategy: .singleton, instance: OnDeinit { seen.append(name()) })
    part.override(with: CountedObject(counter, "mock", parts: [OnDeinit { seen.append(name()) }]))
    _ = dying.resolve()
    expectEqual(partName(middle.resolve()), "mock")
    expectEqual(seen, [])

    part.rollbackOverride()

    expectEqual(seen, ["part", "part"])
    expectEqual(name(), "part")
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
