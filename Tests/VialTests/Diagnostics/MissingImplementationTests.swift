import Testing
import Vial

/// Messages about an implementation that is missing where an override, a scope or another injection needs it.
@MainActor struct MissingImplementationTests {
  // MARK: Originals

  enum Decorator: CaseIterable, Codable {
    case withOriginal, withValue, changing, withAnOlderOverride, inAScope

    @MainActor func override(_ port: Injection<Int>) {
      switch self {
      case .withOriginal, .inAScope: port.override(with: { $0.resolve() + 1 }, fileID: "Tests/A.swift", line: 5)
      case .withValue: port.override(with: { port in port + 1 }, fileID: "Tests/A.swift", line: 5)
      case .changing: port.override(changing: { $0 += 1 }, fileID: "Tests/A.swift", line: 5)
      case .withAnOlderOverride:
        port.override(with: { $0.resolve() + 1 }, fileID: "Tests/A.swift", line: 5)
        port.override(with: { $0.resolve() + 1 }, fileID: "Tests/B.swift", line: 6)
      }
    }
  }

  @Test(arguments: Decorator.allCases)
  func messageNamesTheOverrideWhoseOriginalIsMissing(decorator: Decorator) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [decorator = decorator as Decorator] in
      await MainActor.run {
        let port = Injection<Int>.required("the port", fileID: "Feature/A.swift", line: 12)
        let server = Injection(strategy: .singleton, fileID: "Feature/B.swift", line: 3) { "\(port.resolve())" }
        decorator.override(port)
        if decorator == .inAScope { withOverrideScope { _ = server.resolve() } } else { _ = server.resolve() }
      }
    }

    expect(
      standardError(of: result).hasPrefix(
        """
        Feature/A.swift:12: Fatal error: Int (Feature/A.swift:12) is required, and no implementation was provided.

            Needed: the port
            Needed by: String (Feature/B.swift:3)
            Original of the override at: Tests/A.swift:5

        - Call provide(with:strategy:) on the injection where the application is composed.
        - In the override, resolve no original.

        """
      )

    )
    expect(!standardError(of: result).contains("In a test, override the injection."))
  }

  @Test func messageDoesNotNameAnOverrideOfTheRequester() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let port = Injection<Int>.required("the port")
        let server = Injection(strategy: .singleton, instance: "live")
        server.override { "\(port.resolve())" }
        _ = server.resolve()
      }
    }

    expect(standardError(of: result).contains("In a test, override the injection."))
    expect(!standardError(of: result).contains("Original of the override"))
  }

  // MARK: Other scopes

  @Test func messageNamesTheLineThatProvidesInAnotherScope() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let session = Injection<Int>.required("a session", fileID: "Feature/A.swift", line: 12)
        let window = OverrideScope(.fresh)
        window.run { _ = session.provide(with: 1, fileID: "App/Window.swift", line: 4) }
        withOverrideScope(.isolated) { _ = session.resolve() }
      }
    }

    expect(
      standardError(of: result).contains(
        """
            Needed: a session
            Provided in another scope at: App/Window.swift:4

        """
      )

    )
    expect(standardError(of: result).contains("run this code in that scope: scope.run { … }."))
  }

  enum Elsewhere: CaseIterable, Codable {
    case providedGlobally, providedForAnotherInjection, withdrawnInTheScope
  }

  @Test(arguments: Elsewhere.allCases) func messageNamesNoOtherScopeThatProvidesNothing(elsewhere: Elsewhere) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [elsewhere = elsewhere as Elsewhere] in
      await MainActor.run {
        let session = Injection<Int>.required("a session")
        let other = Injection<Int>.required("another session")
        let window = OverrideScope(.fresh)
        switch elsewhere {
        case .providedGlobally: session.provide(with: 1).withdraw()
        case .providedForAnotherInjection: window.run { _ = other.provide(with: 1) }
        case .withdrawnInTheScope: window.run { _ = session.provide(with: 1).withdraw() }
        }
        _ = session.resolve()
      }
    }

    expect(standardError(of: result).contains("Needed: a session\n"))
    expect(!standardError(of: result).contains("Provided in another scope"))
  }

  // MARK: Purposes

  @Test func emptyPurposeIsReplacedInMessages() async {
    let required = Injection<Int>.required("", fileID: "Feature/A.swift", line: 12)
    expect(required.debugDescription.hasSuffix("\n  not provided: an implementation"))

    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run { _ = Injection<Int>.required("").resolve() }
    }
    expect(standardError(of: result).contains("    Needed: an implementation\n"))

    let sealResult = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        Overrides.seal(requiring: Injection<Int>.required("", fileID: "Feature/A.swift", line: 12))
      }
    }
    expect(standardError(of: sealResult).contains("    Int (Feature/A.swift:12): an implementation\n"))
  }
}
