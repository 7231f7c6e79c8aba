import Testing
import Vial

/// Sealing the overrides of the global scope.
///
/// Each program runs in its own process, because a seal is permanent.
@MainActor struct OverridesSealTests {
  @Test(.exitTest) func sealAcceptsProvidedRequirementsAndSealsTheGlobalScopeOnly() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let (first, second) = (
          Injection(strategy: .singleton, instance: 1), Injection(strategy: .singleton, instance: 1)
        )
        let required = Injection<Int>.required("a number")
        let overridden = Injection<Int>.required("a number")
        let forwarding = Injection<Int>.required("a number")
        let contextual = Injection<Int>.required("a number").when(InjectionContext("active") { true }, instance: 1)
        let token = first.override(with: 2)
        second.override(with: 2)
        required.provide(with: 1)
        overridden.override(with: 1)
        forwarding.provide(with: required)
        Overrides.seal(requiring: required, overridden, forwarding, contextual, first)

        // Earlier overrides can be rolled back.
        precondition(first.resolve() + second.resolve() == 4)
        precondition(token.rollback())
        Overrides.rollbackAll()
        precondition(first.resolve() + second.resolve() == 2)

        for kind in OverrideScope.Kind.all {
          withOverrideScope(kind) {
            first.override(with: 2)
            precondition(first.resolve() == 2)
            precondition(first.rollbackOverride())
            precondition(first.resolve() == 1)
          }
        }
        // An override in a scope that has ended has no effect.
        let ended = withOverrideScope { OverrideScope.current }
        ended.run { _ = first.override(with: 2) }
        precondition(first.resolve() == 1)

        precondition(forwarding.resolve() == 1)
        let provision = required.provide(with: 2)
        precondition(required.resolve() == 2)
        precondition(provision.withdraw())
        precondition(!required.isProvided)

        let owner = Owner(second)
        owner.value = 3
        precondition(owner.value == 3)
      }
    }
  }

  private static let programs: [StoppingProgram] = [
    StoppingProgram(
      "An override after the seal",
      beginsWith: """
        App/Late.swift:7: Fatal error: Int (App/A.swift:1) was overridden after the overrides were sealed.

            Overridden at: App/Late.swift:7
            Sealed at: App/Main.swift:10

        - Override the injection before the seal, where the application is composed.
        - In a test, override it in a scope: .overrideScope { … }, or inOverrideScope { … } of XCTestCase.
        - To replace the implementation of a required injection at run time, provide it again.
        """
    ) {
      let injection = Injection(strategy: .shared, instance: 1, fileID: "App/A.swift", line: 1)
      Overrides.seal(fileID: "App/Main.swift", line: 10)
      Overrides.seal(fileID: "App/Main.swift", line: 11)
      injection.override(with: 2, fileID: "App/Late.swift", line: 7)
    },
    StoppingProgram(
      "An override of a family after the seal",
      beginsWith: """
        App/Late.swift:7: Fatal error: InjectionFamily<Int, Int> (App/A.swift:3) was overridden after the overrides \
        were sealed.
        """
    ) {
      let family = InjectionFamily<Int, Int>(strategy: .shared, fileID: "App/A.swift", line: 3) { $0 }
      Overrides.seal()
      family.override(with: { $0 + 1 }, fileID: "App/Late.swift", line: 7)
    },
    StoppingProgram(
      "A seal that requires missing implementations",
      beginsWith: """
        App/Main.swift:10: Fatal error: Not every required injection has an implementation.

            Int (App/A.swift:2): a number
            String (App/B.swift:2): a text
            Int (App/B.swift:3): a forward
            Int (App/B.swift:4): a circle

        - Call provide(with:strategy:) on each of them before Overrides.seal(requiring:).
        """
    ) {
      let number = requireNumber()
      let provided = Injection<Int>.required("a provided number", fileID: "App/B.swift", line: 1)
      let text = Injection<String>.required("a text", fileID: "App/B.swift", line: 2)
      let forwarding = Injection<Int>.required("a forward", fileID: "App/B.swift", line: 3)
      let circular = Injection<Int>.required("a circle", fileID: "App/B.swift", line: 4)
      provided.provide(with: 1)
      forwarding.provide(with: number)
      circular.provide(with: circular)
      Overrides.seal(requiring: number, provided, text, forwarding, circular, fileID: "App/Main.swift", line: 10)
    },
    StoppingProgram(
      "A seal in a scope that provides the implementation",
      beginsWith: "App/Main.swift:10: Fatal error: Not every required injection"
    ) {
      let number = requireNumber()
      withOverrideScope {
        number.provide(with: 1)
        Overrides.seal(requiring: number, fileID: "App/Main.swift", line: 10)
      }
    },
    StoppingProgram(
      "A second seal, after the implementation was withdrawn",
      beginsWith: "App/Main.swift:11: Fatal error: Not every required injection"
    ) {
      let number = requireNumber()
      let provision = number.provide(with: 1)
      Overrides.seal(requiring: number, fileID: "App/Main.swift", line: 10)
      provision.withdraw()
      Overrides.seal(requiring: number, fileID: "App/Main.swift", line: 11)
    },
  ]

  private static func requireNumber() -> Injection<Int> { .required("a number", fileID: "App/A.swift", line: 2) }

  @Test(.exitTest) func sealStopsTheProgram() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await MainActor.run { StoppingProgram.writeFailures(of: Self.programs) }
    }
    expectEqual(standardError(of: result), "")
  }
}
