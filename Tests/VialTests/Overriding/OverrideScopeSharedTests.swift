import Testing
import Vial

/// A scope remembers where it found a shared instance for as long as that is alive, and sees what could
/// change the answer (rules 2, 12, 19, 21 and 22).
@MainActor struct OverrideScopeSharedTests {
  let tally = Tally()

  /// Resolves until the answer is remembered, with an instance that is held.
  private func warm(_ injection: Injection<Probe>) -> Probe {
    let held = injection.resolve()
    #expect(injection.resolve() === held)
    #expect(injection.resolve() === held)
    return held
  }

  @Test(arguments: [OverrideScope.Kind.inheriting, .isolated])
  func aSharedInstanceThatDiedIsBuiltAnew(kind: OverrideScope.Kind) {
    let injection = Injection(strategy: .shared, instance: Probe(tally))

    withOverrideScope(kind) {
      for built in 1...3 {
        let held = warm(injection)
        #expect(tally.built == built)
        #expect(tally.alive == 1)
        extendLifetime(held)
      }
    }
    #expect(tally.alive == 0)
  }

  @Test func overridesAndRollbacksAreSeen() {
    let injection = Injection(strategy: .shared, instance: Probe(tally))

    withOverrideScope {
      let live = warm(injection)
      let token = injection.override(with: Probe(tally, "mock"))
      let mock = warm(injection)
      #expect(mock.name == "mock")
      token.rollback()
      #expect(warm(injection) === live)
      injection.clear()
      #expect(warm(injection) !== live)
    }
  }

  @Test func whatIsAliveOutsideIsReusedUntilItDies() {
    let injection = Injection(strategy: .shared, instance: Probe(tally))
    var outside: Probe? = injection.resolve()

    withOverrideScope {
      #expect(warm(injection) === outside)
      outside = nil
      #expect(tally.alive == 0)
      let inside = warm(injection)
      #expect(tally.built == 2)
      extendLifetime(inside)
    }
    let after = injection.resolve()
    #expect(tally.built == 3)
    extendLifetime(after)
  }

  @Test func anInstanceThatComesAliveNearerIsFound() throws {
    let injection = Injection(strategy: .shared, instance: Probe(tally))

    try withOverrideScope {
      let outer = try #require(OverrideScope.current)
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
    let injection = Injection(strategy: .shared, instance: Probe(tally))
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
  func whatIsBuiltLateIsSharedWhileSomeoneHoldsIt(strategy: InjectionStrategy) {
    let injection = Injection(strategy: strategy, instance: Probe(tally))
    let scope = OverrideScope(.isolated)
    let early = scope.run { warm(injection) }
    scope.end()

    for built in 2...4 {
      let late = scope.run { warm(injection) }
      #expect(late !== early)
      #expect(tally.built == built)
      #expect(tally.alive == 2)
    }
  }

  /// A value lives in the box that its consumers hold.
  @Test func aSharedValueIsKnownByItsConsumers() {
    let numbers = Injection<Int>(strategy: .shared) {
      tally.built += 1
      return tally.built
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

  /// What is kept later may have the address of what was dropped.
  @Test func whatIsRememberedIsNeverAnothersInstance() {
    let injection = Injection(strategy: .shared, instance: Probe(tally))
    let others = (0..<200).map { Injection(strategy: .shared, instance: Probe(tally, "\($0)")) }

    withOverrideScope {
      for _ in 0..<3 {
        #expect(warm(injection).name == "live")
        for (number, other) in others.enumerated() { #expect(warm(other).name == "\(number)") }
      }
    }
  }
}
