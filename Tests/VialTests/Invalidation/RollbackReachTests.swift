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

  // MARK: Evicted instances

  @Test func rollbackInAScopeKeepsTheInstancesOutside() {
    withOverrideScope(.isolated) {
      let outside = OverrideScope.current
      withOverrideScope {
        part.override(with: CountedObject(counter, "mock"))
        let before = outside.run { whole.resolve() }
        expectEqual(partName(before), "part")
        expect(part.rollbackOverride())
        expect(outside.run { whole.resolve() } === before)
      }
    }
  }

  @Test func rollbackOutsideKeepsTheInstancesOfAnIsolatedScope() {
    let token = part.override(with: CountedObject(counter, "mock"))

    withOverrideScope(.isolated) {
      let before = whole.resolve()
      expectEqual(partName(before), "part")
      token.rollback()
      expect(whole.resolve() === before)
    }
  }

  @Test func rollbackInAScopeKeepsTheInstancesOfASibling() {
    let (first, second) = (OverrideScope(), OverrideScope())
    let token = first.run { part.override(with: CountedObject(counter, "mock")) }
    let before = second.run { whole.resolve() }

    token.rollback()

    expect(second.run { whole.resolve() } === before)
    expectEqual(partName(first.run { whole.resolve() }), "part")
    first.end()
    second.end()
  }

  @Test func rollbackEvictsCapturingInstancesOfInnerScopes() {
    withOverrideScope(.isolated) {
      let token = part.override(with: CountedObject(counter, "mock"))
      withOverrideScope {
        withOverrideScope {
          expectEqual(partName(whole.resolve()), "mock")
          token.rollback()
          expect(whole.current == nil)
          expectEqual(partName(whole.resolve()), "part")
        }
      }
    }
  }

  // MARK: Instances that are being built

  @Test func instancesWhoseFactoriesRunDuringARollbackAreNotCached() {
    let token = part.override(with: CountedObject(counter, "mock"))
    let inner = Injection<Int>(strategy: .singleton) { token.rollback() ? 1 : 2 }
    let outer = Injection<CountedObject>(strategy: .singleton) { [counter, part] in
      let part = part.resolve()
      _ = inner.resolve()
      return CountedObject(counter, "outer", parts: [part])
    }

    expectEqual(partName(outer.resolve()), "mock")

    expect(inner.current == nil)
    expect(outer.current == nil)
    expectEqual(partName(outer.resolve()), "part")
  }

  @Test func instanceIsNotCachedIfItsFactoryOverridesAndRollsBack() {
    let injection = Injection<CountedObject>(strategy: .singleton) { [counter, part] in
      part.override(with: CountedObject(counter, "mock"))
      part.rollbackOverride()
      return CountedObject(counter)
    }

    expect(injection.resolve() !== injection.resolve())
  }

  @Test func instanceOutsideIsCachedIfItsFactoryRollsBackAnInnerOverride() {
    let box = Box<Override?>(nil)
    let injection = Injection<CountedObject>(strategy: .singleton) { [counter] in
      box.content?.rollback()
      return CountedObject(counter)
    }
    let scope = OverrideScope()
    // vial-graph: ignore because the test only rolls the override back
    box.content = scope.run { part.override(with: CountedObject(counter, "mock")) }

    let first = injection.resolve()

    expectEqual(box.content?.isActive, false)
    expect(injection.resolve() === first)
    scope.end()
  }

  @Test func instanceOfAnIsolatedScopeIsCachedDuringARollbackOutside() {
    // vial-graph: ignore because the test only rolls the override back
    let token = part.override(with: CountedObject(counter, "mock"))
    let injection = Injection<CountedObject>(strategy: .singleton) { [counter] in
      token.rollback()
      return CountedObject(counter)
    }

    withOverrideScope(.isolated) {
      let first = injection.resolve()
      expect(!token.isActive)
      expect(injection.resolve() === first)
    }
  }

  @Test func instanceOfAnInheritingScopeIsNotCachedDuringARollbackOutside() {
    let token = part.override(with: CountedObject(counter, "mock"))
    let (part, counter) = (part, counter)
    let injection = Injection<CountedObject>(strategy: .singleton) {
      let part = part.resolve()
      token.rollback()
      return CountedObject(counter, "whole", parts: [part])
    }

    withOverrideScope {
      expectEqual(partName(injection.resolve()), "mock")
      expectEqual(partName(injection.resolve()), "part")
      expect(injection.resolve() === injection.resolve())
    }
  }

  // MARK: Decorators that roll themselves back

  @Test func decoratorThatRollsItselfBackReceivesTheNextOverrideBelow() {
    let injection = Injection(strategy: .singleton, instance: "live")
    withOverrideScope(.isolated) {
      injection.override(with: { "a(\($0.resolve()))" })
      injection.override(with: { "b(\($0.resolve()))" })
      injection.override(with: { original in
        injection.rollbackOverride()
        return "c(\(original.resolve()))"
      })
      expectEqual(injection.resolve(), "c(b(a(live)))")
      expectEqual(injection.resolve(), "b(a(live))")
    }
  }

  @Test func middleDecoratorThatRollsItselfBackReceivesTheOverrideBelow() {
    let injection = Injection(strategy: .singleton, instance: "live")
    withOverrideScope(.isolated) {
      injection.override(with: { "a(\($0.resolve()))" })
      let own = Box<Override?>(nil)
      own.content = injection.override(with: { original in
        own.content?.rollback()
        return "b(\(original.resolve()))"
      })
      injection.override(with: { "c(\($0.resolve()))" })
      expectEqual(injection.resolve(), "c(b(a(live)))")
      expectEqual(injection.resolve(), "c(a(live))")
    }
  }

  @Test func decoratorThatRollsBackTwoOverridesReceivesTheRemainingOverride() {
    let injection = Injection(strategy: .singleton, instance: "live")
    withOverrideScope(.isolated) {
      injection.override(with: { "a(\($0.resolve()))" })
      injection.override(with: { "b(\($0.resolve()))" })
      injection.override(with: { original in
        injection.rollbackOverride()
        injection.rollbackOverride()
        return "c(\(original.resolve()))"
      })
      expectEqual(injection.resolve(), "c(a(live))")
      expectEqual(injection.resolve(), "a(live)")
    }
  }

  @Test func decoratorThatRollsItselfBackLastReceivesTheRemainingOverride() {
    let injection = Injection(strategy: .singleton, instance: "live")
    withOverrideScope(.isolated) {
      injection.override(with: { "a(\($0.resolve()))" })
      let next = injection.override(with: { "b(\($0.resolve()))" })
      let own = Box<Override?>(nil)
      own.content = injection.override(with: { original in
        next.rollback()
        own.content?.rollback()
        return "c(\(original.resolve()))"
      })
      expectEqual(injection.resolve(), "c(a(live))")
    }
  }

  @Test func decoratorThatRollsBackAllOverridesReceivesTheLiveInstance() {
    let injection = Injection(strategy: .singleton, instance: "live")
    withOverrideScope(.isolated) {
      let outer = injection.override(with: { "a(\($0.resolve()))" })
      withOverrideScope {
        injection.override(with: { original in
          outer.rollback()
          injection.rollbackAllOverrides()
          return "b(\(original.resolve()))"
        })
        expectEqual(injection.resolve(), "b(live)")
        expectEqual(injection.resolve(), "live")
      }
    }
  }

  @Test func decoratorOfAKeyThatRollsItselfBackReceivesTheOverrideBelow() {
    let family = InjectionFamily<Int, String>(strategy: .singleton) { "\($0)" }
    withOverrideScope(.isolated) {
      family[1].override(with: { "a(\($0.resolve()))" })
      let next = family[1].override(with: { "b(\($0.resolve()))" })
      family[1].override(with: { original in
        family[1].rollbackOverride()
        next.rollback()
        return "c(\(original.resolve()))"
      })
      expectEqual(family.resolve(1), "c(a(1))")
      expectEqual(family.resolve(1), "a(1)")
    }
  }

  // MARK: Overrides made by deinitializers

  @Test func rollbackAllKeepsAnOverrideMadeByADeinitializer() {
    let injection = Injection<Any>(strategy: .singleton, instance: "live")
    injection.override(with: "older")
    injection.override(with: OnDeinit { injection.override(with: "late") })
    expect(injection.resolve() is OnDeinit)
    injection.override(with: "newer")

    injection.rollbackAllOverrides()

    expectEqual(injection.overrideCount, 1)
    expectEqual(injection.resolve() as? String, "late")
    expect(injection.rollbackOverride())
    expectEqual(injection.resolve() as? String, "live")
  }

  @Test func rollbackAllSkipsAnOverrideRolledBackByADeinitializer() {
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
