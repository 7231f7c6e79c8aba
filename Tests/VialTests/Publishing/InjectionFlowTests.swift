import Testing
import Vial

@MainActor struct InjectionFlowTests {
  let counter = InstanceCounter()
  let scope = InjectionFlow("sign-up")

  @Test func instanceIsCachedUntilItsFlowIsCleared() {
    let injection = Injection(strategy: .flow(scope), instance: CountedObject(counter))
    expectEqual(injection.resolve().serial, 1)
    expectEqual(injection.resolve().serial, 1)
    expectEqual(counter.alive, 1)

    scope.clear()

    expectEqual(counter.alive, 0)
    expect(injection.current == nil)
    expectEqual(injection.resolve().serial, 2)
  }

  @Test func clearingAnEmptyFlowHasNoEffect() {
    let injection = Injection(strategy: .flow(scope), instance: CountedObject(counter))
    scope.clear()
    scope.clear()

    expectEqual(injection.resolve().serial, 1)
    scope.clear()
    scope.clear()
    expectEqual(injection.resolve().serial, 2)
  }

  @Test func consumerKeepsItsInstanceWhenTheFlowIsCleared() {
    let injection = Injection(strategy: .flow(scope), instance: CountedObject(counter))
    let owner = Owner(injection)
    _ = owner.value

    scope.clear()

    expectEqual(owner.value.serial, 1)
    expectEqual(injection.resolve().serial, 2)
    expectEqual(owner.value.serial, 1)
  }

  @Test func clearingAnAncestorClearsItsDescendants() {
    let leaf = InjectionFlow("leaf")
    let branch = InjectionFlow("branch", children: [leaf])
    let root = InjectionFlow("root", children: [branch])
    let injections = [leaf, branch, root].map { scope in
      Injection(strategy: .flow(scope), instance: CountedObject(counter))
    }
    for injection in injections { _ = injection.resolve() }

    branch.clear()
    expectEqual(injections.map { $0.current == nil }, [true, true, false])
    for injection in injections { _ = injection.resolve() }
    root.clear()
    expectEqual(counter.alive, 0)
  }

  @Test func clearingAChildKeepsItsParentAndSiblings() {
    let left = InjectionFlow("left")
    let right = InjectionFlow("right")
    let root = InjectionFlow("root", children: [left, right])
    let injections = [left, right, root].map { scope in
      Injection(strategy: .flow(scope), instance: CountedObject(counter))
    }
    for injection in injections { _ = injection.resolve() }

    left.clear()

    expectEqual(injections.map { $0.current == nil }, [true, false, false])
  }

  @Test func clearingAFlowEvictsTheInstancesOfAllOverrides() {
    let injection = Injection(strategy: .flow(scope), instance: CountedObject(counter))
    injection.override(with: { CountedObject(counter, "decorated", parts: [$0.resolve()]) })
    injection.override(with: { CountedObject(counter, "twice", parts: [$0.resolve()]) })
    expectEqual(injection.resolve().name, "twice")
    expectEqual(counter.alive, 3)

    scope.clear()

    expectEqual(counter.alive, 0)
    expectEqual(injection.resolve().name, "twice")
    expectEqual(counter.built, 6)
  }

  @Test func overrideCanMoveAnInjectionIntoAFlow() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let original = injection.resolve()
    injection.override(with: CountedObject(counter, "mock"), strategy: .flow(scope))
    expectEqual(injection.resolve().serial, 2)

    scope.clear()
    expectEqual(injection.resolve().serial, 3)

    injection.rollbackOverride()
    expect(injection.resolve() === original)
  }

  @Test func nilIsCachedUntilItsFlowIsCleared() {
    let missing = Injection<CountedObject?>(strategy: .flow(scope)) {
      counter.built += 1
      return nil
    }

    expect(missing.resolve() == nil)
    expect(missing.resolve() == nil)
    expectEqual(counter.built, 1)
    scope.clear()
    expect(missing.resolve() == nil)
    expectEqual(counter.built, 2)
  }

  @Test func flowCanBeClearedRepeatedly() {
    let injections = (0..<100).map { _ in
      Injection(strategy: .flow(scope), instance: CountedObject(counter))
    }

    for _ in 0..<20 {
      for injection in injections { _ = injection.resolve() }
      expectEqual(counter.alive, 100)
      scope.clear()
      expectEqual(counter.alive, 0)
    }
  }

  @Test func flowDoesNotRetainAnInjection() {
    var injection: Injection? = Injection(strategy: .flow(scope), instance: CountedObject(counter))
    _ = injection?.resolve()

    injection = nil

    expect(injection == nil)
    expectEqual(counter.alive, 0)
    scope.clear()
  }

  @Test func instanceWhoseFactoryClearsTheFlowIsCached() {
    let injection = Injection<CountedObject>(strategy: .flow(scope)) {
      scope.clear()
      return CountedObject(counter)
    }

    expect(injection.resolve() === injection.resolve())
    expectEqual(counter.built, 1)
  }

  @Test func deinitializerDuringAClearDoesNotReceiveAnEvictedInstance() throws {
    let part = Injection(strategy: .flow(scope), instance: CountedObject(counter, "part"))
    let whole = Injection(
      strategy: .flow(scope),
      instance: CountedObject(counter, "whole", parts: [part.resolve()])
    )
    let late = Box<CountedObject?>(nil)
    let dying = Injection(
      strategy: .flow(scope),
      instance: OnDeinit { late.content = whole.resolve() }
    )
    _ = dying.resolve()
    let old = part.resolve()
    expect(late.content == nil)

    scope.clear()

    expect(whole.resolve() === late.content)
    expect(part.resolve() !== old)
    let captured = try #require(whole.resolve().parts.first as? CountedObject)
    expect(captured !== old)
  }

  /// The deinitializer of the first instance rebuilds the second instance before the evicted one is released.
  @Test func deinitializerOfAReplacedInstanceResolvesItsSuccessor() throws {
    let first = Box<Injection<OnDeinit>?>(nil)
    let found = Box<[Int]>([])
    let second = Injection<(Int, OnDeinit)>(strategy: .flow(scope)) { [counter] in
      counter.built += 1
      let isOld = counter.built == 1
      let onDeinit = OnDeinit {
        if isOld, let second = Successor.injection { found.content.append(second.resolve().0) }
      }
      return (counter.built, onDeinit)
    }
    Successor.injection = second
    first.content = Injection(strategy: .flow(scope), instance: OnDeinit { _ = second.resolve() })
    _ = first.content?.resolve()
    expectEqual(second.resolve().0, 1)

    let events = events { scope.clear() }

    expectEqual(found.content, [2])
    expectEqual(second.resolve().0, 2)
    expectEqual(counter.built, 2)
    expectEqual(events.summaries.count { $0 == "released (Int, OnDeinit)" }, 1)
    Successor.injection = nil
  }

  @MainActor private enum Successor {
    static var injection: Injection<(Int, OnDeinit)>?
  }

  @Test func flowsCanFormADiamond() {
    let bottom = InjectionFlow("bottom")
    let left = InjectionFlow("left", children: [bottom])
    let right = InjectionFlow("right", children: [bottom])
    let top = InjectionFlow("top", children: [left, right])
    let injections = [bottom, left, right, top].map { scope in
      Injection(strategy: .flow(scope), instance: CountedObject(counter))
    }
    func living() -> [Bool] { injections.map { $0.current != nil } }

    for injection in injections { _ = injection.resolve() }
    left.clear()
    expectEqual(living(), [false, false, true, true])

    for injection in injections { _ = injection.resolve() }
    right.clear()
    expectEqual(living(), [false, true, false, true])

    for injection in injections { _ = injection.resolve() }
    top.clear()
    expectEqual(living(), [false, false, false, false])
    expectEqual(counter.alive, 0)
  }

  @Test func sharedDescendantOfManyFlowsIsClearedOnce() {
    // Each level doubles the number of paths, so visiting every path would take 2^40 steps.
    let cleared = (0..<40).reduce(scope) { inner, level in
      let sides = [0, 1].map { InjectionFlow("\(level).\($0)", children: [inner]) }
      return InjectionFlow("\(level)", children: sides)
    }
    let injection = Injection(strategy: .flow(scope), instance: CountedObject(counter))
    _ = injection.resolve()

    cleared.clear()

    expectEqual(counter.alive, 0)
  }

  @Test func flowCanHaveThousandsOfChildrenAndLevels() {
    let leaves = (0..<20_000).map { InjectionFlow("\($0)") }
    let broad = InjectionFlow("broad", children: leaves)
    let deep = (0..<2_000).reduce(broad) { InjectionFlow("\($1)", children: [$0]) }
    let injections = [leaves[0], leaves[19_999]].map { leaf in
      Injection(strategy: .flow(leaf), instance: CountedObject(counter))
    }
    for injection in injections { _ = injection.resolve() }

    deep.clear()

    expectEqual(counter.built, 2)
    expectEqual(counter.alive, 0)
  }

  @Test func flowDoesNotRetainAScope() {
    let injection = Injection(strategy: .flow(scope), instance: CountedObject(counter))

    weak var gone: OverrideScope?
    do {
      let held = OverrideScope(.isolated)
      gone = held
      _ = held.run { injection.resolve() }
    }

    expect(gone == nil)
    expectEqual(counter.alive, 0)
  }

  @Test func instanceBuiltByAnObserverOfTheClearIsCached() {
    let injection = Injection(strategy: .flow(scope), instance: CountedObject(counter))
    _ = injection.resolve()
    let observation = Injections.observe { event in
      guard case .cleared = event else { return }
      injection.clear()
      _ = injection.resolve()
    }
    defer { observation.cancel() }

    scope.clear()

    expectEqual(injection.current?.serial, 2)
    expectEqual(counter.alive, 1)
  }

  // MARK: Override scopes

  @Test func clearingInAnInheritingScopeEvictsInheritedInstances() {
    let injection = Injection(strategy: .flow(scope), instance: CountedObject(counter))
    let other = Injection(strategy: .flow(scope), instance: CountedObject(counter))
    _ = injection.resolve()

    withOverrideScope {
      _ = other.resolve()
      scope.clear()
      expectEqual(counter.alive, 0)
    }

    expect(injection.current == nil)
  }

  @Test(arguments: [OverrideScope.Kind.inheriting, .isolated])
  func clearingEvictsInstancesOfVisibleOuterScopesOnly(kind: OverrideScope.Kind) {
    let injection = Injection(strategy: .flow(scope), instance: CountedObject(counter))

    withOverrideScope(.isolated) {
      let outer = injection.resolve()
      withOverrideScope(kind) {
        scope.clear()
      }
      expect((injection.current === outer) == (kind == .isolated))
    }
  }

  @Test func clearingAnInjectionEvictsInstancesOfOuterScopes() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))

    withOverrideScope(.isolated) {
      _ = injection.resolve()
      withOverrideScope {
        injection.clear()
        expect(injection.current == nil)
      }
      expect(injection.current == nil)
    }

    expectEqual(counter.alive, 0)
  }

  @Test(arguments: [OverrideScope.Kind.inheriting, .isolated])
  func clearingInAScopeKeepsTheInstancesOfInnerScopes(kind: OverrideScope.Kind) {
    let injection = Injection(strategy: .flow(scope), instance: CountedObject(counter))

    withOverrideScope(kind) {
      let outer = OverrideScope.current
      withOverrideScope(kind) {
        let mine = injection.resolve()
        outer.run { scope.clear() }
        expect(injection.current === mine)
        scope.clear()
        expect(injection.current == nil)
      }
    }
  }

  @Test func clearingInTheGlobalScopeKeepsTheInstancesOfAnIsolatedScope() async {
    let injection = Injection(strategy: .flow(scope), instance: CountedObject(counter))
    _ = injection.resolve()

    await withOverrideScope(.isolated) {
      let mine = injection.resolve().serial
      let flow = scope
      await Task.detached { await flow.clear() }.value
      expectEqual(injection.current?.serial, mine)
    }

    expect(injection.current == nil)
  }

  @Test func clearingOneOfManyFlowsReleasesItsInstancesOnly() {
    let flows = (0..<500).map { InjectionFlow("flow \($0)") }
    let injections = flows.map { flow in Injection(strategy: .flow(flow)) { InstanceCounter() } }

    withOverrideScope(.isolated) {
      for injection in injections { _ = injection.resolve() }
      for (index, flow) in flows.enumerated() {
        flow.clear()
        if injections[index].current != nil { Issue.record("\(flow.name) was not cleared.") }
      }
      _ = injections[7].resolve()
      flows[8].clear()
      expect(injections[7].current != nil)
    }
  }
}
