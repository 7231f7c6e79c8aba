import Testing
import Vial

/// The instances that a scope reuses, builds and caches (rules 2, 17 and 20).
@MainActor struct ScopeCachingTests {
  let counter = InstanceCounter()
  private let publications = Publications()

  // MARK: Inheriting scopes

  /// An instance that was deallocated in the scope does not hide the one outside.
  @Test func currentOfAnInheritingScopeIsTheLivingInstanceOutside() {
    let injection = Injection(strategy: .shared, instance: CountedObject(counter))

    withOverrideScope {
      _ = injection.resolve()
      let outside = OverrideScope.global.run { injection.resolve() }
      expect(injection.current === outside)
    }
  }

  @Test(arguments: PublicationStyle.allCases, Strategies.caching)
  func inheritingScopeReusesInstancesOutsideAndCachesItsOwn(style: PublicationStyle, strategy: InjectionStrategy) {
    let alive = publications.publish(style, strategy) { CountedObject(counter, "alive") }
    let absent = publications.publish(style, strategy) { CountedObject(counter, "absent") }
    let outside = alive.resolve()

    withOverrideScope {
      let inside = absent.resolve()
      expect(alive.resolve() === outside)
      expect(absent.resolve() === inside)
      expect(absent.current === inside)
      withOverrideScope {
        expect(alive.resolve() === outside)
        expect(absent.resolve() === inside)
      }
      withOverrideScope(.isolated) {
        expect(alive.resolve() !== outside)
        expect(absent.resolve() !== inside)
      }
    }

    expect(absent.current == nil)
    expectEqual(counter.alive, 1)
    expect(alive.resolve() === outside)
  }

  @Test(arguments: PublicationStyle.allCases, [0, TestSize.of(40, thorough: 400)])
  func sharedInstanceOutsideIsReusedAfterTheOwnInstanceIsDeallocated(
    style: PublicationStyle,
    others: Int
  ) {
    let injection = publications.publish(style, .shared) { CountedObject(counter) }
    let outside = Owner(injection)

    withOverrideScope {
      expectEqual(injection.resolve().serial, 1)
      expectEqual(outside.value.serial, 2)
      for _ in 0..<others { _ = Injection(strategy: .singleton, instance: 1).resolve() }
      expect(injection.resolve() === outside.value)
      expect(injection.resolve() === outside.value)
    }

    expectEqual(counter.built, 2)
  }

  @Test(arguments: PublicationStyle.allCases, [0, TestSize.of(40, thorough: 400)])
  func scopeKeepsItsInstanceWhenAnotherIsBuiltOutside(
    style: PublicationStyle,
    others: Int
  ) {
    let injection = publications.publish(style, .singleton) { CountedObject(counter) }
    let outside = Owner(injection)

    withOverrideScope {
      let inside = injection.resolve()
      expect(outside.value !== inside)
      for _ in 0..<others { _ = Injection(strategy: .singleton, instance: 1).resolve() }
      expect(injection.resolve() === inside)
    }
  }

  @Test func scopeReusesASharedInstanceOutsideUntilItIsDeallocated() {
    let injection = Injection(strategy: .shared, instance: CountedObject(counter))
    var outside: CountedObject? = injection.resolve()

    withOverrideScope {
      expect(resolveRepeatedly(injection) === outside)
      outside = nil
      expectEqual(counter.alive, 0)
      let inside = resolveRepeatedly(injection)
      expectEqual(counter.built, 2)
      extendLifetime(inside)
    }
    let after = injection.resolve()
    expectEqual(counter.built, 3)
    extendLifetime(after)
  }

  @Test func nestedScopeKeepsItsOwnSharedInstanceAfterAClear() {
    let injection = Injection(strategy: .shared, instance: CountedObject(counter))

    withOverrideScope {
      let outer = OverrideScope.current
      let far = resolveRepeatedly(injection)
      withOverrideScope {
        expect(resolveRepeatedly(injection) === far)
        injection.clear()
        let near = resolveRepeatedly(injection)
        expect(near !== far)
        expect(outer.run { resolveRepeatedly(injection) } !== near)
        expect(resolveRepeatedly(injection) === near)
      }
    }
  }

  // MARK: Fresh and isolated scopes

  @Test(arguments: [OverrideScope.Kind.fresh, .isolated], Strategies.caching)
  func freshAndIsolatedScopesBuildTheirOwnInstances(
    kind: OverrideScope.Kind,
    strategy: InjectionStrategy
  ) {
    let injection = Injection(strategy: strategy, instance: CountedObject(counter))
    let outside = injection.resolve()

    withOverrideScope(kind) {
      expect(injection.current == nil)
      let inside = injection.resolve()
      expect(inside !== outside)
      expect(injection.resolve() === inside)
      expect(injection.current === inside)
    }

    expect(injection.resolve() === outside)
    expectEqual(counter.alive, 1)
  }

  @Test func freshScopesDoNotShareInstances() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let windows = (0..<2).map { _ in OverrideScope(.fresh) }

    let instances = windows.map { window in window.run { injection.resolve() } }

    expect(instances[0] !== instances[1])
    for (window, instance) in zip(windows, instances) {
      expect(window.run { injection.resolve() } === instance)
      window.end()
    }
  }

  @Test func freshScopeBuildsItsOwnInstanceOfEachKey() {
    let family = InjectionFamily<Int, CountedObject>(strategy: .singleton) { [counter] in
      CountedObject(counter, "\($0)")
    }
    let outside = family.resolve(1)
    family.override(with: { [counter] in CountedObject(counter, "mock \($0)") })
    defer { family.rollbackOverride() }

    withOverrideScope(.fresh) {
      expectEqual(family.resolve(2).name, "mock 2")
      expect(family.resolve(2) === family.resolve(2))
      family.clear()
      expect(family[2].current == nil)
    }

    family.rollbackOverride()
    expect(family.resolve(1) === outside)
  }

  @Test(arguments: Strategies.retaining)
  func inheritingScopeInAFreshScopeReusesOnlyTheInstancesOfTheFreshScope(
    strategy: InjectionStrategy
  ) {
    let injection = Injection(strategy: strategy, instance: CountedObject(counter))
    let other = Injection(strategy: strategy, instance: CountedObject(counter, "other"))
    let (outside, otherOutside) = (injection.resolve(), other.resolve())

    withOverrideScope(.fresh) {
      let inside = injection.resolve()
      withOverrideScope {
        expect(injection.resolve() === inside)
        expect(other.current == nil)
        expect(other.resolve() !== otherOutside)
        withOverrideScope { expect(injection.resolve() === inside) }
      }
      expect(other.current == nil)
    }

    expect(injection.resolve() === outside)
    expect(other.resolve() === otherOutside)
  }

  @Test func alternatingScopesKeepTheirOwnReplacements() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let scopes = (0..<4).map { _ in OverrideScope(.isolated) }
    for (index, scope) in scopes.enumerated() {
      scope.run { _ = injection.override(with: CountedObject(counter, "\(index)")) }
    }

    for _ in 0..<3 {
      for (index, scope) in scopes.enumerated() {
        expectEqual(scope.run { resolveRepeatedly(injection).name }, "\(index)")
      }
      expectEqual(resolveRepeatedly(injection).name, "live")
    }
    for scope in scopes { scope.end() }
  }

  @Test func alternatingScopesKeepTheirOwnSharedInstances() {
    let injection = Injection(strategy: .shared, instance: CountedObject(counter))
    let scopes = (0..<4).map { _ in OverrideScope(.isolated) }
    let held = scopes.map { scope in scope.run { resolveRepeatedly(injection) } }
    let outside = resolveRepeatedly(injection)

    for _ in 0..<3 {
      for (scope, instance) in zip(scopes, held) {
        expect(scope.run { resolveRepeatedly(injection) } === instance)
      }
      expect(resolveRepeatedly(injection) === outside)
    }
    for scope in scopes { scope.end() }
  }

  // MARK: Overrides, implementations and contexts

  @Test(arguments: OverrideScope.Kind.all)
  func overridesAndRollbacksTakeEffectAtTheNextResolve(kind: OverrideScope.Kind) {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))

    withOverrideScope(kind) {
      expectEqual(resolveRepeatedly(injection).name, "live")
      let first = injection.override(with: CountedObject(counter, "first"))
      expectEqual(resolveRepeatedly(injection).name, "first")
      let second = injection.override(with: CountedObject(counter, "second"))
      expectEqual(resolveRepeatedly(injection).name, "second")
      second.rollback()
      expectEqual(resolveRepeatedly(injection).name, "first")
      first.rollback()
      expectEqual(resolveRepeatedly(injection).name, "live")
    }
  }

  @Test func overrideAndRollbackInAnOuterScopeTakeEffectInside() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))

    withOverrideScope {
      let outer = OverrideScope.current
      withOverrideScope {
        expectEqual(resolveRepeatedly(injection).name, "live")
        let token = outer.run { injection.override(with: CountedObject(counter, "outer")) }
        expectEqual(resolveRepeatedly(injection).name, "outer")
        token.rollback()
        expectEqual(resolveRepeatedly(injection).name, "live")
      }
    }
  }

  @Test func rollbackInAScopeRestoresALiveSharedInstance() {
    let injection = Injection(strategy: .shared, instance: CountedObject(counter))

    withOverrideScope {
      let live = resolveRepeatedly(injection)
      let token = injection.override(with: CountedObject(counter, "mock"))
      let mock = resolveRepeatedly(injection)
      expectEqual(mock.name, "mock")
      token.rollback()
      expect(resolveRepeatedly(injection) === live)
      injection.clear()
      expect(resolveRepeatedly(injection) !== live)
    }
  }

  @Test func rollbackOutsideRestoresTheSingletonInside() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))

    withOverrideScope {
      let outer = OverrideScope.current
      withOverrideScope {
        let inside = injection.resolve()
        let token = outer.run { injection.override(with: CountedObject(counter, "mock")) }
        expectEqual(injection.resolve().name, "mock")
        token.rollback()
        expect(injection.resolve() === inside)
      }
    }
  }

  @Test func providingAndWithdrawingTakeEffectAtTheNextResolve() {
    let required = Injection<CountedObject>.required("an object")
    let never = InjectionContext("never") { false }
    let contextual = required.when(never, instance: CountedObject(counter, "context"))

    for injection in [required, contextual] {
      withOverrideScope {
        let outer = OverrideScope.current
        let first = injection.provide(with: CountedObject(counter, "first"))
        withOverrideScope {
          expectEqual(resolveRepeatedly(injection).name, "first")
          let second = injection.provide(with: CountedObject(counter, "second"))
          expectEqual(resolveRepeatedly(injection).name, "second")
          expect(second.withdraw())
          expectEqual(resolveRepeatedly(injection).name, "first")
          outer.run { expect(first.withdraw()) }
          expect(!injection.isProvided)
          outer.run { _ = injection.provide(with: CountedObject(counter, "third")) }
          expectEqual(resolveRepeatedly(injection).name, "third")
        }
      }
    }
  }

  /// The context of a required injection is evaluated at each resolve.
  @Test func activationOfAContextTakesEffectAtTheNextResolve() {
    let context = InjectionContext("changing") { MainActor.assumeIsolated { Changing.isActive } }
    let required = Injection<CountedObject>.required("an object")
    let contextual = required.when(context, instance: CountedObject(counter, "context"))

    withOverrideScope {
      contextual.provide(with: CountedObject(counter, "provided"))
      expectEqual(resolveRepeatedly(contextual).name, "provided")
      Changing.isActive = true
      expectEqual(resolveRepeatedly(contextual).name, "context")
      Changing.isActive = false
      expectEqual(resolveRepeatedly(contextual).name, "provided")
    }
  }

  // MARK: Shared instances

  @Test(arguments: OverrideScope.Kind.all)
  func deallocatedSharedInstanceIsBuiltAgain(kind: OverrideScope.Kind) {
    let injection = Injection(strategy: .shared, instance: CountedObject(counter))

    withOverrideScope(kind) {
      for built in 1...3 {
        let held = resolveRepeatedly(injection)
        expectEqual(counter.built, built)
        expectEqual(counter.alive, 1)
        extendLifetime(held)
      }
    }
    expectEqual(counter.alive, 0)
  }

  // MARK: Factories and deinitializers

  @Test(
    arguments: PublicationStyle.allCases,
    [InjectionStrategy.onDemand, .shared] + Strategies.retaining
  )
  func factoryCanReadAnOuterConsumerOfItsOwnInjection(
    style: PublicationStyle,
    strategy: InjectionStrategy
  ) {
    let outside = Box<Owner<CountedObject>?>(nil)
    let isInside = Box(false)
    let injection = publications.publish(style, strategy) {
      guard !isInside.content else { return CountedObject(counter, "outside") }
      isInside.content = true
      return CountedObject(counter, "inside", parts: [outside.content?.value as Any])
    }
    outside.content = Owner(injection)

    withOverrideScope(.isolated) {
      let inside = injection.resolve()
      expectEqual(inside.name, "inside")
      expectEqual((inside.parts.first as? CountedObject)?.name, "outside")
    }

    expectEqual(outside.content?.value.name, "outside")
    outside.content = nil
  }

  @Test(arguments: PublicationStyle.allCases)
  func deinitializerOfAnExpiredInstanceOutsideBuildsOneSuccessor(
    style: PublicationStyle
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
    expect(injection.resolve() === injection.resolve())
    (box.content, hasExpired.content) = (injection, true)

    withOverrideScope {
      let second = injection.resolve()
      expect(successor.content == nil || successor.content === second)
      expect(injection.resolve() === second)
      expectEqual(built.content, 2)
      (box.content, successor.content) = (nil, nil)
    }
  }

  @Test(arguments: [false, true])
  func instanceBuiltOutsideByADeinitializerIsReused(isObserved: Bool) {
    let observation = isObserved ? Injections.observe { _ in } : nil
    defer { observation?.cancel() }
    let outer = OverrideScope()
    let box = Box<Injection<OnDeinit>?>(nil)
    let built = Box(0)
    let strategy = InjectionStrategy.cached {
      let isFirst = built.content == 1
      return { !isFirst || box.content == nil }
    }
    let injection = Injection<OnDeinit>(strategy: strategy) {
      built.content += 1
      return OnDeinit {
        guard let injection = box.content else { return }
        box.content = nil
        outer.run { _ = injection.resolve() }
      }
    }

    outer.run {
      _ = injection.resolve()
      box.content = injection
      withOverrideScope { _ = (injection.resolve(), injection.resolve()) }
      _ = injection.resolve()
    }

    expectEqual(built.content, 2)
    outer.end()
  }

  @Test(arguments: PublicationStyle.allCases, OverrideScope.Kind.all)
  func overrideMadeByADeinitializerTakesEffect(style: PublicationStyle, kind: OverrideScope.Kind) {
    let isOver = Box(false)
    let died = Box<Set<Int>>([])

    withOverrideScope(kind) {
      var lost: [Int] = []
      for number in 0..<TestSize.of(60, thorough: 300) {
        let target = publications.publish(style, .onDemand) { CountedObject(counter) }
        do {
          let onDeinit = OnDeinit {
            guard !isOver.content else { return }
            died.content.insert(number)
            target.override(with: CountedObject(counter, "mock"))
          }
          let dying = Injection(strategy: .onDemand, instance: [onDeinit].count)
          expectEqual(dying.resolve(), 1)
        }
        _ = target.resolve()
        let name = target.resolve().name
        if name != (died.content.contains(number) ? "mock" : "live") { lost.append(number) }
      }
      expectEqual(lost, [])
      isOver.content = true
    }
  }
}

@MainActor private enum Changing {
  static var isActive = false
}
