import Testing
import Vial

/// A rollback affects the scopes that see the override only (rules 12, 13 and 16).
@Suite(.checksInvariants) @MainActor struct RollbackReachTests {
  let counter = InstanceCounter()
  private let part: Injection<CountedObject>
  private let whole: Injection<CountedObject>

  init() {
    let counter = counter
    let part = Injection(strategy: .singleton, instance: CountedObject(counter, "part"))
    self.part = part
    whole = Injection(
      strategy: .singleton,
      instance: CountedObject(counter, "whole", parts: [part.resolve()])
    )
  }

  private func partName(_ probe: CountedObject?) -> String? {
    (probe?.parts.first as? CountedObject)?.name
  }

  @Test func rollbackEvictsCapturingInstancesOfInnerScopesOnly() {
    withOverrideScope(.isolated) {
      let outside = OverrideScope.current
      let sibling = OverrideScope()
      withOverrideScope {
        let token = part.override(with: CountedObject(counter, "mock"))
        let (inner, isolated) = (OverrideScope(), OverrideScope(.isolated))
        expectEqual(partName(inner.run { whole.resolve() }), "mock")
        let kept = [outside, sibling, isolated]
        let before = kept.map { scope in scope.run { whole.resolve() } }

        token.rollback()

        expectEqual(partName(inner.run { whole.resolve() }), "part")
        for (scope, instance) in zip(kept, before) { expect(scope.run { whole.resolve() } === instance) }
      }
    }
  }

  // MARK: Overrides made by deinitializers

  @Test func rollbackAllEndsAlthoughADeinitializerOverridesAgain() {
    let injection = Injection<Any>(strategy: .singleton, instance: "live")
    let turns = Variable(0)
    let push = Variable<(@MainActor () -> Void)?>(nil)
    push.content = {
      turns.content += 1
      guard turns.content < 100 else { return }
      injection.override(with: OnDeinit { push.content?() })
      _ = injection.resolve()
    }
    push.content?()

    for turn in 2...4 {
      injection.rollbackAllOverrides()
      expectEqual(turns.content, turn)
      expectEqual(injection.overrideCount, 1)
    }

    push.content = nil
    injection.rollbackAllOverrides()
    expect(!injection.isOverridden)
  }
}
