import Testing
import Vial

/// The end of a scope releases its instances, and an ended scope accepts no overrides (rules 21 and 27).
@Suite(.checksInvariants) @MainActor struct ScopeEndTests {
  let counter = InstanceCounter()
  private let publications = Publications()

  // MARK: Ending a scope

  @Test(arguments: Strategies.caching, OverrideScope.Kind.all)
  func endReleasesCachedInstancesAndKeepsOverridesInForce(strategy: InjectionStrategy, kind: OverrideScope.Kind) {
    let injection = Injection(strategy: strategy, instance: CountedObject(counter))
    let value = Injection(strategy: strategy, instance: [CountedObject(counter)])
    let held = Box<[CountedObject]>([])

    let unread = withOverrideScope(kind) {
      injection.override(with: { CountedObject(counter, "mock", parts: [$0.resolve()]) })
      held.content.append(injection.resolve())
      expectEqual(value.resolve().count, 1)
      return Owner(injection)
    }
    held.content = []

    expectEqual(counter.alive, 0)
    expectEqual(unread.value.name, "mock")
    unread.reset()
    expectEqual(counter.alive, 0)
  }

  @Test(arguments: OverrideScope.Kind.all)
  func endReleasesTheInstancesOfKeysForwardsAndImplementations(kind: OverrideScope.Kind) {
    let family = InjectionFamily<Int, CountedObject>(strategy: .singleton) { [counter] in
      CountedObject(counter, "\($0)")
    }
    let other = Injection(strategy: .singleton, instance: CountedObject(counter, "other"))
    let required = Injection<CountedObject>.required("an object")

    let scope = withOverrideScope(kind) {
      family[2].override(with: other)
      required.provide(with: CountedObject(counter, "provided"))
      expectEqual([family.resolve(1), family.resolve(2), required.resolve()].count, 3)
      expectEqual(counter.alive, 3)
      return OverrideScope.current
    }

    expectEqual(counter.alive, 0)
    expectEqual(scope.run { family.resolve(2).name }, "other")
    expectEqual(scope.run { required.resolve().name }, "provided")
    expectEqual(counter.alive, 0)
  }

  @Test(arguments: OverrideScope.Kind.all)
  func endReleasesTheInstanceOfEachOverride(kind: OverrideScope.Kind) {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let scope = OverrideScope(kind)
    scope.run {
      for number in 0..<4 {
        injection.override(with: CountedObject(counter, "\(number)"))
        expectEqual(injection.resolve().name, "\(number)")
      }
    }
    expectEqual(counter.alive, 4)

    scope.end()

    expectEqual(counter.alive, 0)
    expectEqual(scope.run { injection.overrideCount }, 4)
  }

  @Test(arguments: OverrideScope.Kind.all)
  func endReleasesTheInstanceBelowAnOverride(kind: OverrideScope.Kind) {
    let required = Injection<CountedObject>.required("an object")

    let held = withOverrideScope(kind) {
      required.provide(with: CountedObject(counter, "provided"))
      expectEqual(required.resolve().name, "provided")
      required.override(with: CountedObject(counter, "mock"))
      expectEqual(required.resolve().name, "mock")
      expectEqual(counter.alive, 2)
      return OverrideScope.current
    }

    expectEqual(counter.alive, 0)
    expectEqual(held.run { required.resolve().name }, "mock")
  }

  @Test func endKeepsTheInstancesOutside() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let outside = injection.resolve()

    let model = withOverrideScope {
      expect(injection.resolve() === outside)
      return Owner(injection)
    }

    expect(injection.resolve() === outside)
    expect(model.value === outside)
  }

  @Test(arguments: OverrideScope.Kind.all)
  func endingAScopeTwiceHasNoFurtherEffect(kind: OverrideScope.Kind) {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let scope = OverrideScope(kind)
    let token = scope.run { injection.override(with: CountedObject(counter, "mock")) }
    _ = scope.run { injection.resolve() }
    expectEqual(counter.alive, 1)

    for _ in 1...2 {
      scope.end()
      expect(scope.hasEnded)
      expectEqual(counter.alive, 0)
      expect(!token.isActive)
      expect(!token.rollback())
      expectEqual(scope.run { injection.resolve().name }, "mock")
    }
  }

  @Test func scopeCanEndWhileCodeRunsInTheScope() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let scope = OverrideScope()

    scope.run {
      injection.override(with: CountedObject(counter, "mock"))
      let held = injection.resolve()
      scope.end()
      expect(OverrideScope.current === scope)
      expectEqual(injection.resolve().name, "mock")
      expect(!injection.override(with: CountedObject(counter, "late")).isActive)
      expectEqual(held.name, "mock")
    }

    expectEqual(counter.alive, 0)
  }

  @Test func scopeOfABlockCanEndBeforeTheBlockReturns() {
    let injection = Injection(strategy: .singleton, instance: "live")

    let model = withOverrideScope {
      injection.override(with: "mock")
      OverrideScope.current.end()
      expectEqual(injection.resolve(), "mock")
      return Owner(injection)
    }

    expectEqual(model.value, "mock")
    expect(OverrideScope.current.isGlobal)
  }

  @Test func factoryCanEndTheScopeInWhichItRuns() {
    let scope = OverrideScope(.isolated)
    let injection = Injection<CountedObject>(strategy: .singleton) {
      scope.end()
      return CountedObject(counter)
    }

    expectEqual(scope.run { injection.resolve().serial }, 1)

    expectEqual(counter.alive, 0)
    expect(scope.hasEnded)
  }

  @Test func scopeThatEndsWhileAValidityCheckIsMadeRetainsNoInstance() {
    let scope = OverrideScope()
    let strategy = InjectionStrategy.cached {
      scope.end()
      return { true }
    }
    let injection = Injection(strategy: strategy, instance: CountedObject(counter))

    scope.run { _ = injection.resolve() }

    expectEqual(counter.alive, 0)
  }

  // MARK: Deinitializers at the end

  /// One of the deinitialized instances was cached before the instance that they resolve, and one after it.
  @Test(arguments: OverrideScope.Kind.all)
  func deinitializersAtTheEndOfAScopeFindNoCachedInstance(kind: OverrideScope.Kind) {
    let found = Box<[Int]>([])
    let kept = Injection(strategy: .singleton, instance: CountedObject(counter))
    let dying = (0..<2).map { _ in
      Injection(
        strategy: .singleton,
        instance: OnDeinit { found.content.append(kept.resolve().serial) }
      )
    }
    let scope = OverrideScope(kind)

    scope.run {
      _ = dying[0].resolve()
      expectEqual(kept.resolve().serial, 1)
      _ = dying[1].resolve()
      expectEqual(found.content, [])
      scope.end()
    }

    expectEqual(found.content.count, 2)
    expect(!found.content.contains(1))
    expectEqual(counter.alive, 0)
  }

  @Test(arguments: 1...20)
  func deinitializersAtTheEndOfAScopeCanResolveInjections(overrides: Int) {
    let scope = OverrideScope(.isolated)
    let overridden = (0..<overrides).map { _ in
      Injection<Any>(strategy: .singleton, instance: "live")
    }
    scope.run {
      for injection in overridden {
        let fresh = Injection(strategy: .onDemand, instance: 1)
        injection.override(
          with: [OnDeinit { _ = fresh.resolve() }, CountedObject(counter)] as [Any]
        )
        _ = injection.resolve()
      }
    }
    expectEqual(counter.alive, overrides)

    // The deinitializers resolve in the scope.
    scope.run { scope.end() }

    expectEqual(counter.alive, 0)
    for injection in overridden { expect(scope.run { injection.isOverridden }) }
  }

  @Test(arguments: OverrideScope.Kind.all)
  func deinitializersAtTheEndOfAScopeCannotOverrideOrRollBack(kind: OverrideScope.Kind) {
    let tokens = Box<[Override]>([])
    let scope = Box<OverrideScope?>(nil)
    let other = Injection(strategy: .singleton, instance: "live")
    let answers = Box<[Bool]>([])
    let seen = Box<[String?]>([])
    let injections = (0..<20).map { _ in
      Injection(
        strategy: .singleton,
        instance: OnDeinit {
          let late = scope.content?.run { other.override(with: "late") }
          answers.content += tokens.content.flatMap { [$0.isActive, $0.rollback()] }
          answers.content += [late?.isActive == true, late?.rollback() == true]
          answers.content += [scope.content?.hasEnded == false]
          answers.content += [scope.content?.run { other.rollbackOverride() } == true]
          seen.content.append(scope.content?.run { other.resolve() })
        }
      )
    }

    withOverrideScope(kind) {
      scope.content = OverrideScope.current
      tokens.content = [other.override(with: "mock")]
      for (index, injection) in injections.enumerated() {
        if index.isMultiple(of: 2) {
          tokens.content.append(injection.override(with: { $0.resolve() }))
        }
        expect(injection.resolve() === injection.resolve())
      }
    }

    expectEqual(seen.content, Array(repeating: "mock", count: 20))
    expect(!answers.content.contains(true))
    expect(!other.isOverridden)
    scope.content = nil
  }

  @Test func deinitializerAtTheEndOfAScopeCannotWithdrawAnImplementation() {
    let required = Injection<OnDeinit>.required("an object")
    let provision = Box<Provision?>(nil)
    let answers = Box<[Bool?]>([])

    withOverrideScope {
      provision.content = required.provide(
        with: OnDeinit { answers.content.append(provision.content?.withdraw()) }
      )
      expect(required.resolve() === required.resolve())
    }

    expectEqual(answers.content, [false])
    expectEqual(provision.content?.withdraw(), false)
  }

  /// The scope owns the injection, so it releases the object that the factory owns.
  @Test(arguments: [true, false])
  func injectionIsReleasedAfterAllInstancesOfTheScope(isFirst: Bool) {
    let other = Injection(strategy: .singleton, instance: 1)
    let cached = Box<[Int?]>([])
    let scope = OverrideScope(.isolated)

    scope.run {
      if !isFirst { _ = other.resolve() }
      let owned = OnDeinit { cached.content.append(scope.run { other.current }) }
      _ = Injection(strategy: .singleton) { "\(type(of: owned))" }.resolve()
      if isFirst { _ = other.resolve() }
    }
    expectEqual(cached.content, [])
    scope.end()

    expectEqual(cached.content, [nil])
  }

  // MARK: Overrides in an ended scope

  @Test(arguments: OverrideScope.Kind.all)
  func overrideInAnEndedScopeHasNoEffectAndRetainsNothing(kind: OverrideScope.Kind) throws {
    let injection = Injection(strategy: .singleton, instance: "live")
    let kept = Injection<Any>(strategy: .singleton, instance: "live")
    let scope = try #require(
      withOverrideScope(kind) {
        injection.override(with: "mock")
        return OverrideScope.current
      }
    )

    scope.run {
      let probe = CountedObject(counter)
      let tokens = [
        injection.override(with: "late"), injection.override(with: { "late \($0.resolve())" }),
        kept.override(with: probe),
      ]
      expect(!tokens.contains { $0.isActive })
      expect(!tokens.contains { $0.rollback() })
      expectEqual(injection.resolve(), "mock")
      expectEqual(kept.resolve() as? String, "live")
      expect(!kept.isOverridden)
    }

    expectEqual(counter.alive, 0)
    expectEqual(injection.resolve(), "live")
  }

  @Test(arguments: OverrideScope.Kind.all)
  func rollbackInAnEndedScopeHasNoEffect(kind: OverrideScope.Kind) {
    let injection = Injection(strategy: .singleton, instance: "live")
    let (scope, token) = withOverrideScope(kind) {
      (OverrideScope.current, injection.override(with: "mock"))
    }

    scope.run {
      expect(!injection.rollbackOverride())
      injection.rollbackAllOverrides()
      Overrides.rollbackAll()
      expect(!token.rollback())
      expectEqual(injection.resolve(), "mock")
    }

    expect(!token.isActive)
    expect(!token.rollback())
    expectEqual(scope.run { injection.resolve() }, "mock")
  }

  @Test(arguments: OverrideScope.Kind.all)
  func overrideOfAFamilyInAnEndedScopeHasNoEffect(kind: OverrideScope.Kind) throws {
    let family = InjectionFamily<Int, String>(strategy: .singleton) { "\($0)" }
    let scope = try #require(
      withOverrideScope(kind) {
        family.override(with: { "mock \($0)" })
        return OverrideScope.current
      }
    )

    scope.run {
      let tokens = [family.override(with: { "late \($0)" }), family[1].override(with: "late")]
      expect(!tokens.contains { $0.isActive })
      expect(!tokens.contains { $0.rollback() })
      expect(!family.rollbackOverride())
      family.rollbackAllOverrides()
      expectEqual(family.resolve(1), "mock 1")
    }
  }

  @Test(arguments: OverrideScope.Kind.all)
  func providingInAnEndedScopeHasNoEffect(kind: OverrideScope.Kind) {
    let provided = Injection<String>.required("a word")
    let unprovided = Injection<String>.required("another word")
    let (scope, first) = withOverrideScope(kind) {
      (OverrideScope.current, provided.provide(with: "first"))
    }

    scope.run {
      let second = provided.provide(with: "second")
      expect(!second.withdraw())
      expect(!first.withdraw())
      expect(provided.isProvided)
      expectEqual(provided.resolve(), "first")
      expect(!unprovided.provide(with: "late").withdraw())
      expect(!unprovided.isProvided)
    }

    expect(!provided.isProvided)
    expect(!unprovided.isProvided)
  }

  @Test func tokenOfAnOverrideOutsideCanBeUsedInAnEndedScope() {
    let injection = Injection(strategy: .singleton, instance: "live")
    let scope = withOverrideScope { OverrideScope.current }
    let token = injection.override(with: "mock")
    expectEqual(scope.run { injection.resolve() }, "mock")

    expect(scope.run { token.rollback() })

    expectEqual(scope.run { injection.resolve() }, "live")
    expectEqual(injection.resolve(), "live")
  }

  @Test func endedScopeResolvesLiveInstancesAndOpensInnerScopes() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let scope = withOverrideScope(.isolated) { OverrideScope.current }
    expect(scope.hasEnded)

    scope.run {
      let token = injection.override(with: CountedObject(counter, "mock"))
      expect(!token.isActive)
      expect(!token.rollback())
      expect(!injection.rollbackOverride())
      expect(!injection.isOverridden)
      expectEqual(injection.overrideCount, 0)
      expectEqual(injection.resolve().name, "live")
      expect(injection.current == nil)
      Overrides.rollbackAll()
      expect(Overrides.active.isEmpty)
      withOverrideScope {
        injection.override(with: CountedObject(counter, "inner mock"))
        expectEqual(injection.resolve().name, "inner mock")
      }
    }

    expectEqual(counter.alive, 0)
    expect(injection.current == nil)
  }

  // MARK: Scopes inside an ended scope

  /// Returns a scope inside a scope that was open only while `body` ran.
  private func makeInner(
    _ kind: OverrideScope.Kind = .inheriting,
    _ body: () -> Void
  ) -> OverrideScope {
    withOverrideScope(.isolated) {
      body()
      return OverrideScope(kind)
    }
  }

  @Test func innerScopeKeepsTheOverridesOfAnEndedOuterScope() {
    let injection = Injection(strategy: .singleton, instance: "live")
    let inner = makeInner { injection.override(with: "outer") }

    expectEqual(inner.run { injection.resolve() }, "outer")
    let token = inner.run { injection.override(with: { "inner(\($0.resolve()))" }) }
    expectEqual(inner.run { injection.resolve() }, "inner(outer)")
    expectEqual(inner.run { injection.overrideCount }, 2)
    expect(token.rollback())

    expectEqual(inner.run { injection.resolve() }, "outer")
    expect(inner.run { injection.isOverridden })
    expect(!inner.run { injection.rollbackOverride() })
  }

  @Test func innerScopeOfATaskKeepsTheOverridesOfAnEndedOuterScope() async {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let gate = AsyncStream.makeStream(of: Void.self)
    let task = withOverrideScope(.isolated) {
      injection.override(with: CountedObject(counter, "outer"))
      return Task {
        await withOverrideScope {
          for await _ in gate.stream {}
          let first = injection.resolve()
          return (first.name, injection.resolve() === first)
        }
      }
    }

    gate.continuation.finish()

    expect(await task.value == ("outer", true))
    expectEqual(counter.alive, 0)
  }

  @Test(arguments: Strategies.retaining)
  func innerScopeKeepsItsInstancesAfterTheOuterScopeEnds(strategy: InjectionStrategy) {
    let part = Injection(strategy: strategy, instance: CountedObject(counter, "part"))
    let whole = Injection(
      strategy: strategy,
      instance: CountedObject(counter, "whole", parts: [part.resolve()])
    )
    let (inner, before) = withOverrideScope(.isolated) {
      part.override(with: CountedObject(counter, "mock"))
      let inner = OverrideScope()
      return (inner, inner.run { whole.resolve() })
    }

    expect(inner.run { whole.resolve() } === before)
    expectEqual((before.parts.first as? CountedObject)?.name, "mock")
    expect(inner.run { part.resolve() } === before.parts.first as? CountedObject)
    expectEqual(counter.built, 2)
    inner.end()
  }

  @Test(arguments: PublicationStyle.allCases, Strategies.retaining)
  func innerScopeReusesItsInstanceAfterTheOuterScopeEnds(
    style: PublicationStyle,
    strategy: InjectionStrategy
  ) {
    let injection = publications.publish(style, strategy) { CountedObject(counter) }
    let (inner, before) = withOverrideScope(.isolated) {
      let inner = OverrideScope()
      return (inner, inner.run { injection.resolve() })
    }

    expect(inner.run { injection.resolve() } === before)
    expect(inner.run { injection.current === before })
    expectEqual(counter.built, 1)
    inner.end()
  }

  @Test func innerScopeBuildsWithTheOverridesOfAnEndedOuterScope() {
    let part = Injection(strategy: .singleton, instance: CountedObject(counter, "part"))
    let whole = Injection(
      strategy: .singleton,
      instance: CountedObject(counter, "whole", parts: [part.resolve()])
    )
    let inner = makeInner {
      part.override(with: CountedObject(counter, "mock"))
      _ = whole.resolve()
    }
    expectEqual(counter.alive, 0)

    let serial = inner.run { whole.resolve().serial }

    expectEqual(inner.run { whole.resolve().serial }, serial)
    expectEqual(inner.run { (whole.resolve().parts.first as? CountedObject)?.name }, "mock")
    inner.end()
    expectEqual(counter.alive, 0)
  }

  @Test func scopeOpenedInAnEndedScopeSeesItsOverrides() throws {
    let injection = Injection(strategy: .singleton, instance: "live")
    let ended = try #require(
      withOverrideScope(.isolated) {
        injection.override(with: "outer")
        return OverrideScope.current
      }
    )

    ended.run {
      withOverrideScope {
        expectEqual(injection.resolve(), "outer")
        injection.override(with: { "inner(\($0.resolve()))" })
        expectEqual(injection.resolve(), "inner(outer)")
        withOverrideScope { expectEqual(injection.resolve(), "inner(outer)") }
      }
      withOverrideScope(.isolated) { expectEqual(injection.resolve(), "live") }
      expectEqual(injection.resolve(), "outer")
    }
  }

  @Test func decoratorsOfEndedOuterScopesStayInForceInside() {
    let injection = Injection(strategy: .singleton, instance: "live")
    let scopes = Box<[OverrideScope]>([OverrideScope()])
    for index in 1...5 {
      let outer = scopes.content[index - 1]
      outer.run { _ = injection.override(with: { "\(index)(\($0.resolve()))" }) }
      scopes.content.append(outer.run { OverrideScope() })
    }

    for scope in scopes.content.dropLast() { scope.end() }

    expectEqual(scopes.content[5].run { injection.resolve() }, "5(4(3(2(1(live)))))")
    expectEqual(scopes.content[2].run { injection.resolve() }, "3(2(1(live)))")
  }

  @Test func isolatedScopeInAnEndedScopeSeesNoOverride() {
    let injection = Injection(strategy: .singleton, instance: "live")
    let inner = makeInner(.isolated) { injection.override(with: "outer") }

    expectEqual(inner.run { injection.resolve() }, "live")
    expect(!inner.run { injection.isOverridden })
  }

  @Test func implementationOfAnEndedScopeIsVisibleInInnerScopes() {
    let required = Injection<String>.required("a word")
    let inner = makeInner { required.provide(with: "outer") }

    expect(inner.run { required.isProvided })
    expectEqual(inner.run { required.resolve() }, "outer")
    expect(!required.isProvided)
  }
}
