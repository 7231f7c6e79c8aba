import Testing
import Vial

/// The end of a scope releases its instances, and an ended scope accepts no overrides (rules 21 and 27).
@Suite(.checksInvariants) @MainActor struct ScopeEndTests {
  let counter = InstanceCounter()
  private let publications = Publications()

  // MARK: Ending a scope

  @Test func endReleasesCachedInstancesAndKeepsOverridesInForce() {
    for (strategy, kind) in pairs(Strategies.caching, OverrideScope.Kind.all) {
      let injection = Injection(strategy: strategy, instance: CountedObject(counter))
      let value = Injection(strategy: strategy, instance: [CountedObject(counter)])
      var held: CountedObject?

      let unread = withOverrideScope(kind) {
        injection.override(with: { CountedObject(counter, "mock", parts: [$0.resolve()]) })
        held = injection.resolve()
        expectEqual(value.resolve().count, 1)
        return Owner(injection)
      }
      expectEqual(held?.name, "mock")
      held = nil

      expectEqual(counter.alive, 0, "\(strategy), \(kind)")
      expectEqual(unread.value.name, "mock", "\(strategy), \(kind)")
      unread.reset()
      expectEqual(counter.alive, 0, "\(strategy), \(kind)")
    }
  }

  @Test func endHasItsEffectOnceAndKeepsTheInstancesOutside() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let kept = Injection(strategy: .singleton, instance: CountedObject(counter))
    let outside = kept.resolve()
    let scope = OverrideScope()
    let (token, model) = scope.run {
      expect(kept.resolve() === outside)
      return (injection.override(with: CountedObject(counter, "mock")), Owner(kept))
    }
    _ = scope.run { injection.resolve() }
    expectEqual(counter.alive, 2)

    for _ in 1...2 {
      scope.end()
      expect(scope.hasEnded)
      expectEqual(counter.alive, 1)
      expect(!token.isActive)
      expect(!token.rollback())
      expectEqual(scope.run { injection.resolve().name }, "mock")
    }
    expect(kept.resolve() === outside)
    expect(model.value === outside)
  }

  @Test func scopeCanEndWhileCodeRunsInTheScope() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let model = withOverrideScope {
      injection.override(with: CountedObject(counter, "mock"))
      let held = injection.resolve()
      OverrideScope.current.end()
      expect(OverrideScope.current.hasEnded)
      expectEqual(injection.resolve().name, "mock")
      expect(!injection.override(with: CountedObject(counter, "late")).isActive)
      expectEqual(held.name, "mock")
      return Owner(injection)
    }
    expectEqual(model.value.name, "mock")
    model.reset()

    let scopes = [OverrideScope(.isolated), OverrideScope()]
    let whole = Injection<CountedObject>(strategy: .singleton) {
      scopes[0].end()
      return CountedObject(counter)
    }
    let strategy = InjectionStrategy.cached {
      scopes[1].end()
      return { true }
    }
    let checked = Injection(strategy: strategy, instance: CountedObject(counter))
    expectEqual(scopes[0].run { whole.resolve().name }, "live")
    expectEqual(scopes[1].run { checked.resolve().name }, "live")

    expectEqual(scopes.map(\.hasEnded), [true, true])
    expectEqual(counter.alive, 0)
  }

  // MARK: Deinitializers at the end

  /// One of the deinitialized instances was cached before the instance that they resolve, and one after it.
  @Test func deinitializersAtTheEndOfAScopeFindNoCachedInstance() {
    for kind in OverrideScope.Kind.all {
      let found = Variable<[Int]>([])
      let kept = Injection(strategy: .singleton, instance: CountedObject(counter))
      let dying = (0..<2).map { _ in
        Injection(strategy: .singleton, instance: OnDeinit { found.content.append(kept.resolve().serial) })
      }
      let scope = OverrideScope(kind)

      scope.run {
        _ = dying[0].resolve()
        let serial = kept.resolve().serial
        _ = dying[1].resolve()
        expectEqual(found.content, [])
        scope.end()
        expectEqual(found.content.count, 2, "\(kind)")
        expect(!found.content.contains(serial), "\(kind)")
      }

      expectEqual(counter.alive, 0, "\(kind)")
    }
  }

  @Test func deinitializersAtTheEndOfAScopeCannotOverrideRollBackOrWithdraw() {
    let other = Injection(strategy: .singleton, instance: "live")
    for kind in OverrideScope.Kind.all {
      let required = Injection<OnDeinit>.required("an object")
      var (tokens, answers, seen): ([Override], [Bool], [String]) = ([], [], [])
      var provision: Provision?
      var scope: OverrideScope? = OverrideScope(kind)
      let tryEverything: @MainActor () -> Void = {
        scope?.run {
          let late = other.override(with: "late")
          answers += (tokens + [late]).flatMap { [$0.isActive, $0.rollback()] }
          answers += [scope?.hasEnded == false, other.rollbackOverride(), provision?.withdraw() == true]
          seen.append(other.resolve())
        }
      }
      let injections = (0..<20).map { _ in Injection(strategy: .singleton, instance: OnDeinit(tryEverything)) }

      scope?.run {
        tokens = [other.override(with: "mock")]
        provision = required.provide(with: OnDeinit(tryEverything))
        expect(required.resolve() === required.resolve())
        for (index, injection) in injections.enumerated() {
          if index.isMultiple(of: 2) { tokens.append(injection.override(with: { $0.resolve() })) }
          expect(injection.resolve() === injection.resolve())
        }
      }
      scope?.end()

      expectEqual(seen, Array(repeating: "mock", count: 21), "\(kind)")
      expect(!answers.contains(true), "\(kind)")
      expectEqual(provision?.withdraw(), false, "\(kind)")
      expect(!other.isOverridden, "\(kind)")
      scope = nil
    }
  }

  /// The scope owns the injection, so it releases the object that the factory owns.
  @Test func injectionIsReleasedAfterAllInstancesOfTheScope() {
    let other = Injection(strategy: .singleton, instance: 1)
    for isFirst in [true, false] {
      let cached = Variable<[Int?]>([])
      let scope = OverrideScope(.isolated)

      scope.run {
        if !isFirst { _ = other.resolve() }
        let owned = OnDeinit { cached.content.append(scope.run { other.current }) }
        _ = Injection(strategy: .singleton) { "\(type(of: owned))" }.resolve()
        if isFirst { _ = other.resolve() }
      }
      expectEqual(cached.content, [])
      scope.end()

      expectEqual(cached.content, [nil], "first: \(isFirst)")
    }
  }

  // MARK: Changes in an ended scope

  @Test func changesInAnEndedScopeHaveNoEffectAndRetainNothing() {
    for kind in OverrideScope.Kind.all {
      let injection = Injection(strategy: .singleton, instance: "live")
      let kept = Injection<Any>(strategy: .singleton, instance: "live")
      let family = InjectionFamily<Int, String>(strategy: .singleton) { "\($0)" }
      let (provided, unprovided) = (Injection<String>.required("a word"), Injection<String>.required("a word"))
      let (scope, first) = withOverrideScope(kind) {
        injection.override(with: "mock")
        family.override(with: { "mock \($0)" })
        return (OverrideScope.current, provided.provide(with: "first"))
      }

      scope.run {
        let probe = CountedObject(counter)
        let tokens = [
          injection.override(with: "late"), injection.override(with: { "late \($0.resolve())" }),
          kept.override(with: probe), family.override(with: { "late \($0)" }), family[1].override(with: "late"),
        ]
        expect(!tokens.contains { $0.isActive || $0.rollback() }, "\(kind)")
        expect(!injection.rollbackOverride() && !family.rollbackOverride(), "\(kind)")
        injection.rollbackAllOverrides()
        family.rollbackAllOverrides()
        Overrides.rollbackAll()
        let provisions = [first, provided.provide(with: "second"), unprovided.provide(with: "late")]
        expect(!provisions.contains { $0.withdraw() }, "\(kind)")
        expectEqual([injection.resolve(), family.resolve(1), provided.resolve()], ["mock", "mock 1", "first"])
        expectEqual(kept.resolve() as? String, "live", "\(kind)")
        expect(!kept.isOverridden, "\(kind)")
        expect(provided.isProvided && !unprovided.isProvided, "\(kind)")
      }

      expectEqual(counter.alive, 0, "\(kind)")
      expectEqual(injection.resolve(), "live", "\(kind)")
      expect(!provided.isProvided, "\(kind)")
    }
  }

  // MARK: Scopes inside an ended scope

  @Test func innerScopeKeepsAndBuildsInstancesAfterTheOuterScopeEnds() {
    for (style, strategy) in pairs(PublicationStyle.allCases, Strategies.retaining) {
      let part = Injection(strategy: .singleton, instance: CountedObject(counter, "part"))
      let whole = publications.publish(style, strategy) { CountedObject(counter, parts: [part.resolve()]) }
      let late = publications.publish(style, strategy) { CountedObject(counter, parts: [part.resolve()]) }
      let (inner, before) = withOverrideScope(.isolated) {
        part.override(with: CountedObject(counter, "mock"))
        let inner = OverrideScope()
        return (inner, inner.run { whole.resolve() })
      }

      inner.run {
        expect(whole.resolve() === before, "\(style), \(strategy)")
        expect(whole.current === before, "\(style), \(strategy)")
        expect(part.resolve() === before.parts.first as? CountedObject, "\(style), \(strategy)")
        expect(late.resolve() === late.resolve(), "\(style), \(strategy)")
        expect(late.resolve().parts.first as? CountedObject === part.resolve(), "\(style), \(strategy)")
        expectEqual(part.resolve().name, "mock", "\(style), \(strategy)")
      }
      inner.end()
    }
    expectEqual(counter.alive, 0)
  }
}
