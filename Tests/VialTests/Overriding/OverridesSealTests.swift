import Testing
import Vial

/// The composition is frozen; each test in a process of its own, because a seal is for good.
@MainActor struct OverridesSealTests {
  @Test func anOverrideOutsideAScopeStopsWithBothLines() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let injection = Injection(strategy: .shared, instance: 1, fileID: "App/A.swift", line: 3)
        Overrides.seal(fileID: "App/Main.swift", line: 10)
        Overrides.seal(fileID: "App/Main.swift", line: 11)
        injection.override(with: 2, fileID: "App/Late.swift", line: 7)
      }
    }

    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      message.contains(
        """
        App/Late.swift:7: Fatal error: Int (App/A.swift:3) is overridden at App/Late.swift:7, after \
        the overrides were sealed at App/Main.swift:10. Override it before the seal, in \
        withOverrideScope, or in a test with a trait or XCTestCase.override.
        """
      )
    )
  }

  @Test func aFamilysOverrideOutsideAScopeStopsToo() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let family = InjectionFamily<Int, Int>(strategy: .shared) { $0 }
        Overrides.seal()
        family.override(with: { $0 + 1 }, fileID: "App/Late.swift", line: 7)
      }
    }

    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("is overridden at App/Late.swift:7, after the overrides were sealed"))
  }

  @Test func scopesStillOverride() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let injection = Injection(strategy: .singleton, instance: 1)
        Overrides.seal()
        for kind in [OverrideScope.Kind.inheriting, .isolated] {
          withOverrideScope(kind) {
            injection.override(with: 2)
            precondition(injection.resolve() == 2)
            precondition(injection.rollbackOverride())
            precondition(injection.resolve() == 1)
          }
        }
      }
    }
  }

  @Test func aScopeThatHasEndedOverridesNothingAndStopsNothing() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let injection = Injection(strategy: .singleton, instance: 1)
        Overrides.seal()
        let ended = withOverrideScope { OverrideScope.current }
        ended?.run { _ = MainActor.assumeIsolated { injection.override(with: 2) } }
        precondition(injection.resolve() == 1)
      }
    }
  }

  @Test func whatWasOverriddenBeforeRollsBack() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let (first, second) = (
          Injection(strategy: .singleton, instance: 1), Injection(strategy: .singleton, instance: 1)
        )
        let checkpoint = Overrides.checkpoint()
        let token = first.override(with: 2)
        second.override(with: 2)
        Overrides.seal()
        precondition(first.resolve() + second.resolve() == 4)
        precondition(token.rollback())
        Overrides.rollback(to: checkpoint)
        precondition(first.resolve() + second.resolve() == 2)
      }
    }
  }

  @Test func consumersStillTakeWhatIsAssigned() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let owner = Owner(Injection(strategy: .singleton, instance: 1))
        Overrides.seal()
        owner.value = 2
        precondition(owner.value == 2)
      }
    }
  }
}
