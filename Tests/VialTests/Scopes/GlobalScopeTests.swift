import Testing
import Vial

/// The global scope, which is current outside every other scope.
@MainActor struct GlobalScopeTests {
  let counter = InstanceCounter()

  @Test func globalScopeIsCurrentOutsideEveryOtherScope() {
    expect(OverrideScope.current === OverrideScope.global)
    expect(OverrideScope.current.isGlobal)
    expect(OverrideScope.global.isGlobal)
    expect(!OverrideScope.global.hasEnded)
  }

  @Test func endingTheGlobalScopeHasNoEffect() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let token = injection.override(with: CountedObject(counter, "mock"))
    let instance = injection.resolve()

    let events = events { OverrideScope.global.end() }

    expect(events.isEmpty)
    expect(!OverrideScope.global.hasEnded)
    expect(token.isActive)
    expect(injection.resolve() === instance)
    expect(token.rollback())
  }

  @Test(arguments: OverrideScope.Kind.all)
  func runInTheGlobalScopeIgnoresTheCurrentScope(kind: OverrideScope.Kind) {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let outside = injection.resolve()

    withOverrideScope(kind) {
      let scope = OverrideScope.current
      injection.override(with: CountedObject(counter, "mock"))

      OverrideScope.global.run {
        expect(OverrideScope.current.isGlobal)
        expect(!injection.isOverridden)
        expect(injection.resolve() === outside)
        expect(Owner(injection).value === outside)
      }

      expect(OverrideScope.current === scope)
      expectEqual(injection.resolve().name, "mock")
    }
  }

  @Test func globalOverrideMadeInsideAnotherScopeStaysInForce() {
    let injection = Injection(strategy: .singleton, instance: "live")

    let token = withOverrideScope(.isolated) {
      OverrideScope.global.run { injection.override(with: "global") }
    }

    expectEqual(injection.resolve(), "global")
    expect(token.isActive)
    expect(token.rollback())
  }

  @Test func asynchronousWorkCanRunInTheGlobalScope() async {
    let injection = Injection(strategy: .singleton, instance: "live")

    await withOverrideScope(.isolated) {
      injection.override(with: "mock")
      let value = await OverrideScope.global.run {
        await Task.yield()
        return injection.resolve()
      }
      expectEqual(value, "live")
      let inherited = await OverrideScope.global.run {
        await Task { OverrideScope.current.isGlobal }.value
      }
      expect(inherited)
      expectEqual(injection.resolve(), "mock")
    }
  }

  @Test func scopeOpenedInTheGlobalScopeIsOutsideTheCurrentScope() {
    let injection = Injection(strategy: .singleton, instance: "live")

    withOverrideScope {
      injection.override(with: "outer")
      OverrideScope.global.run {
        withOverrideScope { expectEqual(injection.resolve(), "live") }
      }
    }
  }

  @Test func runInTheGlobalScopeLeavesTheLiveUseOfTheScope() {
    let injection = Injection(strategy: .singleton, instance: "live")
    let reports = Box(0)
    let scope = OverrideScope(.isolated)
    scope.reportLiveUses { _ in reports.content += 1 }

    scope.run {
      OverrideScope.global.run { _ = injection.resolve() }
      expectEqual(reports.content, 0)
      _ = injection.resolve()
      expectEqual(reports.content, 1)
    }
    scope.end()
  }

  @Test func globalOverrideRetainsItsInjectionUntilTheRollback() {
    var token: Override?
    do {
      let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
      _ = injection.resolve()
      token = injection.override(with: CountedObject(counter, "mock"))
      _ = injection.resolve()
    }
    expectEqual(counter.alive, 2)
    expectEqual(token?.isActive, true)

    expectEqual(token?.rollback(), true)

    expectEqual(counter.alive, 0)
  }
}
