import Testing
import Vial

/// Opening and running scopes, and the overrides that each kind of scope sees (rules 18 and 20).
@MainActor struct OverrideScopeTests {
  let counter = InstanceCounter()

  // MARK: Opening and running

  @Test func scopeIsInheritingByDefault() {
    expectEqual(OverrideScope().kind, .inheriting)
    expectEqual(OverrideScope(.inheriting).kind, .inheriting)
    expectEqual(OverrideScope(.isolated).kind, .isolated)
    expect(OverrideScope.current.isGlobal)
  }

  @Test(arguments: OverrideScope.Kind.all)
  func innermostScopeIsCurrent(kind: OverrideScope.Kind) {
    expect(OverrideScope.current.isGlobal)
    withOverrideScope(kind) {
      let outer = OverrideScope.current
      expect(!outer.isGlobal)
      expect(outer !== OverrideScope.global)
      expectEqual(outer.kind, kind)
      withOverrideScope(kind) {
        expect(!OverrideScope.current.isGlobal)
        expect(OverrideScope.current !== outer)
        expectEqual(OverrideScope.current.kind, kind)
      }
      expect(OverrideScope.current === outer)
      expect(!outer.hasEnded)
    }
    expect(OverrideScope.current.isGlobal)
  }

  @Test(arguments: OverrideScope.Kind.all)
  func runMakesTheScopeCurrent(kind: OverrideScope.Kind) async {
    let scope = OverrideScope(kind)

    expect(!scope.hasEnded)
    scope.run { expect(OverrideScope.current === scope) }
    await scope.run {
      await Task.yield()
      expect(OverrideScope.current === scope)
    }
    expect(OverrideScope.current.isGlobal)
    scope.end()
  }

  @Test(arguments: OverrideScope.Kind.all)
  func eachRunUsesTheOverridesAndInstancesOfTheScope(kind: OverrideScope.Kind) {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let other = Injection(strategy: .singleton, instance: CountedObject(counter, "other"))
    let scope = OverrideScope(kind)

    let token = scope.run { injection.override(with: CountedObject(counter, "mock")) }
    let mock = scope.run { injection.resolve() }

    expectEqual(mock.name, "mock")
    expect(scope.run { injection.resolve() } === mock)
    expect(scope.run { other.resolve() } === scope.run { other.resolve() })
    expect(injection.current == nil)
    expect(other.current == nil)
    expect(token.isActive)
    expect(token.rollback())
    expectEqual(scope.run { injection.resolve().name }, "live")
    scope.end()
  }

  @Test func runIgnoresTheOverridesOfTheCallersScope() {
    let injection = Injection(strategy: .singleton, instance: "live")
    let scope = OverrideScope()

    withOverrideScope {
      injection.override(with: "elsewhere")
      expectEqual(scope.run { injection.resolve() }, "live")
      scope.run { _ = injection.override(with: "mock") }
      expectEqual(injection.resolve(), "elsewhere")
    }

    expectEqual(scope.run { injection.resolve() }, "mock")
    scope.end()
  }

  @Test func runContinuesAnOuterScopeInsideAnIsolatedScope() {
    let injection = Injection(strategy: .singleton, instance: "live")

    withOverrideScope(.isolated) {
      let first = OverrideScope.current
      injection.override(with: "first")
      withOverrideScope(.isolated) {
        injection.override(with: "second")
        first.run { expectEqual(injection.resolve(), "first") }
        expectEqual(injection.resolve(), "second")
      }
      expectEqual(injection.resolve(), "first")
    }
  }

  @Test func siblingScopesDoNotSeeEachOther() {
    let injection = Injection(strategy: .singleton, instance: "live")
    let scopes = (0..<3).map { _ in OverrideScope() }
    for (index, scope) in scopes.enumerated() {
      scope.run { _ = injection.override(with: "\(index)") }
    }

    expectEqual(scopes.map { $0.run { injection.resolve() } }, ["0", "1", "2"])
    scopes[1].end()

    expectEqual(scopes.map { $0.run { injection.resolve() } }, ["0", "1", "2"])
    expectEqual(injection.resolve(), "live")
    for scope in scopes { scope.end() }
  }

  @Test(arguments: OverrideScope.Kind.all)
  func overridesAndInstancesEndWithTheScope(kind: OverrideScope.Kind) {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let other = Injection(strategy: .singleton, instance: CountedObject(counter, "other"))

    let token = withOverrideScope(kind) {
      let token = injection.override(with: CountedObject(counter, "mock"))
      expectEqual(injection.resolve().name, "mock")
      expectEqual(other.resolve().name, "other")
      expectEqual(counter.alive, 2)
      expect(injection.isOverridden)
      return token
    }

    expectEqual(counter.alive, 0)
    expect(!token.isActive)
    expect(!token.rollback())
    expect(!injection.isOverridden)
    expect(injection.current == nil)
    expectEqual(injection.resolve().name, "live")
  }

  @Test func thrownErrorEndsTheScope() {
    struct Failure: Error {}
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let box = Box<OverrideScope?>(nil)

    #expect(throws: Failure.self) {
      try withOverrideScope {
        box.content = OverrideScope.current
        injection.override(with: CountedObject(counter, "mock"))
        _ = injection.resolve()
        throw Failure()
      }
    }

    expectEqual(box.content?.hasEnded, true)
    expect(OverrideScope.current.isGlobal)
    expectEqual(counter.alive, 0)
    expectEqual(injection.resolve().name, "live")
  }

  // MARK: Kinds

  @Test func inheritingScopeSeesOverridesAndReusesInstancesOutside() {
    let overridden = Injection(strategy: .singleton, instance: CountedObject(counter))
    let alive = Injection(strategy: .singleton, instance: CountedObject(counter, "alive"))
    let shared = Injection(strategy: .shared, instance: CountedObject(counter, "shared"))
    let token = overridden.override(with: CountedObject(counter, "mock"))
    let mock = overridden.resolve()
    let singleton = alive.resolve()
    let held = shared.resolve()

    withOverrideScope {
      expect(overridden.isOverridden)
      expect(overridden.resolve() === mock)
      expect(alive.resolve() === singleton)
      expect(alive.current === singleton)
      expect(shared.resolve() === held)
    }

    token.rollback()
  }

  @Test func freshScopeSeesOverridesButReusesNoInstances() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    injection.override(with: CountedObject(counter, "mock"))
    defer { injection.rollbackOverride() }
    let outside = injection.resolve()

    withOverrideScope(.fresh) {
      expectEqual(OverrideScope.current.kind, .fresh)
      expect(injection.isOverridden)
      expectEqual(injection.overrideCount, 1)
      expect(Overrides.active.map(\.declaration.typeName).contains("CountedObject"))
      expect(injection.current == nil)
      let inside = injection.resolve()
      expectEqual(inside.name, "mock")
      expect(inside !== outside)
      expect(injection.resolve() === inside)
    }

    expect(injection.resolve() === outside)
  }

  @Test func isolatedScopeSeesNoOverridesAndReusesNoInstances() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let outside = injection.resolve()
    let token = injection.override(with: CountedObject(counter, "mock"))
    _ = injection.resolve()

    withOverrideScope(.isolated) {
      expect(!injection.isOverridden)
      expectEqual(injection.overrideCount, 0)
      expect(Overrides.active.isEmpty)
      expect(injection.current == nil)
      let inside = injection.resolve()
      expectEqual(inside.name, "live")
      expect(inside !== outside)
      expect(injection.resolve() === inside)
    }

    token.rollback()
    expect(injection.resolve() === outside)
  }

  @Test func freshScopeSeesALaterOverrideOutside() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let scope = OverrideScope(.fresh)
    let live = scope.run { injection.resolve() }

    let token = injection.override(with: CountedObject(counter, "mock"))
    expectEqual(scope.run { injection.resolve().name }, "mock")
    token.rollback()

    expect(scope.run { injection.resolve() } === live)
    scope.end()
  }

  @Test func implementationProvidedOutsideIsVisibleInAFreshScope() {
    let api = Injection<CountedObject>.required("the API client")
    api.provide(with: CountedObject(counter, "provided"))
    let outside = api.resolve()
    let scope = OverrideScope(.fresh)

    scope.run {
      expect(api.isProvided)
      expectEqual(api.resolve().name, "provided")
      expect(api.resolve() !== outside)
    }
    api.withdraw()

    scope.run { expect(!api.isProvided) }
    expectEqual(counter.alive, 1)
    withExtendedLifetime(outside) {}
    scope.end()
  }

  @Test(arguments: [OverrideScope.Kind.inheriting, .fresh])
  func rollbackAffectsOnlyTheCurrentScope(kind: OverrideScope.Kind) {
    let injection = Injection(strategy: .singleton, instance: "live")
    let token = injection.override(with: "outside")

    withOverrideScope(kind) {
      expect(!injection.rollbackOverride())
      injection.override(with: { "inside(\($0.resolve()))" })
      expectEqual(injection.resolve(), "inside(outside)")
      expectEqual(injection.overrideCount, 2)
      expect(injection.rollbackOverride())
      expect(!injection.rollbackOverride())
      injection.rollbackAllOverrides()
      expectEqual(injection.resolve(), "outside")
      injection.override(with: "inside")
      expectEqual(injection.resolve(), "inside")
    }

    expectEqual(injection.resolve(), "outside")
    expect(token.rollback())
  }

  // MARK: Nested scopes

  @Test func inheritingScopeInheritsFromTheScopeInWhichItWasCreated() {
    let injection = Injection(strategy: .singleton, instance: "live")

    withOverrideScope(.isolated) {
      injection.override(with: "outer")
      let inheriting = OverrideScope()
      let isolated = OverrideScope(.isolated)
      expectEqual(inheriting.run { injection.resolve() }, "outer")
      expectEqual(isolated.run { injection.resolve() }, "live")
      inheriting.run { _ = injection.override(with: { "inner(\($0.resolve()))" }) }
      expectEqual(inheriting.run { injection.resolve() }, "inner(outer)")
      expectEqual(injection.resolve(), "outer")
    }
  }

  @Test func inheritingScopeInAnIsolatedScopeSeesNothingOutside() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let outside = injection.resolve()
    let other = Injection(strategy: .singleton, instance: CountedObject(counter))
    let token = other.override(with: CountedObject(counter, "mock"))

    withOverrideScope(.isolated) {
      withOverrideScope(.inheriting) {
        expect(injection.current == nil)
        expect(injection.resolve() !== outside)
        expect(!other.isOverridden)
        expectEqual(other.resolve().name, "live")
        expect(Overrides.active.isEmpty)
      }
    }

    token.rollback()
  }

  @Test func inheritingScopeInAFreshScopeSeesTheOverridesOutside() {
    let injection = Injection(strategy: .singleton, instance: "live")
    injection.override(with: "outside")
    defer { injection.rollbackOverride() }

    withOverrideScope(.fresh) {
      withOverrideScope {
        expectEqual(injection.resolve(), "outside")
        expectEqual(injection.overrideCount, 1)
      }
    }
  }

  @Test func freshScopeInAnIsolatedScopeSeesOnlyTheIsolatedScope() {
    let injection = Injection(strategy: .singleton, instance: "live")
    let other = Injection(strategy: .singleton, instance: "live")
    injection.override(with: "outside")
    other.override(with: "outside")
    defer {
      injection.rollbackOverride()
      other.rollbackOverride()
    }

    withOverrideScope(.isolated) {
      injection.override(with: "isolated")
      withOverrideScope(.fresh) {
        expectEqual(injection.resolve(), "isolated")
        expectEqual(other.resolve(), "live")
        expectEqual(Overrides.active.count, 1)
      }
    }
  }

  @Test func isolatedScopeInAFreshScopeSeesNoOverride() {
    let injection = Injection(strategy: .singleton, instance: "live")

    withOverrideScope(.fresh) {
      injection.override(with: "fresh")
      withOverrideScope(.isolated) { expectEqual(injection.resolve(), "live") }
      expectEqual(injection.resolve(), "fresh")
    }
  }

  @Test func activeOverridesOfNestedScopesAreListedOldestFirst() {
    let injection = Injection(strategy: .singleton, instance: "live")

    withOverrideScope(.isolated) {
      let outer = OverrideScope.current
      injection.override(with: "a", fileID: "App/A.swift", line: 1)
      withOverrideScope {
        injection.override(with: "b", fileID: "App/A.swift", line: 2)
        outer.run { _ = injection.override(with: "c", fileID: "App/A.swift", line: 3) }
        injection.override(with: "d", fileID: "App/A.swift", line: 4)
        outer.run { _ = injection.override(with: "e", fileID: "App/A.swift", line: 5) }
        expectEqual(Overrides.active.map(\.callSite.line), [1, 2, 3, 4, 5])
      }
      expectEqual(Overrides.active.map(\.callSite.line), [1, 3, 5])
    }
  }

  // MARK: Dependencies, decorators and forwards

  @Test func dependenciesAreResolvedWithTheOverridesOfTheScope() {
    let part = Injection(strategy: .singleton, instance: CountedObject(counter, "part"))
    let whole = Injection(
      strategy: .singleton,
      instance: CountedObject(counter, "whole", parts: [part.resolve()])
    )

    withOverrideScope {
      part.override(with: CountedObject(counter, "mock"))
      expectEqual((whole.resolve().parts.first as? CountedObject)?.name, "mock")
    }

    expectEqual((whole.resolve().parts.first as? CountedObject)?.name, "part")
  }

  @Test func decoratorReceivesTheOriginalVisibleInItsScope() throws {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let outside = injection.resolve()

    withOverrideScope {
      injection.override(with: { CountedObject(counter, "inside", parts: [$0.resolve()]) })
      expect(injection.resolve().parts.first as? CountedObject === outside)
    }
    try withOverrideScope(.isolated) {
      injection.override(with: { CountedObject(counter, "inside", parts: [$0.resolve()]) })
      let part = try #require(injection.resolve().parts.first as? CountedObject)
      expect(part !== outside)
    }
  }

  @Test func decoratorsOfNestedScopesWrapEachOther() {
    let injection = Injection(strategy: .singleton, instance: "live")
    let token = injection.override(with: { "1(\($0.resolve()))" })

    withOverrideScope {
      injection.override(with: { "2(\($0.resolve()))" })
      withOverrideScope {
        injection.override(with: { "3(\($0.resolve()))" })
        expectEqual(injection.resolve(), "3(2(1(live)))")
        token.rollback()
        expectEqual(injection.resolve(), "3(2(live))")
      }
      expectEqual(injection.resolve(), "2(live)")
      withOverrideScope(.isolated) {
        injection.override(with: { "4(\($0.resolve()))" })
        expectEqual(injection.resolve(), "4(live)")
      }
    }

    expectEqual(injection.resolve(), "live")
  }

  @Test func forwardingOverrideSeesTheOverridesOfAnInnerScope() {
    let other = Injection(strategy: .singleton, instance: "other")
    let injection = Injection(strategy: .singleton, instance: "live")
    let token = injection.override(with: other)

    withOverrideScope {
      expectEqual(injection.resolve(), "other")
      other.override(with: "mock")
      expectEqual(injection.resolve(), "mock")
    }

    expectEqual(injection.resolve(), "other")
    token.rollback()
  }
}

/// A token rolls back its override in the scope of the override, from any scope, until that scope ends.
@MainActor struct OverrideScopeTokenTests {
  private struct Stop: Error {}

  let injection = Injection(strategy: .singleton, instance: "live")

  @Test func tokenOfAGlobalOverrideCanBeUsedInAScope() {
    let injection = Injection(strategy: .singleton, instance: "live")
    let token = injection.override(with: "outside")

    withOverrideScope {
      expectEqual(injection.resolve(), "outside")
      expect(token.rollback())
      expectEqual(injection.resolve(), "live")
    }

    expectEqual(injection.resolve(), "live")
  }

  @Test func tokenCanBeUsedInNestedScopes() {
    withOverrideScope {
      let first = injection.override(with: "first")
      let second = injection.override(with: "second")

      withOverrideScope(.isolated) {
        injection.override(with: "inner")
        withOverrideScope {
          expect(first.isActive)
          expect(first.rollback())
          expect(!first.rollback())
          expect(second.rollback())
          expectEqual(injection.resolve(), "inner")
        }
      }

      expect(!first.isActive)
      expect(!second.isActive)
      expectEqual(injection.resolve(), "live")
    }
  }

  @Test func tokenCanBeUsedInASiblingScope() {
    let held = OverrideScope(.isolated)
    let heldToken = held.run { injection.override(with: "held") }

    withOverrideScope {
      let token = injection.override(with: "block")
      held.run {
        expect(token.rollback())
        expectEqual(injection.resolve(), "held")
      }
      expectEqual(injection.resolve(), "live")
      expect(heldToken.rollback())
    }

    expectEqual(held.run { injection.resolve() }, "live")
  }

  @Test func tokenIsInactiveAfterItsBlockReturns() {
    let held = OverrideScope()

    // vial-graph: ignore because the test is about the token
    let token = held.run { withOverrideScope { injection.override(with: "mock") } }

    expect(!token.isActive)
    expect(!token.rollback())
  }

  @Test func tokenOfAnEndedScopeHasNoEffectWhileOuterScopesAreOpen() {
    withOverrideScope {
      let outer = injection.override(with: "outer")
      let (scope, inner) = withOverrideScope {
        (OverrideScope.current, injection.override(with: "inner"))
      }

      expect(!inner.isActive)
      expect(!inner.rollback())
      expectEqual(scope.run { injection.resolve() }, "inner")
      expect(outer.rollback())
      expectEqual(injection.resolve(), "live")
    }
  }

  @Test func throwingBlockDeactivatesOnlyItsOwnTokens() {
    withOverrideScope {
      let outer = injection.override(with: "outer")
      var inner: Override?

      #expect(throws: Stop.self) {
        try withOverrideScope {
          inner = injection.override(with: "inner")
          throw Stop()
        }
      }

      expectEqual(inner?.isActive, false)
      expectEqual(inner?.rollback(), false)
      expect(outer.isActive)
      expect(outer.rollback())
    }
  }

  @Test func tokenHasNoEffectAfterTheScopeOfItsBlockWasEnded() {
    withOverrideScope {
      let token = injection.override(with: "mock")
      expect(token.isActive)

      OverrideScope.current.end()

      expect(!token.isActive)
      expect(!token.rollback())
      expectEqual(injection.resolve(), "mock")
    }
  }

  @Test func tokenHasNoEffectInATaskThatOutlivesItsScope() async {
    let (token, late) = withOverrideScope {
      let token = injection.override(with: "mock")
      return (token, Task { (token.isActive, token.rollback(), injection.resolve()) })
    }

    expect(!token.isActive)
    expect(await late.value == (false, false, "mock"))
  }
}
