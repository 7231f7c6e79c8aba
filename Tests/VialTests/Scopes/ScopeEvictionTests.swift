import Testing
import Vial

/// Rollbacks, clears and compactions that evict the instances of open scopes (rules 5, 16 and 29).
@Suite(.checksInvariants) @MainActor struct ScopeEvictionTests {
  let counter = InstanceCounter()
  private let publications = Publications()

  // MARK: Rollbacks

  /// The closure of the override retains the replacement.
  @Test func rollbackOutsideReleasesTheReplacementCachedInOpenScopes() {
    for (style, depth) in pairs(PublicationStyle.allCases, [1, 2, 5]) {
      let injection = publications.publish(style, .singleton) { CountedObject(counter) }
      var scopes = [OverrideScope()]
      while scopes.count < depth { scopes.append(scopes[scopes.count - 1].run { OverrideScope() }) }
      let token = override(injection)
      for scope in scopes { _ = scope.run { injection.resolve() } }
      expectEqual(counter.alive, 1, "\(style), \(depth) scopes")

      token.rollback()

      expectEqual(counter.alive, 0, "\(style), \(depth) scopes")
      expectEqual(scopes.last?.run { injection.resolve().name }, "live", "\(style), \(depth) scopes")
      for scope in scopes { scope.end() }
    }
  }

  private func override(_ injection: Injection<CountedObject>) -> Override {
    let mock = CountedObject(counter, "mock")
    return injection.override(with: mock)
  }

  // MARK: Clearing

  @Test func clearReachesTheScopesWhoseInstancesTheCurrentScopeReuses() {
    let flow = InjectionFlow("flow")
    for (kind, isFlow) in pairs(OverrideScope.Kind.all, [false, true]) {
      let injection = Injection(strategy: isFlow ? .flow(flow) : .singleton, instance: CountedObject(counter))
      let clear: @MainActor () -> Void = { isFlow ? flow.clear() : injection.clear() }
      let outside = injection.resolve()
      let scope = OverrideScope(kind)
      let inside = scope.run { injection.resolve() }
      expectEqual(inside === outside, kind == .inheriting, "\(kind), flow: \(isFlow)")

      // An inheriting scope reuses the instances of the scope outside, and so clears them.
      scope.run { withOverrideScope { clear() } }
      expect(scope.run { injection.current } == nil, "\(kind), flow: \(isFlow)")
      expectEqual(injection.current === outside, kind != .inheriting, "\(kind), flow: \(isFlow)")

      let own = scope.run { resolveRepeatedly(injection) }
      expect(own !== inside && own !== outside, "\(kind), flow: \(isFlow)")
      clear()
      expect(injection.current == nil, "\(kind), flow: \(isFlow)")
      expect(scope.run { injection.resolve() } === own, "\(kind), flow: \(isFlow)")
      scope.end()
    }
  }

  // MARK: Compaction

  /// Resolves many other injections, so that the scope compacts its lists.
  private func resolveManyOthers(_ strategy: InjectionStrategy = .onDemand, _ count: Int = 60)
    -> [CountedObject]
  {
    (0..<count).map { number in
      Injection(strategy: strategy, instance: CountedObject(InstanceCounter(), "\(number)"))
        .resolve()
    }
  }

  /// A check runs at a resolve of its injection only (rule 6).
  @Test func compactionRunsNoValidityCheck() {
    let checks = Variable(0)
    let strategy = InjectionStrategy.cached {
      {
        checks.content += 1
        return true
      }
    }
    let checked = (0..<40).map { Injection(strategy: strategy, instance: $0) }
    let overridden = Injection(strategy: .singleton, instance: 0)

    withOverrideScope(.isolated) {
      overridden.override(with: 40, strategy: strategy)
      for injection in checked + [overridden] { _ = injection.resolve() }
      for _ in 0..<TestSize.of(4, thorough: 16) { _ = resolveManyOthers() }
      expectEqual(checks.content, 0)
      expectEqual((checked + [overridden]).map { $0.resolve() }, Array(0...40))
      expectEqual(checks.content, 41)
    }
  }

  // MARK: Reused memory

  @Test func injectionsDoNotFindTheInstancesAndOverridesOfOthers() {
    let shared = Injection(strategy: .shared, instance: CountedObject(counter))
    let others = (0..<TestSize.of(50, thorough: 200)).map {
      Injection(strategy: .shared, instance: CountedObject(counter, "\($0)"))
    }
    let rolledBack = Injection(strategy: .singleton, instance: CountedObject(counter))

    withOverrideScope(.isolated) {
      for name in ["first", "second", "third"] {
        let local = Injection(strategy: .singleton, instance: CountedObject(counter, name))
        expectEqual(resolveRepeatedly(local).name, name)
      }
      let token = rolledBack.override(with: CountedObject(counter, "mock"))
      expectEqual(resolveRepeatedly(rolledBack).name, "mock")
      token.rollback()
      for _ in 0..<3 {
        expectEqual(resolveRepeatedly(shared).name, "live")
        for (number, other) in others.enumerated() { expectEqual(resolveRepeatedly(other).name, "\(number)") }
      }
      for other in others {
        other.override(with: CountedObject(counter, "another's"))
        expectEqual(other.resolve().name, "another's")
      }
      expectEqual(rolledBack.resolve().name, "live")
    }
  }
}
