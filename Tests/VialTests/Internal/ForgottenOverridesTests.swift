import Testing

#if DEBUG
@testable import Vial

/// What is gone is not remembered either (rule 29).
///
/// Only the core's own storage shows it, and a release build does not show its storage.
@MainActor struct ForgottenOverridesTests {
  @Test func overridesThatWereRolledBackUnderANewerOneAreNotRemembered() {
    let injection = Injection(strategy: .singleton, instance: "live")

    withOverrideScope(.isolated) {
      var newest = injection.override(with: "mock")
      for _ in 0..<1_000 {
        let older = newest
        newest = injection.override(with: "mock")
        #expect(older.rollback())
      }

      #expect(injection.overrideCount == 1)
      #expect(OverrideScope.ambient.overridden.count <= 64)
    }
  }

  @Test func whatInjectionsThatAreGoneHaveFilledIsNotRemembered() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let other = Injection(strategy: .singleton, instance: "live")
      other.override(with: "mock")
      for _ in 0..<1_000 { _ = Injection(strategy: .singleton, instance: "live").resolve() }
      precondition(OverrideScope.outside.journal.entries.count <= 64)
      precondition(other.isOverridden)
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

    #expect((1...32).contains(scope.stack(for: injection.root).copies.count))
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

    #expect((20...64).contains(scope.stack(for: injection.root).copies.count))
    Overrides.rollback(to: checkpoint)
    scope.end()
  }
}
#endif
