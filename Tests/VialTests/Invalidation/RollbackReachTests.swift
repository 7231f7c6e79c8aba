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

  // MARK: Instances that are being built

  @Test func instanceIsCachedDuringARollbackThatItsScopeDoesNotSee() {
    let box = Box<Override?>(nil)
    let injection = Injection<CountedObject>(strategy: .singleton) { [counter] in
      box.content?.rollback()
      return CountedObject(counter)
    }
    let scopes = [OverrideScope(), OverrideScope(), OverrideScope(.isolated), .global]
    // The scope of the override, and the scope that builds.
    for (outer, inner, isCached) in [(0, 1, true), (0, 3, true), (3, 2, true), (3, 1, false), (1, 1, false)] {
      // vial-graph: ignore because the test only rolls the override back
      box.content = scopes[outer].run { part.override(with: CountedObject(counter, "mock")) }
      scopes[inner].run {
        injection.clear()
        let first = injection.resolve()
        expectEqual(box.content?.isActive, false)
        expectEqual(injection.resolve() === first, isCached, "override in \(outer), build in \(inner)")
      }
    }
    for scope in scopes.dropLast() { scope.end() }
  }

  // MARK: Decorators that roll overrides back

  @Test func decoratorThatRollsOverridesBackReceivesTheNextOneInForceBelow() {
    /// The overrides that the decorator `c` rolls back before it resolves its original, and the instances now and then.
    let cases: [(rolledBack: [Int], now: String, next: String)] = [
      ([2], "c(b(a(1)))", "b(a(1))"), ([1], "c(a(1))", "c(a(1))"), ([2, 1], "c(a(1))", "a(1)"),
      ([1, 2], "c(a(1))", "a(1)"), ([0, 1, 2], "c(1)", "1"), ([2, 1, 0], "c(1)", "1"),
    ]
    for test in cases {
      let family = InjectionFamily<Int, String>(strategy: .singleton) { "\($0)" }
      for injection in [Injection(strategy: .singleton, instance: "1"), family[1]] {
        withOverrideScope(.isolated) {
          let tokens = Box<[Override]>([])
          for name in ["a", "b"] { tokens.content.append(injection.override(with: { "\(name)(\($0.resolve()))" })) }
          withOverrideScope {
            tokens.content.append(
              injection.override(with: { original in
                for index in test.rolledBack { tokens.content[index].rollback() }
                return "c(\(original.resolve()))"
              })
            )
            expectEqual(injection.resolve(), test.now, "rolled back: \(test.rolledBack)")
            expectEqual(injection.resolve(), test.next, "rolled back: \(test.rolledBack)")
          }
        }
      }
    }
  }

  // MARK: Overrides made by deinitializers

  @Test func rollbackAllKeepsOverridesMadeByDeinitializersAndSkipsThoseRolledBack() {
    let injection = Injection<Any>(strategy: .singleton, instance: "live")
    injection.override(with: "older")
    let middle = injection.override(with: "middle")
    injection.override(
      with: OnDeinit {
        middle.rollback()
        injection.override(with: "late")
      }
    )
    expect(injection.resolve() is OnDeinit)
    injection.override(with: "newer")

    injection.rollbackAllOverrides()

    expect(!middle.isActive)
    expectEqual(injection.overrideCount, 1)
    expectEqual(injection.resolve() as? String, "late")
    expect(injection.rollbackOverride())
    expectEqual(injection.resolve() as? String, "live")
  }

  @Test func rollbackAllEndsAlthoughADeinitializerOverridesAgain() {
    let injection = Injection<Any>(strategy: .singleton, instance: "live")
    let turns = Box(0)
    let push = Box<(@MainActor () -> Void)?>(nil)
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
