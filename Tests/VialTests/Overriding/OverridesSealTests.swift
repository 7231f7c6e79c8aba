import Testing
import Vial

/// Sealing the overrides of the global scope.
///
/// Each test runs in its own process, because a seal is permanent.
@MainActor struct OverridesSealTests {
  @Test func globalOverrideAfterTheSealStopsWithBothLinesAndFixes() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let injection = Injection(strategy: .shared, instance: 1, fileID: "App/A.swift", line: 3)
        Overrides.seal(fileID: "App/Main.swift", line: 10)
        Overrides.seal(fileID: "App/Main.swift", line: 11)
        injection.override(with: 2, fileID: "App/Late.swift", line: 7)
      }
    }

    expect(
      standardError(of: result).hasPrefix(
        """
        App/Late.swift:7: Fatal error: Int (App/A.swift:3) was overridden after the overrides were sealed.

            Overridden at: App/Late.swift:7
            Sealed at: App/Main.swift:10

        - Override the injection before the seal, where the application is composed.
        - In a test, override it in a scope: .overrideScope { … }, or inOverrideScope { … } of XCTestCase.
        - To replace the implementation of a required injection at run time, provide it again.
        """
      )

    )
  }

  @Test func globalOverrideOfAFamilyAfterTheSealStops() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let family = InjectionFamily<Int, Int>(
          strategy: .shared,
          fileID: "App/A.swift",
          line: 3
        ) { $0 }
        Overrides.seal()
        family.override(with: { $0 + 1 }, fileID: "App/Late.swift", line: 7)
      }
    }

    expect(
      standardError(of: result).contains(
        "InjectionFamily<Int, Int> (App/A.swift:3) was overridden after the overrides were sealed."
      )

    )
  }

  @Test func otherScopesCanOverrideAfterTheSeal() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let injection = Injection(strategy: .singleton, instance: 1)
        Overrides.seal()
        for kind in [OverrideScope.Kind.inheriting, .fresh, .isolated] {
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

  @Test func overrideInAnEndedScopeAfterTheSealHasNoEffect() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let injection = Injection(strategy: .singleton, instance: 1)
        Overrides.seal()
        let ended = withOverrideScope { OverrideScope.current }
        ended.run { _ = MainActor.assumeIsolated { injection.override(with: 2) } }
        precondition(injection.resolve() == 1)
      }
    }
  }

  @Test func earlierOverridesCanBeRolledBackAfterTheSeal() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let (first, second) = (
          Injection(strategy: .singleton, instance: 1), Injection(strategy: .singleton, instance: 1)
        )
        let token = first.override(with: 2)
        second.override(with: 2)
        Overrides.seal()
        precondition(first.resolve() + second.resolve() == 4)
        precondition(token.rollback())
        Overrides.rollbackAll()
        precondition(first.resolve() + second.resolve() == 2)
      }
    }
  }

  @Test func implementationCanBeProvidedAndWithdrawnAfterTheSeal() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let required = Injection<Int>.required("a number")
        Overrides.seal()
        required.provide(with: 1)
        precondition(required.resolve() == 1)
        let second = required.provide(with: 2)
        precondition(required.resolve() == 2)
        precondition(second.withdraw())
        precondition(!required.isProvided)
      }
    }
  }

  // MARK: Required implementations

  @Test func sealStopsAndListsEveryInjectionWithoutAnImplementation() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let number = Injection<Int>.required("a number", fileID: "App/A.swift", line: 3)
        let text = Injection<String>.required("a text", fileID: "App/B.swift", line: 4)
        let provided = Injection<String>.required("another text", fileID: "App/C.swift", line: 5)
        provided.provide(with: "text")
        Overrides.seal(requiring: number, provided, text, fileID: "App/Main.swift", line: 10)
      }
    }

    expect(
      standardError(of: result).hasPrefix(
        """
        App/Main.swift:10: Fatal error: Not every required injection has an implementation.

            Int (App/A.swift:3): a number
            String (App/B.swift:4): a text

        - Call provide(with:strategy:) on each of them before Overrides.seal(requiring:).
        """
      )

    )
  }

  @Test func sealAcceptsImplementationsOverridesAndActiveContexts() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let provided = Injection<Int>.required("a number")
        let overridden = Injection<Int>.required("a number")
        let contextual = Injection<Int>.required("a number").when(InjectionContext("active") { true }, instance: 1)
        let published = Injection(strategy: .singleton, instance: "text")
        provided.provide(with: 1)
        overridden.override(with: 1)
        Overrides.seal(requiring: provided, overridden, contextual, published)
      }
    }
  }

  @Test func sealChecksTheGlobalScopeOnly() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        let number = Injection<Int>.required("a number")
        withOverrideScope {
          number.provide(with: 1)
          Overrides.seal(requiring: number)
        }
      }
    }
  }

  @Test func secondSealChecksAgain() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let number = Injection<Int>.required("a number")
        let provision = number.provide(with: 1)
        Overrides.seal(requiring: number, fileID: "App/Main.swift", line: 10)
        provision.withdraw()
        Overrides.seal(requiring: number, fileID: "App/Main.swift", line: 11)
      }
    }
    expect(standardError(of: result).hasPrefix("App/Main.swift:11: Fatal error: Not every required injection"))
  }

  @Test func consumersCanBeAssignedAfterTheSeal() async {
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
