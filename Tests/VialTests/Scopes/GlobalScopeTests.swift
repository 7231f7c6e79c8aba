import Testing
import Vial

/// The global scope, which is current outside every other scope.
@MainActor struct GlobalScopeTests {
  let counter = InstanceCounter()

  @Test func globalScopeIsCurrentOutsideEveryOtherScopeAndNeverEnds() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let token = injection.override(with: CountedObject(counter, "mock"))
    let instance = injection.resolve()
    expect(OverrideScope.current === OverrideScope.global)
    expect(OverrideScope.global.isGlobal)

    let events = events { OverrideScope.global.end() }

    expect(events.isEmpty)
    expect(!OverrideScope.global.hasEnded)
    expect(injection.resolve() === instance)
    expect(token.rollback())
  }

  @Test func runInTheGlobalScopeIgnoresTheCurrentScope() {
    for kind in OverrideScope.Kind.all {
      let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
      let outside = injection.resolve()

      let token = withOverrideScope(kind) {
        let scope = OverrideScope.current
        injection.override(with: CountedObject(counter, "mock"))
        let token = OverrideScope.global.run {
          expect(OverrideScope.current.isGlobal, "\(kind)")
          expect(injection.resolve() === outside, "\(kind)")
          expect(Owner(injection).value === outside, "\(kind)")
          withOverrideScope { expect(injection.resolve() === outside, "\(kind)") }
          return injection.override(with: CountedObject(counter, "global"))
        }
        expect(OverrideScope.current === scope, "\(kind)")
        expectEqual(injection.resolve().name, "mock", "\(kind)")
        return token
      }

      expectEqual(injection.resolve().name, "global", "\(kind)")
      expect(token.rollback(), "\(kind)")
    }
  }

  @Test func asynchronousWorkCanRunInTheGlobalScope() async {
    let injection = Injection(strategy: .singleton, instance: "live")

    await withOverrideScope(.isolated) {
      injection.override(with: "mock")
      let (value, isGlobalInATask) = await OverrideScope.global.run {
        await Task.yield()
        return (injection.resolve(), await Task { OverrideScope.current.isGlobal }.value)
      }
      expectEqual(value, "live")
      expect(isGlobalInATask)
      expectEqual(injection.resolve(), "mock")
    }
  }

  @Test func runInTheGlobalScopeLeavesTheLiveUseOfTheScope() {
    let injection = Injection(strategy: .singleton, instance: "live")
    let reports = Variable(0)
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

    expectEqual(token?.rollback(), true)

    expectEqual(counter.alive, 0)
  }

  @Test func onlyInheritingScopesReuseTheInstancesOfTheGlobalScope() {
    expect(OverrideScope.global.reusesGlobalInstances)
    for kind in OverrideScope.Kind.all {
      withOverrideScope(kind) {
        let reuses = [OverrideScope.current, OverrideScope()].map(\.reusesGlobalInstances)
        expectEqual(reuses, kind == .inheriting ? [true, true] : [false, false], "\(kind)")
      }
    }
  }

  @Test func identityOfTheGlobalScopeIsTheFirstNumber() {
    expectEqual("\(OverrideScope.global.id)", "#0")
    expect(OverrideScope().id != OverrideScope.global.id)
  }
}
