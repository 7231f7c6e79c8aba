import Testing
import Vial

/// Opening and running scopes, and the overrides that each kind of scope sees (rules 18 and 20).
@MainActor struct OverrideScopeTests {
  let counter = InstanceCounter()

  // MARK: Opening and running

  @Test func innermostRunningScopeIsCurrent() async {
    expectEqual(OverrideScope().kind, .inheriting)
    for kind in OverrideScope.Kind.all {
      expect(OverrideScope.current.isGlobal)
      withOverrideScope(kind) {
        let outer = OverrideScope.current
        expect(!outer.isGlobal && outer !== OverrideScope.global, "\(kind)")
        expectEqual(outer.kind, kind)
        withOverrideScope(kind) {
          expect(!OverrideScope.current.isGlobal && OverrideScope.current !== outer, "\(kind)")
          outer.run { expect(OverrideScope.current === outer, "\(kind)") }
        }
        expect(OverrideScope.current === outer, "\(kind)")
        expect(!outer.hasEnded, "\(kind)")
      }

      let scope = OverrideScope(kind)
      scope.run { expect(OverrideScope.current === scope, "\(kind)") }
      await scope.run {
        await Task.yield()
        expect(OverrideScope.current === scope, "\(kind)")
      }
      expect(OverrideScope.current.isGlobal && !scope.hasEnded, "\(kind)")
      scope.end()
    }
  }

  @Test func overridesAndInstancesEndWithTheBlockThatReturnsOrThrows() {
    struct Failure: Error {}
    for (kind, throwsError) in pairs(OverrideScope.Kind.all, [false, true]) {
      let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
      var (token, scope, model): (Override?, OverrideScope?, Owner<CountedObject>?)
      func work() throws {
        scope = OverrideScope.current
        token = injection.override(with: CountedObject(counter, "mock"))
        expectEqual(injection.resolve().name, "mock")
        model = Owner(injection)
        if throwsError { throw Failure() }
      }

      do {
        try withOverrideScope(kind) { try work() }
        expect(!throwsError, "\(kind)")
      } catch {
        expect(throwsError && error is Failure, "\(kind)")
      }

      expectEqual(scope?.hasEnded, true, "\(kind), throws: \(throwsError)")
      expect(OverrideScope.current.isGlobal)
      expectEqual(counter.alive, 0, "\(kind), throws: \(throwsError)")
      expect(token?.isActive == false && token?.rollback() == false, "\(kind), throws: \(throwsError)")
      expect(injection.current == nil && !injection.isOverridden, "\(kind), throws: \(throwsError)")
      expectEqual(injection.resolve().name, "live", "\(kind), throws: \(throwsError)")
      expectEqual(model?.value.name, "mock", "\(kind), throws: \(throwsError)")
      injection.clear()
      model = nil
    }
  }

  // MARK: Kinds

  @Test func kindDecidesWhichOverridesImplementationsAndInstancesOutsideAScopeSees() {
    for kind in OverrideScope.Kind.all {
      let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
      let live = Injection(strategy: .shared, instance: CountedObject(counter))
      let api = Injection<CountedObject>.required("the API client")
      api.provide(with: CountedObject(counter, "provided"))
      let token = injection.override(with: CountedObject(counter, "mock"))
      let outside = [injection.resolve(), live.resolve(), api.resolve()]
      let scope = OverrideScope(kind)

      scope.run {
        let seesOverrides = kind != .isolated
        expectEqual(injection.isOverridden, seesOverrides, "\(kind)")
        expectEqual(injection.overrideCount, seesOverrides ? 1 : 0, "\(kind)")
        expectEqual(Overrides.active.contains { $0.callSite.line == token.callSite.line }, seesOverrides, "\(kind)")
        expectEqual(injection.resolve().name, seesOverrides ? "mock" : "live", "\(kind)")
        // A scope sees the implementations of all scopes outside.
        expectEqual(api.resolve().name, "provided", "\(kind)")
        let inside = [injection.resolve(), live.resolve(), api.resolve()]
        let reused = zip(outside, inside).map { $0 === $1 }
        expectEqual(reused, Array(repeating: kind == .inheriting, count: 3), "\(kind)")
      }
      token.rollback()
      api.withdraw()

      // Rollbacks and withdrawals outside take effect.
      expectEqual(scope.run { injection.resolve().name }, "live", "\(kind)")
      expect(!scope.run { api.isProvided }, "\(kind)")
      scope.end()
    }
  }

  // MARK: Dependencies, decorators and forwards

  @Test func dependenciesAndForwardsAreResolvedWithTheOverridesOfTheScope() {
    let part = Injection(strategy: .singleton, instance: "part")
    let whole = Injection(strategy: .singleton, instance: "whole with \(part.resolve())")
    let forwarding = Injection(strategy: .singleton, instance: "live")
    forwarding.override(with: part)
    defer { forwarding.rollbackOverride() }

    withOverrideScope {
      expectEqual([whole.resolve(), forwarding.resolve()], ["whole with part", "part"])
      part.override(with: "mock")
      expectEqual([whole.resolve(), forwarding.resolve()], ["whole with part", "mock"])
      withOverrideScope(.fresh) { expectEqual([whole.resolve(), forwarding.resolve()], ["whole with mock", "mock"]) }
    }

    expectEqual([whole.resolve(), forwarding.resolve()], ["whole with part", "part"])
  }
}
