import Testing
import Vial

@MainActor struct InjectionFlowTests {
  let tally = Tally()
  let scope = InjectionFlow("sign-up")

  @Test func anInstanceIsKeptUntilTheScopeIsCleared() {
    let injection = Injection(strategy: .flow(scope), instance: Probe(tally))
    #expect(injection.resolve().serial == 1)
    #expect(injection.resolve().serial == 1)
    #expect(tally.alive == 1)

    scope.clear()

    #expect(tally.alive == 0)
    #expect(injection.current == nil)
    #expect(injection.resolve().serial == 2)
  }

  @Test func clearingTwiceOrEmptyIsHarmless() {
    let injection = Injection(strategy: .flow(scope), instance: Probe(tally))
    scope.clear()
    scope.clear()

    #expect(injection.resolve().serial == 1)
    scope.clear()
    scope.clear()
    #expect(injection.resolve().serial == 2)
  }

  @Test func aConsumerKeepsWhatItHolds() {
    let injection = Injection(strategy: .flow(scope), instance: Probe(tally))
    let owner = Owner(injection)
    _ = owner.value

    scope.clear()

    #expect(owner.value.serial == 1)
    #expect(injection.resolve().serial == 2)
    #expect(owner.value.serial == 1)
  }

  @Test func clearingAnAncestorClearsItsDescendants() {
    let leaf = InjectionFlow("leaf")
    let branch = InjectionFlow("branch", children: [leaf])
    let root = InjectionFlow("root", children: [branch])
    let injections = [leaf, branch, root].map { scope in
      Injection(strategy: .flow(scope), instance: Probe(tally))
    }
    for injection in injections { _ = injection.resolve() }

    branch.clear()
    #expect(injections.map { $0.current == nil } == [true, true, false])
    for injection in injections { _ = injection.resolve() }
    root.clear()
    #expect(tally.alive == 0)
  }

  @Test func clearingAChildLeavesItsParentAndSiblings() {
    let left = InjectionFlow("left")
    let right = InjectionFlow("right")
    let root = InjectionFlow("root", children: [left, right])
    let injections = [left, right, root].map { scope in
      Injection(strategy: .flow(scope), instance: Probe(tally))
    }
    for injection in injections { _ = injection.resolve() }

    left.clear()

    #expect(injections.map { $0.current == nil } == [true, false, false])
  }

  @Test func clearingReachesEveryLayerOfAnOverrideStack() {
    let injection = Injection(strategy: .flow(scope), instance: Probe(tally))
    injection.override(with: { Probe(tally, "decorated", parts: [$0.resolve()]) })
    injection.override(with: { Probe(tally, "twice", parts: [$0.resolve()]) })
    #expect(injection.resolve().name == "twice")
    #expect(tally.alive == 3)

    scope.clear()

    #expect(tally.alive == 0)
    #expect(injection.resolve().name == "twice")
    #expect(tally.built == 6)
  }

  @Test func anOverrideMayMoveAnInjectionIntoAScope() {
    let injection = Injection(strategy: .singleton, instance: Probe(tally))
    let original = injection.resolve()
    injection.override(with: Probe(tally, "mock"), strategy: .flow(scope))
    #expect(injection.resolve().serial == 2)

    scope.clear()
    #expect(injection.resolve().serial == 3)

    injection.rollbackOverride()
    #expect(injection.resolve() === original)
  }

  @Test func valuesAndNilAreKeptToo() {
    let missing = Injection<Probe?>(strategy: .flow(scope)) {
      tally.built += 1
      return nil
    }

    #expect(missing.resolve() == nil)
    #expect(missing.resolve() == nil)
    #expect(tally.built == 1)
    scope.clear()
    #expect(missing.resolve() == nil)
    #expect(tally.built == 2)
  }

  @Test func manyFlowsLeaveNothing() {
    let injections = (0..<100).map { _ in
      Injection(strategy: .flow(scope), instance: Probe(tally))
    }

    for _ in 0..<20 {
      for injection in injections { _ = injection.resolve() }
      #expect(tally.alive == 100)
      scope.clear()
      #expect(tally.alive == 0)
    }
  }

  @Test func aScopeDoesNotKeepAnInjection() {
    var injection: Injection? = Injection(strategy: .flow(scope), instance: Probe(tally))
    _ = injection?.resolve()

    injection = nil

    #expect(injection == nil)
    #expect(tally.alive == 0)
    scope.clear()
  }

  @Test func theInstanceThatAFactoryIsBuildingIsNewerThanTheClearing() {
    let injection = Injection<Probe>(strategy: .flow(scope)) {
      scope.clear()
      return Probe(tally)
    }

    #expect(injection.resolve() === injection.resolve())
    #expect(tally.built == 1)
  }

  @Test func nothingThatDiesInAClearingBringsAClearedInstanceBack() throws {
    let part = Injection(strategy: .flow(scope), instance: Probe(tally, "part"))
    let whole = Injection(
      strategy: .flow(scope),
      instance: Probe(tally, "whole", parts: [part.resolve()])
    )
    let late = Box<Probe?>(nil)
    let dying = Injection(
      strategy: .flow(scope),
      instance: Farewell { late.content = whole.resolve() }
    )
    _ = dying.resolve()
    let old = part.resolve()
    #expect(late.content == nil)

    scope.clear()

    #expect(whole.resolve() === late.content)
    #expect(part.resolve() !== old)
    let captured = try #require(whole.resolve().parts.first as? Probe)
    #expect(captured !== old)
  }

  /// The first that dies has the second built anew, before what the second was is released.
  @Test func whatDiesWhenItsSuccessorIsStoredFindsTheSuccessor() throws {
    let first = Box<Injection<Farewell>?>(nil)
    let found = Box<[Int]>([])
    let second = Injection<(Int, Farewell)>(strategy: .flow(scope)) { [tally] in
      tally.built += 1
      let isOld = tally.built == 1
      let farewell = Farewell {
        if isOld, let second = Successor.injection { found.content.append(second.resolve().0) }
      }
      return (tally.built, farewell)
    }
    Successor.injection = second
    first.content = Injection(strategy: .flow(scope), instance: Farewell { _ = second.resolve() })
    _ = first.content?.resolve()
    #expect(second.resolve().0 == 1)

    let events = events { scope.clear() }

    #expect(found.content == [2])
    #expect(second.resolve().0 == 2)
    #expect(tally.built == 2)
    #expect(events.summaries.count { $0 == "released (Int, Farewell)" } == 1)
    Successor.injection = nil
  }

  @MainActor private enum Successor {
    static var injection: Injection<(Int, Farewell)>?
  }

  @Test func childrenMayFormADiamond() {
    let bottom = InjectionFlow("bottom")
    let left = InjectionFlow("left", children: [bottom])
    let right = InjectionFlow("right", children: [bottom])
    let top = InjectionFlow("top", children: [left, right])
    let injections = [bottom, left, right, top].map { scope in
      Injection(strategy: .flow(scope), instance: Probe(tally))
    }
    func living() -> [Bool] { injections.map { $0.current != nil } }

    for injection in injections { _ = injection.resolve() }
    left.clear()
    #expect(living() == [false, false, true, true])

    for injection in injections { _ = injection.resolve() }
    right.clear()
    #expect(living() == [false, true, false, true])

    for injection in injections { _ = injection.resolve() }
    top.clear()
    #expect(living() == [false, false, false, false])
    #expect(tally.alive == 0)
  }

  @Test func aFlowThatManyFlowsContainIsClearedOnce() {
    // Each level doubles the ways: 2 to the 40th, if each were walked.
    let cleared = (0..<40).reduce(scope) { inner, level in
      let sides = [0, 1].map { InjectionFlow("\(level).\($0)", children: [inner]) }
      return InjectionFlow("\(level)", children: sides)
    }
    let injection = Injection(strategy: .flow(scope), instance: Probe(tally))
    _ = injection.resolve()

    cleared.clear()

    #expect(tally.alive == 0)
  }

  @Test func aFlowMayHaveManyChildrenAndBeDeep() {
    let leaves = (0..<20_000).map { InjectionFlow("\($0)") }
    let broad = InjectionFlow("broad", children: leaves)
    let deep = (0..<2_000).reduce(broad) { InjectionFlow("\($1)", children: [$0]) }
    let injections = [leaves[0], leaves[19_999]].map { leaf in
      Injection(strategy: .flow(leaf), instance: Probe(tally))
    }
    for injection in injections { _ = injection.resolve() }

    deep.clear()

    #expect(tally.built == 2)
    #expect(tally.alive == 0)
  }

  @Test func scopesThatAreGoneAreNotRemembered() {
    let injection = Injection(strategy: .flow(scope), instance: Probe(tally))

    weak var gone: OverrideScope?
    do {
      let held = OverrideScope(.isolated)
      gone = held
      _ = held.run { injection.resolve() }
    }

    #expect(gone == nil)
    #expect(tally.alive == 0)
  }

  @Test func whatAnObserverOfTheClearingBuildsStays() {
    let injection = Injection(strategy: .flow(scope), instance: Probe(tally))
    _ = injection.resolve()
    let observation = Injections.observe { event in
      guard case .cleared = event else { return }
      injection.clear()
      _ = injection.resolve()
    }
    defer { observation.cancel() }

    scope.clear()

    #expect(injection.current?.serial == 2)
    #expect(tally.alive == 1)
  }

  // MARK: Override scopes

  @Test func clearingInAnInheritingScopeReachesWhatItInherits() {
    let injection = Injection(strategy: .flow(scope), instance: Probe(tally))
    let other = Injection(strategy: .flow(scope), instance: Probe(tally))
    _ = injection.resolve()

    withOverrideScope {
      _ = other.resolve()
      scope.clear()
      #expect(tally.alive == 0)
    }

    #expect(injection.current == nil)
  }

  @Test(arguments: [OverrideScope.Kind.inheriting, .isolated])
  func clearingReachesTheScopesAroundThatAreSeen(kind: OverrideScope.Kind) {
    let injection = Injection(strategy: .flow(scope), instance: Probe(tally))

    withOverrideScope(.isolated) {
      let outer = injection.resolve()
      withOverrideScope(kind) {
        scope.clear()
      }
      #expect((injection.current === outer) == (kind == .isolated))
    }
  }

  @Test func clearingAnInjectionInAScopeReachesTheScopesAroundIt() {
    let injection = Injection(strategy: .singleton, instance: Probe(tally))

    withOverrideScope(.isolated) {
      _ = injection.resolve()
      withOverrideScope {
        injection.clear()
        #expect(injection.current == nil)
      }
      #expect(injection.current == nil)
    }

    #expect(tally.alive == 0)
  }

  @Test(arguments: [OverrideScope.Kind.inheriting, .isolated])
  func clearingInAScopeLeavesWhatTheScopesInsideItKeep(kind: OverrideScope.Kind) {
    let injection = Injection(strategy: .flow(scope), instance: Probe(tally))

    withOverrideScope(kind) {
      let outer = OverrideScope.current
      withOverrideScope(kind) {
        let mine = injection.resolve()
        outer?.run { scope.clear() }
        #expect(injection.current === mine)
        scope.clear()
        #expect(injection.current == nil)
      }
    }
  }

  @Test func clearingOutsideLeavesWhatScopesKeep() async {
    let injection = Injection(strategy: .flow(scope), instance: Probe(tally))
    _ = injection.resolve()

    await withOverrideScope(.isolated) {
      let mine = injection.resolve().serial
      let flow = scope
      await Task.detached { await flow.clear() }.value
      #expect(injection.current?.serial == mine)
    }

    #expect(injection.current == nil)
  }
}
