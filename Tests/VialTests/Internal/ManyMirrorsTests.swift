import Testing
import Vial

/// A scope keeps an instance for each of many overrides outside, and tells them apart (rules 16 and 21).
@MainActor struct ManyMirrorsTests {
  nonisolated static let counts = [1, 7, 8, 9, 10, 40]

  let tally = Tally()
  private let publications = Publications()

  /// Overrides so often, and lets a scope build the instance of each; the override's closure decorates,
  /// so that the newest needs all.
  private func decorated(
    _ injection: Injection<Probe>,
    _ count: Int,
    in scope: OverrideScope
  ) -> [Override] {
    // What is built before the overrides is back after them.
    scope.run { _ = injection.resolve() }
    return (1...count).map { number in
      let token = injection.override(with: { [tally] original in
        Probe(tally, "\(number)", parts: [original.resolve()])
      })
      scope.run { #expect(injection.resolve().name == "\(number)") }
      return token
    }
  }

  @Test(arguments: Shape.allCases, counts)
  func eachIsBackWhenTheNewerOnesAreRolledBack(shape: Shape, count: Int) {
    let injection = publications.publish(shape, .singleton) { Probe(tally) }
    let scope = OverrideScope()
    let tokens = decorated(injection, count, in: scope)
    #expect(tally.alive == count + 1)

    for (number, token) in tokens.enumerated().reversed() {
      token.rollback()
      #expect(tally.alive == number + 1)
      let name = number == 0 ? "live" : "\(number)"
      scope.run { #expect(injection.resolve().name == name) }
    }

    #expect(tally.built == count + 1)
    scope.end()
  }

  @Test(arguments: Shape.allCases, RollbackOrder.allCases)
  func whatStandsOnARolledBackOneIsBuiltAnew(shape: Shape, order: RollbackOrder) {
    for count in Self.counts {
      let injection = publications.publish(shape, .singleton) { Probe(tally) }
      let scope = OverrideScope()
      let tokens = decorated(injection, count, in: scope)

      for token in order.arranged(tokens) {
        token.rollback()
        scope.run { #expect(depth(of: injection.resolve()) == injection.overrideCount) }
      }

      scope.end()
      injection.clear()
      #expect(tally.alive == 0)
    }
  }

  /// On how many others an instance stands.
  private func depth(of probe: Probe) -> Int {
    probe.parts.isEmpty ? 0 : 1 + probe.parts.compactMap { $0 as? Probe }.map(depth).reduce(0, +)
  }

  @Test(arguments: Shape.allCases, counts)
  func clearingAndTheEndReleaseAllOfThem(shape: Shape, count: Int) {
    let injection = publications.publish(shape, .singleton) { Probe(tally) }
    let scope = OverrideScope(.inheriting)
    let tokens = (0..<count).map { number in
      let token = injection.override(with: Probe(tally, "\(number)"))
      scope.run { _ = injection.resolve() }
      return token
    }
    #expect(tally.alive == count)

    scope.run { injection.clear() }
    #expect(tally.alive == 0)
    for _ in tokens { scope.run { _ = injection.resolve() } }
    #expect(tally.alive == 1)
    scope.end()
    #expect(tally.alive == 0)
    for token in tokens { token.rollback() }
  }

  @Test(arguments: Shape.allCases)
  func whatDiesInAClearingMayAddMore(shape: Shape) {
    let remaining = Box(40)
    let answer = Box<(@MainActor () -> Void)?>(nil)
    let injection = publications.publish(shape, .singleton) { Farewell { answer.content?() } }
    let scope = OverrideScope()
    let add: @MainActor () -> Void = {
      injection.override(with: Farewell { answer.content?() })
      scope.run { _ = injection.resolve() }
    }
    for _ in 0..<12 { add() }
    answer.content = {
      guard remaining.content > 0 else { return }
      remaining.content -= 1
      add()
    }

    scope.run { injection.clear() }

    #expect(remaining.content < 40)
    remaining.content = 0
    scope.end()
    injection.rollbackAllOverrides()
    answer.content = nil
    #expect(injection.overrideCount == 0)
  }

  @Test func theyAreNotIdleWhileOneHasAnInstance() {
    let injection = Injection(strategy: .singleton, instance: Probe(tally))
    let others = (0..<40).map { Injection(strategy: .onDemand, instance: $0) }
    let scope = OverrideScope()
    let tokens = decorated(injection, 20, in: scope)
    defer { for token in tokens { token.rollback() } }

    let built = tally.built
    scope.run {
      for other in others { _ = other.resolve() }
      #expect(injection.resolve().name == "20")
    }

    #expect(tally.built == built)
    scope.end()
  }
}
