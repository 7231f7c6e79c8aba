import Testing

#if DEBUG
@testable import Vial
#else
import Vial
#endif

/// What is gone is not remembered either (rule 29).
///
/// Lists of overrides refer weakly to what they belong to, and such references can be counted. How much
/// they may remember depends on how much they once had to, so each is looked at in a process of its own.
@MainActor struct ForgottenOverridesTests {
  @Test func overridesThatWereRolledBackUnderANewerOneAreNotRemembered() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let injection = Injection(strategy: .singleton, instance: "live")
        var newest = injection.override(with: "mock")
        precondition(_getWeakRetainCount(injection) > 0)

        for _ in 0..<1_000 {
          let older = newest
          newest = injection.override(with: "mock")
          precondition(older.rollback())
        }

        precondition(injection.overrideCount == 1)
        precondition(_getWeakRetainCount(injection) < 100)
      }
    }
  }

  @Test func whoProvidedForWhomIsNotRememberedAfterTheRollback() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let scope = OverrideScope()
        let before = _getWeakRetainCount(scope)

        scope.run {
          let injection = Injection(strategy: .singleton, instance: "live")
          let other = Injection(strategy: .singleton, instance: "other")
          injection.override(with: other)
          precondition(_getWeakRetainCount(scope) > before)
          for _ in 0..<1_000 { precondition(injection.override(with: other).rollback()) }
          precondition(injection.resolve() == "other")
        }

        precondition(_getWeakRetainCount(scope) < 100)
      }
    }
  }

  #if DEBUG
  // Only the core's own storage shows it, and a release build does not show its storage.

  @Test func whatASearchForCirclesHasDroppedLeavesNothing() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let (first, last) = (
          Injection(strategy: .singleton, instance: "first"),
          Injection(strategy: .singleton, instance: "last")
        )
        Injection(strategy: .singleton, instance: "other").override(with: first)
        let hops = (0..<1_000).map { Injection(strategy: .singleton, instance: "\($0)") }

        for hop in hops {
          hop.override(with: last)
          hop.rollbackOverride()
          first.override(with: hop)
          precondition(ForwardEdges.remembered > 0)
          first.rollbackOverride()
        }

        precondition(ForwardEdges.remembered < 100)
      }
    }
  }

  @Test func whatAScopeKeptOfOverridesThatAreGoneIsNotRemembered() {
    let injection = Injection(strategy: .singleton, instance: "live")
    let scope = OverrideScope()

    for number in 0..<100 {
      let token = injection.override(with: "mock \(number)")
      #expect(scope.run { injection.resolve() } == "mock \(number)")
      token.rollback()
    }

    #expect((1...32).contains(scope.slots.count))
    scope.end()
  }

  @Test func norIsItWhereAScopeKeepsMuchOfOverridesThatStay() {
    let injection = Injection(strategy: .singleton, instance: "live")
    let scope = OverrideScope()
    let checkpoint = Overrides.checkpoint()
    func overrideAndResolve(_ number: Int) -> Override {
      let token = injection.override(with: "mock \(number)")
      #expect(scope.run { injection.resolve() } == "mock \(number)")
      return token
    }

    for number in 0..<20 { _ = overrideAndResolve(number) }
    for number in 20..<200 { overrideAndResolve(number).rollback() }

    #expect((20...32).contains(scope.slots.count))
    Overrides.rollback(to: checkpoint)
    scope.end()
  }
  #endif
}
