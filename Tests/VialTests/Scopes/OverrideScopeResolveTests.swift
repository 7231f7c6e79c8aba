import Testing
import Vial

/// A resolve in a scope sees every change of overrides, implementations and instances (rules 12, 17, 18 and 20).
@MainActor struct OverrideScopeResolveTests {
  let counter = InstanceCounter()

  /// Resolves several times, so that the instance is cached.
  private func warm(_ injection: Injection<CountedObject>) -> String {
    _ = injection.resolve()
    _ = injection.resolve()
    return injection.resolve().name
  }

  @Test(arguments: [OverrideScope.Kind.inheriting, .isolated])
  func overridesAndRollbacksAreSeen(kind: OverrideScope.Kind) {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))

    withOverrideScope(kind) {
      #expect(warm(injection) == "live")
      let first = injection.override(with: CountedObject(counter, "first"))
      #expect(warm(injection) == "first")
      let second = injection.override(with: CountedObject(counter, "second"))
      #expect(warm(injection) == "second")
      second.rollback()
      #expect(warm(injection) == "first")
      first.rollback()
      #expect(warm(injection) == "live")
    }
  }

  @Test func overridesInAnOuterScopeAreSeen() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))

    withOverrideScope {
      let outer = OverrideScope.current
      withOverrideScope {
        #expect(warm(injection) == "live")
        let token = outer.run { injection.override(with: CountedObject(counter, "outer")) }
        #expect(warm(injection) == "outer")
        token.rollback()
        #expect(warm(injection) == "live")
      }
    }
  }

  @Test func scopesInTurnEachHaveTheirOwn() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let scopes = (0..<4).map { _ in OverrideScope(.isolated) }
    for (index, scope) in scopes.enumerated() {
      scope.run { _ = injection.override(with: CountedObject(counter, "\(index)")) }
    }

    for _ in 0..<3 {
      for (index, scope) in scopes.enumerated() {
        #expect(scope.run { warm(injection) } == "\(index)")
      }
      #expect(warm(injection) == "live")
    }
    for scope in scopes { scope.end() }
  }

  @Test func aClearedInstanceIsBuiltAgainInAScope() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))

    withOverrideScope {
      #expect(warm(injection) == "live")
      #expect(counter.built == 1)
      injection.clear()
      #expect(warm(injection) == "live")
      #expect(counter.built == 2)
    }
  }

  /// A number has no identity, so the value shows which build it came from.
  @Test func aClearedNumberIsBuiltAgainInAScope() {
    let numbers = Injection<Int>(strategy: .singleton) {
      counter.built += 10
      return counter.built
    }

    withOverrideScope {
      for _ in 0..<3 { #expect(numbers.resolve() == 10) }
      numbers.clear()
      for _ in 0..<3 { #expect(numbers.resolve() == 20) }
    }
  }

  @Test func aNumberThatWasBuiltFromAReplacementIsBuiltAgainAfterTheRollback() {
    let part = Injection(strategy: .singleton, instance: 1)
    let whole = Injection(strategy: .singleton, instance: part.resolve() + 10)

    withOverrideScope {
      let token = part.override(with: 2)
      for _ in 0..<3 { #expect(whole.resolve() == 12) }
      token.rollback()
      for _ in 0..<3 { #expect(whole.resolve() == 11) }
    }
  }

  @Test func anInstanceThatComesAliveNearerIsFound() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let outside = injection.resolve()

    withOverrideScope {
      #expect(injection.resolve() === outside)
      #expect(injection.resolve() === outside)
      injection.clear()
      let inside = injection.resolve()
      #expect(inside !== outside)
      #expect(injection.resolve() === inside)
      #expect(injection.resolve() === inside)
    }
  }

  @Test func provisionsComeAndGo() {
    let required = Injection<CountedObject>.required("an object")
    let never = InjectionContext("never") { false }
    let contextual = required.when(never, instance: CountedObject(counter, "context"))

    for injection in [required, contextual] {
      withOverrideScope {
        let outer = OverrideScope.current
        let first = injection.provide(with: CountedObject(counter, "first"))
        withOverrideScope {
          #expect(warm(injection) == "first")
          let second = injection.provide(with: CountedObject(counter, "second"))
          #expect(warm(injection) == "second")
          #expect(second.withdraw())
          #expect(warm(injection) == "first")
          outer.run { #expect(first.withdraw()) }
          #expect(!injection.isProvided)
          outer.run { _ = injection.provide(with: CountedObject(counter, "third")) }
          #expect(warm(injection) == "third")
        }
      }
    }
  }

  /// The context of a required injection is evaluated at each resolve.
  @Test func aContextThatBecomesActiveIsSeen() {
    let context = InjectionContext("changing") { MainActor.assumeIsolated { Changing.isActive } }
    let required = Injection<CountedObject>.required("an object")
    let contextual = required.when(context, instance: CountedObject(counter, "context"))

    withOverrideScope {
      contextual.provide(with: CountedObject(counter, "provided"))
      #expect(warm(contextual) == "provided")
      Changing.isActive = true
      #expect(warm(contextual) == "context")
      Changing.isActive = false
      #expect(warm(contextual) == "provided")
    }
  }

  /// The deinitializer of an object that the strategy captured can resolve.
  @Test(arguments: [0, 1, 2])
  func aRollbackReleasesWhatTheStrategyOfTheOverrideCaptured(resolves: Int) {
    let found = Box<[Int]>([])
    let injection = Injection(strategy: .singleton, instance: 1)

    withOverrideScope {
      var onDeinit: OnDeinit? = OnDeinit { found.content.append(injection.resolve()) }
      let token = injection.override(
        with: 2,
        strategy: .cached { [onDeinit] in { onDeinit != nil } }
      )
      onDeinit = nil
      for _ in 0..<resolves { #expect(injection.resolve() == 2) }
      token.rollback()
      #expect(found.content == [1])
    }
  }

  @Test func aWithdrawalReleasesWhatTheStrategyOfTheImplementationCaptured() {
    let found = Box<[Int]>([])
    let required = Injection<Int>.required("a number")

    withOverrideScope {
      var onDeinit: OnDeinit? = OnDeinit { found.content.append(1) }
      let provision = required.provide(
        with: 2,
        strategy: .cached { [onDeinit] in { onDeinit != nil } }
      )
      onDeinit = nil
      for _ in 0..<2 { #expect(required.resolve() == 2) }
      provision.withdraw()
      #expect(found.content == [1])
    }
  }

  @Test func anInjectionThatIsDroppedAndMadeAgainIsAnother() {
    withOverrideScope {
      for name in ["first", "second", "third"] {
        let injection = Injection(strategy: .singleton, instance: CountedObject(counter, name))
        #expect(warm(injection) == name)
      }
    }
  }

  /// A later instance may have the address of a deallocated one.
  @Test func anEvictedInstanceIsNotReplacedByAnInstanceOfAnotherInjection() {
    let flow = InjectionFlow("flow")
    let injection = Injection(strategy: .flow(flow), instance: CountedObject(counter))
    let dropping = (0..<40).map { _ in
      Injection(strategy: .onDemand, instance: CountedObject(counter))
    }
    let others = (0..<200).map {
      Injection(strategy: .singleton, instance: CountedObject(counter, "\($0)"))
    }

    withOverrideScope {
      #expect(warm(injection) == "live")
      flow.clear()
      for other in dropping { _ = other.resolve() }
      for other in others { _ = other.resolve() }
      #expect(injection.resolve().name == "live")
    }
  }

  @Test func anOverrideThatWasRolledBackIsNeverAnothers() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let others = (0..<50).map { _ in
      Injection(strategy: .singleton, instance: CountedObject(counter))
    }

    withOverrideScope(.isolated) {
      let token = injection.override(with: CountedObject(counter, "mock"))
      #expect(warm(injection) == "mock")
      token.rollback()
      for other in others {
        other.override(with: CountedObject(counter, "another's"))
        #expect(other.resolve().name == "another's")
      }
      #expect(injection.resolve().name == "live")
    }
  }

  @Test func anInjectionWhoseStateWasDroppedIsBuiltAgain() {
    let flow = InjectionFlow("flow")
    let injection = Injection(strategy: .flow(flow), instance: CountedObject(counter))
    let others = (0..<100).map { Injection(strategy: .onDemand, instance: $0) }

    withOverrideScope {
      #expect(warm(injection) == "live")
      flow.clear()
      for other in others { _ = other.resolve() }
      #expect(warm(injection) == "live")
      #expect(counter.built == 2)
    }
  }
}

@MainActor private enum Changing {
  static var isActive = false
}
