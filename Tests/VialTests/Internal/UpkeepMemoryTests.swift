import Testing

#if DEBUG
@testable import Vial
#else
import Vial
#endif

/// What is gone is not remembered either (rule 29).
///
/// Lists of overrides refer weakly to what they belong to, and such references can be counted.
@MainActor struct UpkeepMemoryTests {
  private static let many: UInt = 1_000

  @Test func overridesThatWereRolledBackUnderANewerOneAreNotRemembered() {
    let injection = Injection(strategy: .singleton, instance: "live")
    var newest = injection.override(with: "mock")
    #expect(_getWeakRetainCount(injection) > 0)

    for _ in 0..<Self.many {
      let older = newest
      newest = injection.override(with: "mock")
      #expect(older.rollback())
    }

    #expect(injection.overrideCount == 1)
    #expect(_getWeakRetainCount(injection) < Self.many / 2)
    newest.rollback()
  }

  @Test func whoProvidedForWhomIsNotRememberedAfterTheRollback() {
    let scope = OverrideScope()
    let before = _getWeakRetainCount(scope)

    scope.run {
      let injection = Injection(strategy: .singleton, instance: "live")
      let other = Injection(strategy: .singleton, instance: "other")
      injection.override(with: other)
      #expect(_getWeakRetainCount(scope) > before)
      for _ in 0..<Self.many { #expect(injection.override(with: other).rollback()) }
      #expect(injection.resolve() == "other")
    }

    #expect(_getWeakRetainCount(scope) < Self.many / 2)
    scope.end()
  }

  #if DEBUG
  /// Only the core's own storage shows it, and a release build does not show its storage.
  @Test func whatAScopeKeptOfOverridesThatAreGoneIsNotRemembered() {
    let injection = Injection(strategy: .singleton, instance: "live")
    let scope = OverrideScope()

    for number in 0..<100 {
      let token = injection.override(with: "mock \(number)")
      #expect(scope.run { injection.resolve() } == "mock \(number)")
      token.rollback()
    }

    var mirrors = 0
    scope.stack(of: injection.root)?.mirrors.forEachMirror { _ in mirrors += 1 }
    #expect((1...2).contains(mirrors))
    scope.end()
  }
  #endif
}
