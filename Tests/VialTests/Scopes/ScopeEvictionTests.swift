import Testing
import Vial

/// Rollbacks, clears and compactions that evict the instances of open scopes (rules 5, 16 and 29).
@Suite(.checksInvariants) @MainActor struct ScopeEvictionTests {
  let counter = InstanceCounter()
  private let publications = Publications()

  // MARK: Rollbacks

  @Test(arguments: PublicationStyle.allCases, [1, 2, 5])
  func rollbackOutsideReleasesTheReplacementCachedInOpenScopes(style: PublicationStyle, depth: Int) {
    let injection = publications.publish(style, .singleton) { CountedObject(counter) }
    let (token, scopes) = overridden(injection, depth)
    for scope in scopes { _ = scope.run { injection.resolve() } }
    expectEqual(counter.alive, 1)

    token.rollback()

    expectEqual(counter.alive, 0)
    expectEqual(scopes.last?.run { injection.resolve().name }, "live")
    for scope in scopes { scope.end() }
  }

  /// Overrides with a mock that the override's closure retains, and opens nested scopes.
  private func overridden(
    _ injection: Injection<CountedObject>,
    _ depth: Int
  ) -> (token: Override, scopes: [OverrideScope]) {
    let mock = CountedObject(counter, "mock")
    var scopes = [OverrideScope()]
    while scopes.count < depth { scopes.append(scopes[scopes.count - 1].run { OverrideScope() }) }
    return (injection.override(with: mock), scopes)
  }

  @Test func rollbackOutsideReleasesInstancesThatCapturedTheReplacement() {
    let part = Injection(strategy: .singleton, instance: CountedObject(counter, "part"))
    let other = Injection(strategy: .singleton, instance: CountedObject(counter, "other"))
    let whole = Injection(
      strategy: .singleton,
      instance: CountedObject(counter, "whole", parts: [part.resolve()])
    )
    let family = InjectionFamily<Int, CountedObject>(strategy: .singleton) { [counter] in
      CountedObject(counter, "\($0)")
    }
    let tokens = [
      part.override(with: { CountedObject(counter, "mock", parts: [$0.resolve()]) }),
      other.override(with: whole),
      family.override(with: { [counter] in CountedObject(counter, "mock \($0)") }),
    ]

    withOverrideScope {
      expect(other.resolve() === whole.resolve())
      expectEqual(family.resolve(1).name, "mock 1")
      expectEqual(counter.alive, 4)
      for token in tokens { token.rollback() }
      expectEqual(counter.alive, 0)
      expectEqual((whole.resolve().parts.first as? CountedObject)?.name, "part")
      expectEqual(other.resolve().name, "other")
    }
  }

  @Test func rollbackOutsideEvictsCapturingInstancesOfAFreshScope() {
    let part = Injection(strategy: .singleton, instance: CountedObject(counter, "part"))
    let whole = Injection(
      strategy: .singleton,
      instance: CountedObject(counter, "whole", parts: [part.resolve()])
    )
    let before = Injection(strategy: .singleton, instance: CountedObject(counter, "before"))

    withOverrideScope(.fresh) {
      let outer = OverrideScope.current
      withOverrideScope(.fresh) {
        let kept = before.resolve()
        let token = outer.run { part.override(with: CountedObject(counter, "mock")) }
        expectEqual((whole.resolve().parts.first as? CountedObject)?.name, "mock")
        expectEqual(counter.alive, 3)

        token.rollback()

        expectEqual(counter.alive, 1)
        expect(before.resolve() === kept)
        expectEqual((whole.resolve().parts.first as? CountedObject)?.name, "part")
      }
    }
  }

  @Test func rollbackEvictsInstancesOfTheScopeThatCapturedTheReplacement() {
    let part = Injection(strategy: .singleton, instance: CountedObject(counter, "part"))
    let whole = Injection(
      strategy: .singleton,
      instance: CountedObject(counter, "whole", parts: [part.resolve()])
    )
    func name() -> String? { (whole.resolve().parts.first as? CountedObject)?.name }
    let outside = part.override(with: CountedObject(counter, "outer mock"))

    withOverrideScope {
      expectEqual(name(), "outer mock")
      part.override(with: CountedObject(counter, "inner mock"))
      expectEqual(name(), "outer mock")
      outside.rollback()
      expectEqual(name(), "inner mock")
      part.rollbackOverride()
      expectEqual(name(), "part")
    }

    expect(whole.current == nil)
    expectEqual(counter.alive, 0)
  }

  @Test func valueBuiltFromAReplacementIsBuiltAgainAfterTheRollback() {
    let part = Injection(strategy: .singleton, instance: 1)
    let whole = Injection(strategy: .singleton, instance: part.resolve() + 10)

    withOverrideScope {
      let token = part.override(with: 2)
      for _ in 0..<3 { expectEqual(whole.resolve(), 12) }
      token.rollback()
      for _ in 0..<3 { expectEqual(whole.resolve(), 11) }
    }
  }

  // MARK: Clearing

  /// A way to clear an injection.
  enum Clear: CaseIterable {
    case injection
    case flow

    func strategy(_ flow: InjectionFlow) -> InjectionStrategy {
      switch self {
      case .injection: .singleton
      case .flow: .flow(flow)
      }
    }

    @MainActor func run(_ injection: Injection<CountedObject>, _ flow: InjectionFlow) {
      switch self {
      case .injection: injection.clear()
      case .flow: flow.clear()
      }
    }
  }

  @Test(arguments: [OverrideScope.Kind.fresh, .isolated], Clear.allCases)
  func clearInAFreshOrIsolatedScopeKeepsTheInstanceOutside(kind: OverrideScope.Kind, clear: Clear) {
    let flow = InjectionFlow("flow")
    let injection = Injection(strategy: clear.strategy(flow), instance: CountedObject(counter))
    let outside = injection.resolve()

    withOverrideScope(kind) {
      let inside = injection.resolve()
      expect(inside !== outside)
      clear.run(injection, flow)
      expect(injection.current == nil)
      expect(injection.resolve() !== inside)
    }

    expect(injection.resolve() === outside)
  }

  @Test(arguments: [OverrideScope.Kind.fresh, .isolated], Clear.allCases)
  func clearOutsideKeepsTheInstanceOfAFreshOrIsolatedScope(kind: OverrideScope.Kind, clear: Clear) {
    let flow = InjectionFlow("flow")
    let injection = Injection(strategy: clear.strategy(flow), instance: CountedObject(counter))
    let outside = injection.resolve()
    let scope = OverrideScope(kind)
    let inside = scope.run { injection.resolve() }

    clear.run(injection, flow)

    expect(injection.current == nil)
    expect(injection.resolve() !== outside)
    expect(scope.run { injection.resolve() } === inside)
    scope.end()
  }

  @Test func clearInANestedScopeKeepsInstancesOutsideTheFreshScope() {
    let flow = InjectionFlow("flow")
    let injection = Injection(strategy: .flow(flow), instance: CountedObject(counter))
    let outside = injection.resolve()

    withOverrideScope(.fresh) {
      let inside = injection.resolve()
      withOverrideScope {
        expect(injection.resolve() === inside)
        flow.clear()
      }
      expect(injection.resolve() !== inside)
    }

    expect(injection.resolve() === outside)
  }

  @Test func clearingAFlowEvictsTheReplacementOfTheScope() {
    let flow = InjectionFlow("flow")
    let injection = Injection(strategy: .flow(flow), instance: CountedObject(counter))

    withOverrideScope {
      injection.override(with: CountedObject(counter, "mock"))
      let mock = injection.resolve()
      flow.clear()
      expect(injection.resolve() !== mock)
    }
  }

  @Test func clearedInstanceIsBuiltAgainInTheScope() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))

    withOverrideScope {
      expectEqual(resolveRepeatedly(injection).name, "live")
      expectEqual(counter.built, 1)
      injection.clear()
      expectEqual(resolveRepeatedly(injection).name, "live")
      expectEqual(counter.built, 2)
    }
  }

  /// A number has no identity, so the value shows which build it came from.
  @Test func clearedValueIsBuiltAgainInTheScope() {
    let numbers = Injection<Int>(strategy: .singleton) {
      counter.built += 10
      return counter.built
    }

    withOverrideScope {
      for _ in 0..<3 { expectEqual(numbers.resolve(), 10) }
      numbers.clear()
      for _ in 0..<3 { expectEqual(numbers.resolve(), 20) }
    }
  }

  @Test func scopeBuildsItsOwnInstanceAfterAnInheritedInstanceIsCleared() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let outside = injection.resolve()

    withOverrideScope {
      expect(injection.resolve() === outside)
      expect(injection.resolve() === outside)
      injection.clear()
      let inside = injection.resolve()
      expect(inside !== outside)
      expect(injection.resolve() === inside)
      expect(injection.resolve() === inside)
    }
  }

  // MARK: Compaction

  /// The arguments include the count at which the next store compacts the scope.
  @Test(arguments: TestSize.of(30, thorough: 1)...40, [0, 20])
  func deinitializerDuringACompactionCanResolveTheSameInjection(count: Int, others: Int) {
    let late = Injection(strategy: .singleton, instance: CountedObject(counter))
    let others = (0..<others).map { Injection(strategy: .onDemand, instance: $0) }

    withOverrideScope(.isolated) {
      for _ in 0..<count {
        let onDeinit = OnDeinit {
          if others.isEmpty { _ = late.resolve() }
          for other in others { _ = other.resolve() }
        }
        let used = Injection<Int>(strategy: .onDemand) { withExtendedLifetime(onDeinit) { 1 } }
        _ = used.resolve()
      }
      let built = late.resolve()
      expect(late.resolve() === built)
      expectEqual(counter.built, 1)
    }
  }

  @Test func deinitializerDuringACompactionCanOverrideTheSameInjection() {
    withOverrideScope(.isolated) {
      for _ in 0..<40 {
        let target = Injection(strategy: .singleton, instance: "live")
        let onDeinit = OnDeinit { target.override(with: "late") }
        let used = Injection<Int>(strategy: .onDemand) { withExtendedLifetime(onDeinit) { 1 } }
        _ = used.resolve()
        target.override(with: "mock")
        expect(target.overrideCount >= 1)
        expect(target.resolve() != "live")
        target.rollbackAllOverrides()
        expectEqual(target.resolve(), "live")
      }
    }
  }

  @Test(arguments: 31...33)
  func singletonBuiltOutsideDuringACompactionIsReused(count: Int) {
    let late = Injection(strategy: .singleton, instance: CountedObject(counter))
    let outside = Owner(late)

    withOverrideScope {
      for _ in 0..<count {
        let onDeinit = OnDeinit { _ = outside.value }
        let used = Injection<Int>(strategy: .shared) { withExtendedLifetime(onDeinit) { 1 } }
        _ = used.resolve()
      }
      let inside = late.resolve()
      if outside.isResolved { expect(outside.value === inside) }
      expect(late.resolve() === inside)
    }
  }

  /// A check runs at a resolve of its injection only (rule 6).
  @Test func compactionRunsNoValidityCheck() {
    let checks = Box(0)
    let strategy = InjectionStrategy.cached {
      {
        checks.content += 1
        return true
      }
    }
    let checked = (0..<40).map { Injection(strategy: strategy, instance: $0) }
    let others = InjectionFamily<Int, Int>(strategy: .shared) { $0 }

    withOverrideScope(.isolated) {
      for injection in checked { _ = injection.resolve() }
      for key in 0..<TestSize.of(200, thorough: 1_000) { _ = others.resolve(key) }
      expectEqual(checks.content, 0)
      expectEqual(checked.map { $0.resolve() }, Array(0..<40))
      expectEqual(checks.content, 40)
    }
  }

  @Test func compactionDoesNotRunTheValidityCheckOfAnOverride() {
    let checks = Box(0)
    let strategy = InjectionStrategy.cached {
      {
        checks.content += 1
        return true
      }
    }
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))

    withOverrideScope(.isolated) {
      _ = resolveManyOthers()
      injection.override(with: CountedObject(counter), strategy: strategy)
      let mock = injection.resolve()
      _ = resolveManyOthers()
      expectEqual(checks.content, 0)
      expect(injection.resolve() === mock)
      expectEqual(checks.content, 1)
    }
  }

  /// Resolves many other injections, so that the scope compacts its lists.
  private func resolveManyOthers(_ strategy: InjectionStrategy = .onDemand, _ count: Int = 60)
    -> [CountedObject]
  {
    (0..<count).map { number in
      Injection(strategy: strategy, instance: CountedObject(InstanceCounter(), "\(number)"))
        .resolve()
    }
  }

  @Test func instanceWhoseFactoryCompactsTheScopeIsCached() {
    let whole = Injection(strategy: .singleton) {
      CountedObject(counter, parts: [resolveManyOthers()])
    }

    withOverrideScope(.isolated) {
      _ = resolveManyOthers()
      let built = whole.resolve()
      expect(whole.resolve() === built)
      expectEqual(counter.built, 1)
    }
  }

  /// The memory of the dropped entry may be used by a later entry, which must not be found for the cleared injection.
  @Test func clearedInstanceIsBuiltAgainAfterACompaction() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter, "cleared"))

    withOverrideScope(.isolated) {
      _ = resolveManyOthers()
      expectEqual(injection.resolve().name, "cleared")
      expectEqual(injection.resolve().name, "cleared")
      injection.clear()
      let others = resolveManyOthers(.singleton, 300)

      expectEqual(injection.resolve().name, "cleared")
      expectEqual(counter.built, 2)
      expectEqual(others.count, 300)
    }
  }

  @Test func clearedInstanceIsBuiltAgainAfterItsScopeForgetsTheInjection() {
    let flow = InjectionFlow("flow")
    let injection = Injection(strategy: .flow(flow), instance: CountedObject(counter))
    let others = (0..<100).map { Injection(strategy: .onDemand, instance: $0) }

    withOverrideScope {
      expectEqual(resolveRepeatedly(injection).name, "live")
      flow.clear()
      for other in others { _ = other.resolve() }
      expectEqual(resolveRepeatedly(injection).name, "live")
      expectEqual(counter.built, 2)
    }
  }

  // MARK: Reused memory

  @Test func successiveLocalInjectionsDoNotShareInstances() {
    withOverrideScope {
      for name in ["first", "second", "third"] {
        let injection = Injection(strategy: .singleton, instance: CountedObject(counter, name))
        expectEqual(resolveRepeatedly(injection).name, name)
      }
    }
  }

  /// A later instance may have the address of a deallocated instance.
  @Test func evictedInstanceIsNotReplacedByAnInstanceOfAnotherInjection() {
    let flow = InjectionFlow("flow")
    let injection = Injection(strategy: .flow(flow), instance: CountedObject(counter))
    let dropping = (0..<40).map { _ in
      Injection(strategy: .onDemand, instance: CountedObject(counter))
    }
    let others = (0..<200).map {
      Injection(strategy: .singleton, instance: CountedObject(counter, "\($0)"))
    }

    withOverrideScope {
      expectEqual(resolveRepeatedly(injection).name, "live")
      flow.clear()
      for other in dropping { _ = other.resolve() }
      for other in others { _ = other.resolve() }
      expectEqual(injection.resolve().name, "live")
    }
  }

  /// A later instance may have the address of a deallocated instance.
  @Test func sharedInstanceIsNotReplacedByAnInstanceOfAnotherInjection() {
    let injection = Injection(strategy: .shared, instance: CountedObject(counter))
    let others = (0..<TestSize.of(40, thorough: 200)).map {
      Injection(strategy: .shared, instance: CountedObject(counter, "\($0)"))
    }

    withOverrideScope {
      for _ in 0..<3 {
        expectEqual(resolveRepeatedly(injection).name, "live")
        for (number, other) in others.enumerated() { expectEqual(resolveRepeatedly(other).name, "\(number)") }
      }
    }
  }

  @Test func rolledBackInjectionIgnoresTheOverridesOfOtherInjections() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let others = (0..<50).map { _ in
      Injection(strategy: .singleton, instance: CountedObject(counter))
    }

    withOverrideScope(.isolated) {
      let token = injection.override(with: CountedObject(counter, "mock"))
      expectEqual(resolveRepeatedly(injection).name, "mock")
      token.rollback()
      for other in others {
        other.override(with: CountedObject(counter, "another's"))
        expectEqual(other.resolve().name, "another's")
      }
      expectEqual(injection.resolve().name, "live")
    }
  }
}
