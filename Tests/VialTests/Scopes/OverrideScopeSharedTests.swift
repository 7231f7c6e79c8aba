import Testing
import Vial

/// Shared instances in scopes (rules 2, 12, 20 and 21).
@MainActor struct OverrideScopeSharedTests {
  let counter = InstanceCounter()

  /// Resolves several times while the instance is retained.
  private func warm(_ injection: Injection<CountedObject>) -> CountedObject {
    let held = injection.resolve()
    #expect(injection.resolve() === held)
    #expect(injection.resolve() === held)
    return held
  }

  @Test(arguments: [OverrideScope.Kind.inheriting, .isolated])
  func aSharedInstanceThatDiedIsBuiltAnew(kind: OverrideScope.Kind) {
    let injection = Injection(strategy: .shared, instance: CountedObject(counter))

    withOverrideScope(kind) {
      for built in 1...3 {
        let held = warm(injection)
        #expect(counter.built == built)
        #expect(counter.alive == 1)
        extendLifetime(held)
      }
    }
    #expect(counter.alive == 0)
  }

  @Test func overridesAndRollbacksAreSeen() {
    let injection = Injection(strategy: .shared, instance: CountedObject(counter))

    withOverrideScope {
      let live = warm(injection)
      let token = injection.override(with: CountedObject(counter, "mock"))
      let mock = warm(injection)
      #expect(mock.name == "mock")
      token.rollback()
      #expect(warm(injection) === live)
      injection.clear()
      #expect(warm(injection) !== live)
    }
  }

  @Test func aScopeReusesASharedInstanceOutsideUntilTheInstanceIsDeallocated() {
    let injection = Injection(strategy: .shared, instance: CountedObject(counter))
    var outside: CountedObject? = injection.resolve()

    withOverrideScope {
      #expect(warm(injection) === outside)
      outside = nil
      #expect(counter.alive == 0)
      let inside = warm(injection)
      #expect(counter.built == 2)
      extendLifetime(inside)
    }
    let after = injection.resolve()
    #expect(counter.built == 3)
    extendLifetime(after)
  }

  @Test func anInstanceThatComesAliveNearerIsFound() {
    let injection = Injection(strategy: .shared, instance: CountedObject(counter))

    withOverrideScope {
      let outer = OverrideScope.current
      let far = warm(injection)
      withOverrideScope {
        #expect(warm(injection) === far)
        injection.clear()
        let near = warm(injection)
        #expect(near !== far)
        #expect(outer.run { warm(injection) } !== near)
        #expect(warm(injection) === near)
      }
    }
  }

  @Test func scopesInTurnEachHaveTheirOwn() {
    let injection = Injection(strategy: .shared, instance: CountedObject(counter))
    let scopes = (0..<4).map { _ in OverrideScope(.isolated) }
    let held = scopes.map { scope in scope.run { warm(injection) } }
    let outside = warm(injection)

    for _ in 0..<3 {
      for (scope, instance) in zip(scopes, held) {
        #expect(scope.run { warm(injection) } === instance)
      }
      #expect(warm(injection) === outside)
    }
    for scope in scopes { scope.end() }
  }

  @Test(arguments: [InjectionStrategy.shared, .singleton])
  func lateWorkSharesAnInstanceWhileSomeoneHoldsIt(strategy: InjectionStrategy) {
    let injection = Injection(strategy: strategy, instance: CountedObject(counter))
    let scope = OverrideScope(.isolated)
    let early = scope.run { warm(injection) }
    scope.end()

    for built in 2...4 {
      let late = scope.run { warm(injection) }
      #expect(late !== early)
      #expect(counter.built == built)
      #expect(counter.alive == 2)
    }
  }

  /// A value lives in the box that its consumers hold.
  @Test func aSharedValueIsKnownByItsConsumers() {
    let numbers = Injection<Int>(strategy: .shared) {
      counter.built += 1
      return counter.built
    }
    final class Reader {
      @Instance<Int> var number: Int
      init(_ injection: Injection<Int>) { _number = Instance(injection) }
    }

    withOverrideScope {
      var readers = (0..<4).map { _ in Reader(numbers) }
      #expect(readers.map(\.number) == [1, 1, 1, 1])
      readers.removeFirst(3)
      #expect(numbers.resolve() == 1)
      #expect(Reader(numbers).number == 1)
      readers = []
      #expect(Reader(numbers).number == 2)
      #expect(Reader(numbers).number == 3)
    }
  }

  /// A later instance may have the address of a deallocated one.
  @Test func aDeallocatedSharedInstanceIsNotReplacedByAnInstanceOfAnotherInjection() {
    let injection = Injection(strategy: .shared, instance: CountedObject(counter))
    let others = (0..<200).map {
      Injection(strategy: .shared, instance: CountedObject(counter, "\($0)"))
    }

    withOverrideScope {
      for _ in 0..<3 {
        #expect(warm(injection).name == "live")
        for (number, other) in others.enumerated() { #expect(warm(other).name == "\(number)") }
      }
    }
  }
}
