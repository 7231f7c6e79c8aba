import Testing
import Vial

/// The complete messages of the errors that stop the program.
///
/// Messages of cycles: see `DependencyCycleTests`.
@MainActor struct FatalErrorTests {
  // MARK: Required injections

  @Test func messageOfAMissingImplementationHasThePurposeAndFixes() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let required = Injection<Int>.required("the port", fileID: "Feature/A.swift", line: 12)
        _ = required.resolve()
      }
    }

    expect(
      standardError(of: result).hasPrefix(
        """
        Feature/A.swift:12: Fatal error: Int (Feature/A.swift:12) is required, and no implementation was provided.

            Needed: the port

        - Call provide(with:strategy:) on the injection where the application is composed.
        - In a test, override the injection.
        - For all tests, publish an instance with the injection: .when(.test, instance: …).
        """
      )

    )
    expect(!standardError(of: result).contains("Needed by"))
  }

  @Test func messageOfAMissingImplementationOmitsEarlierBuilds() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let part = Injection(strategy: .onDemand, instance: 1)
        _ = (part.resolve(), part.resolve())
        _ = Injection<Int>.required("a number").resolve()
      }
    }

    expect(standardError(of: result).contains("Needed: a number\n"))
    expect(!standardError(of: result).contains("Needed by"))
  }

  @Test func messageOfAMissingImplementationNamesTheTest() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let required = Injection<Int>.required("the port", fileID: "Feature/A.swift", line: 12)
        let scope = OverrideScope(ofTest: nil)
        scope.reportLiveUses { _ in }
        scope.run { withOverrideScope { _ = required.resolve() } }
      }
    }

    expect(
      standardError(of: result).contains(
        """
            Needed: the port
            Test: Tests.test()

        - Call provide(
        """
      )

    )
  }

  @Test func messageOfAMissingGlobalImplementationSuggestsScopes() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let required = Injection<Int>.required("the port", fileID: "Feature/A.swift", line: 12)
        let scope = OverrideScope(ofTest: nil)
        scope.run { required.override(with: 1) }
        _ = required.resolve()
      }
    }

    expect(
      standardError(of: result).contains(
        "- If an override scope provides it, run this code in that scope: scope.run { … }. [missing-implementation]\n"
      )

    )
    expect(!standardError(of: result).contains("Test: "))
  }

  enum Withdrawal: CaseIterable, Codable {
    case byTheToken
    case byTheInjection
    case outsideTheScope
  }

  @Test(arguments: Withdrawal.allCases)
  func messageOfAMissingImplementationNamesTheLineOfTheWithdrawal(withdrawal: Withdrawal) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [withdrawal] in
      await MainActor.run {
        let session = Injection<Int>.required("a session", fileID: "Feature/A.swift", line: 12)
        let provision = session.provide(with: 1)
        switch withdrawal {
        case .byTheToken: provision.withdraw(fileID: "App/SignOut.swift", line: 3)
        case .byTheInjection: session.withdraw(fileID: "App/SignOut.swift", line: 3)
        case .outsideTheScope:
          session.withdraw(fileID: "App/SignOut.swift", line: 3)
          withOverrideScope(.isolated) { _ = session.resolve() }
        }
        _ = session.resolve()
      }
    }

    expect(
      standardError(of: result).contains(
        """
            Needed: a session
            Withdrawn at: App/SignOut.swift:3

        """
      )

    )
  }

  @Test func messageOfAMissingImplementationNamesAnEarlierWithdrawal() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        withOverrideScope(.isolated) {
          _ = Injection(strategy: .singleton, instance: 0).resolve()
          let required = Injection<Int>.required("a number")
          required.provide(with: 1).withdraw(fileID: "App/Session.swift", line: 7)
          for number in 0..<100 {
            _ = Injection(strategy: .singleton, instance: number).resolve()
          }
          _ = required.resolve()
        }
      }
    }

    let message = standardError(of: result)
    expect(message.contains("Withdrawn at: App/Session.swift:7"))
  }

  @Test func messageOfAMissingImplementationNamesTheRequesters() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let required = Injection<Int>.required("the port", fileID: "Feature/A.swift", line: 12)
        let server = Injection(
          strategy: .singleton,
          instance: "\(required.resolve())",
          fileID: "Feature/B.swift",
          line: 8
        )
        let application = Injection(
          strategy: .singleton,
          instance: [server.resolve()],
          fileID: "App/Main.swift",
          line: 2
        )
        withOverrideScope { _ = application.resolve() }
      }
    }

    expect(
      standardError(of: result).contains(
        """
            Needed: the port
            Needed by: Array<String> (App/Main.swift:2) → String (Feature/B.swift:8)

        """
      )

    )
  }

  @Test func providingForAnInjectionThatIsNotRequiredStopsWithFixes() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let injection = Injection(
          strategy: .shared,
          instance: 1,
          fileID: "Feature/A.swift",
          line: 12
        )
        injection.provide(with: 1, fileID: "App/Root.swift", line: 5)
      }
    }

    expect(
      standardError(of: result).hasPrefix(
        """
        App/Root.swift:5: Fatal error: Int (Feature/A.swift:12) was published with an instance, so no implementation \
        can be provided.

            Provided at: App/Root.swift:5

        - Publish the injection with Injection.required(_:).
        - Override the injection.
        """
      )

    )
  }

  // MARK: Validity checks

  @Test func validityCheckThatResolvesItsOwnInjectionStopsWithAFix() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let box = Box<Injection<Int>?>(nil)
        let injection = Injection(
          strategy: .cached { { box.content?.resolve() == 1 } },
          instance: 1,
          fileID: "Feature/D.swift",
          line: 4
        )
        box.content = injection
        _ = (injection.resolve(), injection.resolve())
      }
    }

    expect(
      standardError(of: result).hasPrefix(
        """
        Feature/D.swift:4: Fatal error: The validity check of Int (Feature/D.swift:4) uses injections.

        This code runs while an operation searches or changes a list. It must not resolve, override, provide, clear, observe \
        or open a scope.

        - Resolve the dependencies of the check before: .cached { let clock = clock.resolve(); return { … } }.
        """
      )

    )
  }
}
