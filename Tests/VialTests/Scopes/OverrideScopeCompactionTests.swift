import Testing
import Vial

/// Deinitializers that use injections while a scope compacts its lists (rule 29).
@MainActor struct OverrideScopeCompactionTests {
  let counter = InstanceCounter()

  @Test func aDeinitializerDuringACompactionCanResolveTheInjectionThatIsAboutToBeBuilt() {
    let late = Injection(strategy: .singleton, instance: CountedObject(counter))

    withOverrideScope(.isolated) {
      // The scope is the last owner of each injection and of the object that the factory captured.
      for _ in 0..<40 {
        let onDeinit = OnDeinit { _ = late.resolve() }
        let used = Injection<Int>(strategy: .onDemand) { withExtendedLifetime(onDeinit) { 1 } }
        _ = used.resolve()
      }
      let built = late.resolve()
      #expect(late.resolve() === built)
      #expect(counter.built == 1)
    }
  }

  /// The arguments include the count at which the next store compacts the scope.
  @Test(arguments: 1...40, [0, 20])
  func aDeinitializerCanResolveTheInjectionWhoseStoreCompactsTheScope(count: Int, others: Int) {
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
      #expect(late.resolve() === built)
      #expect(counter.built == 1)
    }
  }

  /// A check runs at a resolve of its injection only (rule 6).
  @Test func compactingAScopeRunsNoValidityCheck() {
    let asked = Box(0)
    let strategy = InjectionStrategy.cached {
      {
        asked.content += 1
        return true
      }
    }
    let checked = (0..<40).map { Injection(strategy: strategy, instance: $0) }
    let others = InjectionFamily<Int, Int>(strategy: .shared) { $0 }

    withOverrideScope(.isolated) {
      for injection in checked { _ = injection.resolve() }
      for key in 0..<1_000 { _ = others.resolve(key) }
      #expect(asked.content == 0)
      #expect(checked.map { $0.resolve() } == Array(0..<40))
      #expect(asked.content == 40)
    }
  }

  /// Resolves many other injections, so that the scope compacts its lists.
  private func makeRoom(_ strategy: InjectionStrategy = .onDemand, _ count: Int = 60)
    -> [CountedObject]
  {
    (0..<count).map { number in
      Injection(strategy: strategy, instance: CountedObject(InstanceCounter(), "\(number)"))
        .resolve()
    }
  }

  @Test func anInstanceWhoseFactoryCompactsTheScopeIsCached() {
    let whole = Injection(strategy: .singleton) {
      CountedObject(counter, parts: [makeRoom()])
    }

    withOverrideScope(.isolated) {
      _ = makeRoom()
      let built = whole.resolve()
      #expect(whole.resolve() === built)
      #expect(counter.built == 1)
    }
  }

  @Test func compactingAScopeDoesNotRunTheCheckOfAnOverride() {
    let asked = Box(0)
    let strategy = InjectionStrategy.cached {
      {
        asked.content += 1
        return true
      }
    }
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))

    withOverrideScope(.isolated) {
      _ = makeRoom()
      injection.override(with: CountedObject(counter), strategy: strategy)
      let mock = injection.resolve()
      _ = makeRoom()
      #expect(asked.content == 0)
      #expect(injection.resolve() === mock)
      #expect(asked.content == 1)
    }
  }

  /// The memory of the dropped entry may be used by a later entry, which must not be found for the cleared injection.
  @Test func aClearedInstanceIsBuiltAgainAfterACompaction() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter, "cleared"))

    withOverrideScope(.isolated) {
      _ = makeRoom()
      #expect(injection.resolve().name == "cleared")
      #expect(injection.resolve().name == "cleared")
      injection.clear()
      let others = makeRoom(.singleton, 300)

      #expect(injection.resolve().name == "cleared")
      #expect(counter.built == 2)
      #expect(others.count == 300)
    }
  }

  @Test(arguments: 1...20)
  func deinitializersAtTheEndOfAScopeCanResolve(overrides: Int) {
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
    #expect(counter.alive == overrides)

    // The deinitializers resolve in the scope.
    scope.run { scope.end() }

    #expect(counter.alive == 0)
    for injection in overridden { #expect(scope.run { injection.isOverridden }) }
  }

  @Test func aDeinitializerCanOverrideTheInjectionThatIsAboutToBeOverridden() {
    withOverrideScope(.isolated) {
      for _ in 0..<40 {
        let target = Injection(strategy: .singleton, instance: "live")
        let onDeinit = OnDeinit { target.override(with: "last words") }
        let used = Injection<Int>(strategy: .onDemand) { withExtendedLifetime(onDeinit) { 1 } }
        _ = used.resolve()
        target.override(with: "mock")
        #expect(target.overrideCount >= 1)
        #expect(target.resolve() != "live")
        target.rollbackAllOverrides()
        #expect(target.resolve() == "live")
      }
    }
  }

  @Test(arguments: 31...33)
  func aSingletonThatADeinitializerHasBuiltOutsideIsReused(count: Int) {
    let late = Injection(strategy: .singleton, instance: CountedObject(counter))
    let outside = Owner(late)

    withOverrideScope {
      for _ in 0..<count {
        let onDeinit = OnDeinit { _ = outside.value }
        let used = Injection<Int>(strategy: .shared) { withExtendedLifetime(onDeinit) { 1 } }
        _ = used.resolve()
      }
      let inside = late.resolve()
      if outside.isResolved { #expect(outside.value === inside) }
      #expect(late.resolve() === inside)
    }
  }
}
