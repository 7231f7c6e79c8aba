import Testing
import Vial

/// What factories, dying instances and checks may do, in each shape of an injection and in scopes
/// (rules 6, 17 and 25).
@MainActor struct ReentrancySiblingsTests {
  private nonisolated static let kinds = [OverrideScope.Kind.inheriting, .isolated]

  let tally = Tally()
  private let publications = Publications()

  // MARK: Two flows

  @Test(arguments: Shape.allCases, [.onDemand, .shared] + Strategies.keeping)
  func twoFlowsThatBuildTheSameInScopesOfTheirOwnAreNoCircle(
    shape: Shape,
    strategy: InjectionStrategy
  ) {
    // The other flow runs from the run loop that the first one's factory spins.
    let runLoop = Box<(@MainActor () -> Void)?>(nil)
    let injection = publications.publish(shape, strategy) {
      let work = runLoop.content
      runLoop.content = nil
      work?()
      return Probe(tally)
    }
    for kinds in [(Self.kinds[0], Self.kinds[1]), (Self.kinds[1], Self.kinds[0])] {
      let (first, second) = (OverrideScope(kinds.0), OverrideScope(kinds.1))
      let other = Box<Probe?>(nil)
      runLoop.content = { other.content = second.run { injection.resolve() } }

      let probe = first.run { injection.resolve() }

      #expect(other.content != nil)
      #expect(other.content !== probe)
      if "\(strategy)" != "onDemand" {
        #expect(first.run { injection.resolve() } === probe)
        #expect(second.run { injection.resolve() } === other.content)
      }
      first.end()
      second.end()
    }
  }

  @Test func aFlowOutsideAndOneInAnIsolatedScopeAreNoCircleEither() {
    let runLoop = Box<(@MainActor () -> Void)?>(nil)
    let injection = Injection<Probe>(strategy: .singleton) { [tally] in
      let work = runLoop.content
      runLoop.content = nil
      work?()
      return Probe(tally)
    }
    let scope = OverrideScope(.isolated)
    let other = Box<Probe?>(nil)
    runLoop.content = { other.content = scope.run { injection.resolve() } }

    let probe = injection.resolve()

    #expect(other.content != nil)
    #expect(other.content !== probe)
    #expect(injection.resolve() === probe)
    #expect(scope.run { injection.resolve() } === other.content)
    scope.end()
  }

  @Test func withoutScopesTheMessageSaysWhereItIsBeingBuilt() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let runLoop = Box<(@MainActor () -> Void)?>(nil)
        let injection = Injection<Int>(
          strategy: .singleton,
          fileID: "Feature/A.swift",
          line: 12
        ) {
          runLoop.content?()
          return 1
        }
        runLoop.content = { _ = injection.resolve() }
        _ = injection.resolve()
      }
    }

    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("Int (Feature/A.swift:12)"))
    #expect(message.contains("further up the stack"))
  }

  @Test func aCircleInAScopeOfItsOwnStillStops() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let runLoop = Box<(@MainActor () -> Void)?>(nil)
        let injection = Injection<Int>(
          strategy: .singleton,
          fileID: "Feature/A.swift",
          line: 12
        ) {
          runLoop.content?()
          return 1
        }
        let (first, second) = (OverrideScope(.isolated), OverrideScope(.isolated))
        runLoop.content = { _ = second.run { injection.resolve() } }
        _ = first.run { injection.resolve() }
      }
    }

    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("Int (Feature/A.swift:12) → Int"))
  }

  // MARK: Overriding and rolling back while a key is built

  @Test(arguments: Strategies.all)
  func anOverrideOfTheFamilyMadeByAKeysFactoryTakesEffectAtTheNextResolve(
    strategy: InjectionStrategy
  ) {
    let place = Box<InjectionFamily<Int, Probe>?>(nil)
    let inner = Box<Probe?>(nil)
    let family = InjectionFamily<Int, Probe>(strategy: strategy) { [tally] key in
      if let family = place.content {
        place.content = nil
        family.override(with: { [tally] in Probe(tally, "mock \($0)") })
        inner.content = family.resolve(key)
      }
      return Probe(tally, "\(key)")
    }

    withOverrideScope(.isolated) {
      place.content = family
      #expect(family.resolve(1).name == "1")
      #expect(inner.content?.name == "mock 1")
      #expect(family.resolve(1).name == "mock 1")
      #expect(family.rollbackOverride())
      #expect(family.resolve(1).name == "1")
    }
  }

  @Test(arguments: Shape.allCases, Strategies.all)
  func anOverrideMadeByAFactoryTakesEffectAtTheNextResolve(
    shape: Shape,
    strategy: InjectionStrategy
  ) {
    let place = Box<Injection<Probe>?>(nil)
    let inner = Box<Probe?>(nil)
    let injection = publications.publish(shape, strategy) {
      if let injection = place.content {
        place.content = nil
        injection.override(with: Probe(tally, "mock"))
        inner.content = injection.resolve()
      }
      return Probe(tally)
    }

    for _ in 1...2 {
      place.content = injection
      withOverrideScope(.isolated) {
        #expect(injection.resolve().name == "live")
        #expect(inner.content?.name == "mock")
        #expect(injection.resolve().name == "mock")
      }
    }
  }

  @Test(arguments: Strategies.all)
  func aRollbackMadeByAFamilyOverridesFactoryTakesEffectAtTheNextResolve(
    strategy: InjectionStrategy
  ) {
    let family = InjectionFamily<Int, Probe>(strategy: strategy) { [tally] in
      Probe(tally, "\($0)")
    }
    let inner = Box<Probe?>(nil)

    withOverrideScope(.isolated) {
      family.override(with: { [tally] key in
        #expect(family.rollbackOverride())
        inner.content = family.resolve(key)
        return Probe(tally, "mock \(key)")
      })
      #expect(family.resolve(1).name == "mock 1")
      #expect(inner.content?.name == "1")
      #expect(family.resolve(1).name == "1")
    }
  }

  // MARK: Dying instances

  @Test(arguments: Shape.allCases, [OverrideScope.Kind?.none, .inheriting, .isolated])
  func anExpiredInstanceMayResolveItsSuccessorWhenItDies(
    shape: Shape,
    kind: OverrideScope.Kind?
  ) {
    let (built, hasExpired) = (Box(0), Box(false))
    let place = Box<Injection<Farewell>?>(nil)
    let successor = Box<Farewell?>(nil)
    let validity = InjectionStrategy.cached {
      let isFirst = built.content == 1
      return { !isFirst || !hasExpired.content }
    }
    let injection = publications.publish(shape, validity) {
      built.content += 1
      return Farewell { if let place = place.content { successor.content = place.resolve() } }
    }
    func run() {
      #expect(injection.resolve() === injection.resolve())
      (place.content, hasExpired.content) = (injection, true)
      let second = injection.resolve()
      #expect(successor.content === second)
      #expect(injection.resolve() === second)
      #expect(built.content == 2)
      (place.content, successor.content) = (nil, nil)
    }

    if let kind { withOverrideScope(kind, run) } else { run() }
  }

  // MARK: Checks

  @Test func noCheckIsMadeForAnInstanceThatIsNotKept() {
    let made = Box(0)
    let counting = InjectionStrategy.cached {
      made.content += 1
      return { true }
    }
    let part = Injection(strategy: .singleton, instance: Probe(tally, "part"))
    let tokens = Box<[Override]>([])
    let whole = Injection<Probe>(strategy: counting) { [tally] in
      let part = part.resolve()
      for token in tokens.content { token.rollback() }
      return Probe(tally, "whole", parts: [part])
    }

    withOverrideScope(.isolated) {
      // Made with a mock that is rolled back meanwhile.
      tokens.content = [part.override(with: Probe(tally, "mock"))]
      _ = whole.resolve()
      #expect(made.content == 0)
      // Made by an override that is rolled back meanwhile.
      tokens.content = []
      whole.override(with: { [tally] _ in
        whole.rollbackOverride()
        return Probe(tally, "mock")
      })
      _ = whole.resolve()
      #expect(made.content == 0)
      // Kept.
      _ = whole.resolve()
      #expect(made.content == 1)
      _ = whole.resolve()
      #expect(made.content == 1)
    }
  }
}

/// A recipe in scopes that were opened while it runs (rule 25).
@MainActor struct NestedFlowTests {
  @Test func aFlowInAScopeOfItsOwnIsNoCircleWhileAnotherBuildsOutside() {
    let spin = Box<(@MainActor () -> Void)?>(nil)
    let tally = Tally()
    let injection = Injection<Probe>(strategy: .singleton) {
      let work = spin.content
      spin.content = nil
      work?()
      return Probe(tally)
    }
    spin.content = { withOverrideScope(.isolated) { _ = injection.resolve() } }

    let outside = injection.resolve()

    #expect(tally.built == 2)
    #expect(injection.resolve() === outside)
  }
}
