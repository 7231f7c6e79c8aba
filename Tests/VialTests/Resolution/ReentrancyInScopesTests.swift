import Testing
import Vial

/// Factories and deinitializers that use injections, for each style of publication and in scopes (rules 6, 17 and 24).
@Suite(.checksInvariants) @MainActor struct ReentrancyInScopesTests {
  private nonisolated static let kinds = [OverrideScope.Kind.inheriting, .isolated]

  let counter = InstanceCounter()
  private let publications = Publications()

  // MARK: Simultaneous builds

  @Test(arguments: PublicationStyle.allCases, [.onDemand, .shared] + Strategies.retaining)
  func injectionCanBeBuiltInTwoScopesAtTheSameTime(
    style: PublicationStyle,
    strategy: InjectionStrategy
  ) {
    // The factory runs other work while it builds, as a nested run loop does.
    let runLoop = Box<(@MainActor () -> Void)?>(nil)
    let injection = publications.publish(style, strategy) {
      let work = runLoop.content
      runLoop.content = nil
      work?()
      return CountedObject(counter)
    }
    for kinds in [(Self.kinds[0], Self.kinds[1]), (Self.kinds[1], Self.kinds[0])] {
      let (first, second) = (OverrideScope(kinds.0), OverrideScope(kinds.1))
      let other = Box<CountedObject?>(nil)
      runLoop.content = { other.content = second.run { injection.resolve() } }

      let probe = first.run { injection.resolve() }

      expect(other.content != nil)
      expect(other.content !== probe)
      if "\(strategy)" != "onDemand" {
        expect(first.run { injection.resolve() } === probe)
        expect(second.run { injection.resolve() } === other.content)
      }
      first.end()
      second.end()
    }
  }

  @Test func injectionCanBeBuiltOutsideAndInAnIsolatedScopeAtTheSameTime() {
    let runLoop = Box<(@MainActor () -> Void)?>(nil)
    let injection = Injection<CountedObject>(strategy: .singleton) { [counter] in
      let work = runLoop.content
      runLoop.content = nil
      work?()
      return CountedObject(counter)
    }
    let scope = OverrideScope(.isolated)
    let other = Box<CountedObject?>(nil)
    runLoop.content = { other.content = scope.run { injection.resolve() } }

    let probe = injection.resolve()

    expect(other.content != nil)
    expect(other.content !== probe)
    expect(injection.resolve() === probe)
    expect(scope.run { injection.resolve() } === other.content)
    scope.end()
  }

  @Test func unrelatedWorkThatResolvesTheInjectionBeingBuiltIsADependencyCycle() async {
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

    let message = standardError(of: result)
    expect(message.contains("Dependency cycle: Int → Int\n\n    Int   Feature/A.swift:12\n"))
  }

  @Test func factoryThatRunsItselfInASecondScopeStopsAtTheSecondBuild() async {
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

    expect(standardError(of: result).contains("Dependency cycle: Int → Int\n"))
  }

  // MARK: Overriding and rolling back while a key is built

  @Test(arguments: Strategies.all)
  func familyOverrideMadeByAFactoryTakesEffectAtTheNextResolve(
    strategy: InjectionStrategy
  ) {
    let box = Box<InjectionFamily<Int, CountedObject>?>(nil)
    let inner = Box<CountedObject?>(nil)
    let family = InjectionFamily<Int, CountedObject>(strategy: strategy) { [counter] key in
      if let family = box.content {
        box.content = nil
        family.override(with: { [counter] in CountedObject(counter, "mock \($0)") })
        inner.content = family.resolve(key)
      }
      return CountedObject(counter, "\(key)")
    }

    withOverrideScope(.isolated) {
      box.content = family
      expectEqual(family.resolve(1).name, "1")
      expectEqual(inner.content?.name, "mock 1")
      expectEqual(family.resolve(1).name, "mock 1")
      expect(family.rollbackOverride())
      expectEqual(family.resolve(1).name, "1")
    }
  }

  @Test(arguments: PublicationStyle.allCases, Strategies.all)
  func overrideMadeByAFactoryTakesEffectAtTheNextResolve(
    style: PublicationStyle,
    strategy: InjectionStrategy
  ) {
    let box = Box<Injection<CountedObject>?>(nil)
    let inner = Box<CountedObject?>(nil)
    let injection = publications.publish(style, strategy) {
      if let injection = box.content {
        box.content = nil
        injection.override(with: CountedObject(counter, "mock"))
        inner.content = injection.resolve()
      }
      return CountedObject(counter)
    }

    for _ in 1...2 {
      box.content = injection
      withOverrideScope(.isolated) {
        expectEqual(injection.resolve().name, "live")
        expectEqual(inner.content?.name, "mock")
        expectEqual(injection.resolve().name, "mock")
      }
    }
  }

  @Test(arguments: Strategies.all)
  func familyRollbackByItsFactoryTakesEffectAtTheNextResolve(
    strategy: InjectionStrategy
  ) {
    let family = InjectionFamily<Int, CountedObject>(strategy: strategy) { [counter] in
      CountedObject(counter, "\($0)")
    }
    let inner = Box<CountedObject?>(nil)

    withOverrideScope(.isolated) {
      family.override(with: { [counter] key in
        expect(family.rollbackOverride())
        inner.content = family.resolve(key)
        return CountedObject(counter, "mock \(key)")
      })
      expectEqual(family.resolve(1).name, "mock 1")
      expectEqual(inner.content?.name, "1")
      expectEqual(family.resolve(1).name, "1")
    }
  }

  // MARK: Deinitializers

  @Test(arguments: PublicationStyle.allCases, [OverrideScope.Kind?.none, .inheriting, .isolated])
  func deinitializerOfAnExpiredInstanceCanResolveItsSuccessor(
    style: PublicationStyle,
    kind: OverrideScope.Kind?
  ) {
    let (built, hasExpired) = (Box(0), Box(false))
    let box = Box<Injection<OnDeinit>?>(nil)
    let successor = Box<OnDeinit?>(nil)
    let validity = InjectionStrategy.cached {
      let isFirst = built.content == 1
      return { !isFirst || !hasExpired.content }
    }
    let injection = publications.publish(style, validity) {
      built.content += 1
      return OnDeinit { if let box = box.content { successor.content = box.resolve() } }
    }
    func run() {
      expect(injection.resolve() === injection.resolve())
      (box.content, hasExpired.content) = (injection, true)
      let second = injection.resolve()
      expect(successor.content === second)
      expect(injection.resolve() === second)
      expectEqual(built.content, 2)
      (box.content, successor.content) = (nil, nil)
    }

    if let kind { withOverrideScope(kind, run) } else { run() }
  }

  // MARK: Checks

  @Test func noCheckIsMadeForAnInstanceThatIsNotCached() {
    let made = Box(0)
    let counting = InjectionStrategy.cached {
      made.content += 1
      return { true }
    }
    let part = Injection(strategy: .singleton, instance: CountedObject(counter, "part"))
    let tokens = Box<[Override]>([])
    let whole = Injection<CountedObject>(strategy: counting) { [counter] in
      let part = part.resolve()
      for token in tokens.content { token.rollback() }
      return CountedObject(counter, "whole", parts: [part])
    }

    withOverrideScope(.isolated) {
      // The override of the dependency is rolled back while the instance is built.
      tokens.content = [part.override(with: CountedObject(counter, "mock"))]
      _ = whole.resolve()
      expectEqual(made.content, 0)
      // The override that builds the instance is rolled back while it builds.
      tokens.content = []
      whole.override(with: { [counter] _ in
        whole.rollbackOverride()
        return CountedObject(counter, "mock")
      })
      _ = whole.resolve()
      expectEqual(made.content, 0)
      // The instance is cached.
      _ = whole.resolve()
      expectEqual(made.content, 1)
      _ = whole.resolve()
      expectEqual(made.content, 1)
    }
    // A scope that has ended refers weakly to an instance, and does not check it.
    let ended = OverrideScope(.isolated)
    ended.end()
    _ = ended.run { whole.resolve() }
    expectEqual(made.content, 1)
  }
}
