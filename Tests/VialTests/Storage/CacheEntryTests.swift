import Testing
import Vial

/// A scope caches one instance for each override outside (rules 16 and 20).
@Suite(.checksInvariants) @MainActor struct CacheEntryTests {
  private let counts = [1, 8, TestSize.of(9, thorough: 40)]

  let counter = InstanceCounter()
  private let publications = Publications()

  /// Makes several decorating overrides, and builds the instance of each in a scope.
  private func decorated(
    _ injection: Injection<CountedObject>,
    _ count: Int,
    in scope: OverrideScope,
    _ counter: InstanceCounter
  ) -> [Override] {
    // The instance of the published registration is reused after the rollbacks.
    scope.run { _ = injection.resolve() }
    return (1...count).map { number in
      let token = injection.override(with: { original in
        CountedObject(counter, "\(number)", parts: [original.resolve()])
      })
      scope.run { expectEqual(injection.resolve().name, "\(number)") }
      return token
    }
  }

  @Test func rollbackRestoresTheInstanceOfAnOlderOverrideAndDecoratorsAboveAreBuiltAgain() {
    for (style, count) in pairs(PublicationStyle.allCases, counts) {
      for order in RollbackOrder.allCases {
        let counter = InstanceCounter()
        let injection = publications.publish(style, .singleton) { CountedObject(counter) }
        let scope = OverrideScope()
        let tokens = decorated(injection, count, in: scope, counter)
        expectEqual(counter.alive, count + 1, "\(style), \(count) overrides")

        for token in order.arranged(tokens) {
          token.rollback()
          scope.run {
            expectEqual(depth(of: injection.resolve()), injection.overrideCount, "\(style), \(order)")
            expectEqual(counter.alive, 1 + injection.overrideCount, "\(style), \(order)")
          }
        }
        // A rollback of the newest override builds nothing.
        if order == .newestFirst { expectEqual(counter.built, count + 1, "\(style), \(count) overrides") }

        scope.end()
        injection.clear()
        expectEqual(counter.alive, 0, "\(style), \(order)")
      }
    }
  }

  /// Returns how many originals an instance contains.
  private func depth(of probe: CountedObject) -> Int {
    probe.parts.isEmpty
      ? 0 : 1 + probe.parts.compactMap { $0 as? CountedObject }.map(depth).reduce(0, +)
  }

  @Test func clearAndEndOfAScopeReleaseTheInstancesOfAllOverrides() {
    for (style, count) in pairs(PublicationStyle.allCases, counts) {
      let injection = publications.publish(style, .singleton) { CountedObject(counter) }
      let scope = OverrideScope(.inheriting)
      let tokens = (0..<count).map { number in
        let token = injection.override(with: CountedObject(counter, "\(number)"))
        scope.run { _ = injection.resolve() }
        return token
      }
      expectEqual(counter.alive, count, "\(style)")

      scope.run { injection.clear() }
      expectEqual(counter.alive, 0, "\(style), \(count) overrides")
      scope.run { _ = injection.resolve() }
      expectEqual(counter.alive, 1, "\(style), \(count) overrides")
      scope.end()
      expectEqual(counter.alive, 0, "\(style), \(count) overrides")
      for token in tokens { token.rollback() }
    }
  }

  @Test func deinitializersDuringAClearCanAddOverridesAndInstances() {
    for style in PublicationStyle.allCases {
      let remaining = Variable(40)
      let answer = Variable<(@MainActor () -> Void)?>(nil)
      let injection = publications.publish(style, .singleton) { OnDeinit { answer.content?() } }
      let scope = OverrideScope()
      let add: @MainActor () -> Void = {
        injection.override(with: OnDeinit { answer.content?() })
        scope.run { _ = injection.resolve() }
      }
      for _ in 0..<12 { add() }
      answer.content = {
        guard remaining.content > 0 else { return }
        remaining.content -= 1
        add()
      }

      scope.run { injection.clear() }

      expect(remaining.content < 40, "\(style)")
      remaining.content = 0
      scope.end()
      injection.rollbackAllOverrides()
      answer.content = nil
      expectEqual(injection.overrideCount, 0)
    }
  }

  @Test func entriesWithAnInstanceSurviveACompaction() {
    let injection = Injection(strategy: .singleton, instance: CountedObject(counter))
    let others = (0..<40).map { Injection(strategy: .onDemand, instance: $0) }
    let scope = OverrideScope()
    let tokens = decorated(injection, 20, in: scope, counter)
    defer { for token in tokens { token.rollback() } }

    let built = counter.built
    scope.run {
      for other in others { _ = other.resolve() }
      expectEqual(injection.resolve().name, "20")
    }

    expectEqual(counter.built, built)
    scope.end()
  }
}
