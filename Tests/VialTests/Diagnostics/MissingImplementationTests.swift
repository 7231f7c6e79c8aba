import Testing
import Vial

/// The message about an implementation that is missing (rule 25).
@MainActor struct MissingImplementationTests {
  private static func requirePort() -> Injection<Int> {
    .required("the port", fileID: "Feature/A.swift", line: 12)
  }

  private static let plain: [StoppingProgram] = [
    StoppingProgram(
      "The message has the purpose and fixes, and no builds that are complete",
      beginsWith: """
        Feature/A.swift:12: Fatal error: Int (Feature/A.swift:12) is required, and no implementation was provided.

            Needed: the port

        - Call provide(with:strategy:) on the injection where the application is composed.
        - In a test, override the injection.
        - For all tests, publish an instance with the injection: .when(.test, instance: …).
        """,
      contains:
        "- If an override scope provides it, run this code in that scope: scope.run { … }. [missing-implementation]\n",
      lacks: ["Needed by", "Test: "]
    ) {
      let part = Injection(strategy: .onDemand, instance: 1)
      _ = (part.resolve(), part.resolve())
      let required = requirePort()
      OverrideScope(ofTest: nil).run { _ = required.override(with: 1) }
      _ = required.resolve()
    },
    StoppingProgram(
      "The injections that need the implementation",
      contains: """
            Needed: the port
            Needed by: Array<String> (App/Main.swift:2) → String (Feature/B.swift:8)

        """
    ) {
      let required = requirePort()
      let server = Injection(strategy: .singleton, fileID: "Feature/B.swift", line: 8) { "\(required.resolve())" }
      let application = Injection(strategy: .singleton, fileID: "App/Main.swift", line: 2) { [server.resolve()] }
      withOverrideScope { _ = application.resolve() }
    },
    StoppingProgram(
      "The test",
      contains: """
            Needed: the port
            Test: Tests.test()

        - Call provide(
        """
    ) {
      let required = requirePort()
      let scope = OverrideScope(ofTest: nil)
      scope.reportLiveUses { _ in }
      scope.run { withOverrideScope { _ = required.resolve() } }
    },
    StoppingProgram(
      "An implementation that is missing behind a forward is reported as unprovided",
      contains: "It was reported.",
      "is required, and no implementation was provided"
    ) {
      let (missing, required) = (requirePort(), requirePort())
      withOverrideScope(.isolated) {
        required.provide(with: missing)
        OverrideScope.current.reportLiveUses {
          precondition($0.isUnprovided)
          StandardError().write("It was reported.")
        }
        _ = required.resolve()
      }
    },
    StoppingProgram("An empty purpose", contains: "    Needed: an implementation\n") {
      _ = Injection<Int>.required("").resolve()
    },
    StoppingProgram("An empty purpose at the seal", contains: "    Int (Feature/A.swift:12): an implementation\n") {
      Overrides.seal(requiring: Injection<Int>.required("", fileID: "Feature/A.swift", line: 12))
    },
  ]

  // MARK: Withdrawals

  private static let withdrawals: [StoppingProgram] = [
    withdrawal("by the token") { session in
      session.provide(with: 1).withdraw(fileID: "App/SignOut.swift", line: 3)
    },
    withdrawal("by the injection") { session in
      session.provide(with: 1)
      session.withdraw(fileID: "App/SignOut.swift", line: 3)
    },
    withdrawal("by the end of a test, which names the line that has provided") { session in
      var undo: (@MainActor () -> Void)?
      TestHooks.onUndoableChange = { undo = $0 }
      session.provide(with: 1, fileID: "App/SignOut.swift", line: 3)
      undo?()
    },
    withdrawal("outside of the scope that resolves") { session in
      session.provide(with: 1)
      session.withdraw(fileID: "App/SignOut.swift", line: 3)
      withOverrideScope(.isolated) { _ = session.resolve() }
    },
    withdrawal("in the scope that resolves, before many builds") { session in
      withOverrideScope(.isolated) {
        _ = Injection(strategy: .singleton, instance: 0).resolve()
        session.provide(with: 1).withdraw(fileID: "App/SignOut.swift", line: 3)
        for number in 0..<100 { _ = Injection(strategy: .singleton, instance: number).resolve() }
        _ = session.resolve()
      }
    },
    withdrawal("in an ended scope, which is newer than the one outside") { session in
      session.provide(with: 1).withdraw(fileID: "App/Outside.swift", line: 9)
      let scope = OverrideScope()
      scope.run { _ = session.provide(with: 1).withdraw(fileID: "App/SignOut.swift", line: 3) }
      scope.end()
      _ = scope.run { session.resolve() }
    },
  ]

  private static func withdrawal(
    _ title: String,
    _ withdraw: @escaping @MainActor (Injection<Int>) -> Void
  ) -> StoppingProgram {
    StoppingProgram(
      "A withdrawal \(title)",
      contains: """
            Needed: a session
            Withdrawn at: App/SignOut.swift:3

        """
    ) {
      let session = Injection<Int>.required("a session")
      withdraw(session)
      _ = session.resolve()
    }
  }

  // MARK: Originals

  private static let originals: [StoppingProgram] = [
    original("a decorator of an original") { port in
      port.override(with: { $0.resolve() + 1 }, fileID: "Tests/A.swift", line: 5)
    },
    original("a decorator of a value") { port in
      port.override(with: { $0 + 1 }, fileID: "Tests/A.swift", line: 5)
    },
    original("a change") { port in port.override(changing: { $0 += 1 }, fileID: "Tests/A.swift", line: 5) },
    original("the older one of two decorators") { port in
      port.override(with: { $0.resolve() + 1 }, fileID: "Tests/A.swift", line: 5)
      port.override(with: { $0.resolve() + 1 }, fileID: "Tests/B.swift", line: 6)
    },
    original("a decorator, in a scope", in: .inheriting) { port in
      port.override(with: { $0.resolve() + 1 }, fileID: "Tests/A.swift", line: 5)
    },
    StoppingProgram(
      "An override of the requester is not named",
      contains: "In a test, override the injection.",
      lacks: ["Original of the override"]
    ) {
      let port = requirePort()
      let server = Injection(strategy: .singleton, instance: "live")
      server.override { "\(port.resolve())" }
      _ = server.resolve()
    },
  ]

  private static func original(
    _ title: String,
    in kind: OverrideScope.Kind? = nil,
    _ override: @escaping @MainActor (Injection<Int>) -> Void
  ) -> StoppingProgram {
    StoppingProgram(
      "The missing original of \(title)",
      beginsWith: """
        Feature/A.swift:12: Fatal error: Int (Feature/A.swift:12) is required, and no implementation was provided.

            Needed: the port
            Needed by: String (Feature/B.swift:3)
            Original of the override at: Tests/A.swift:5

        - Call provide(with:strategy:) on the injection where the application is composed.
        - In the override, resolve no original.

        """,
      lacks: ["In a test, override the injection."]
    ) {
      let port = requirePort()
      let server = Injection(strategy: .singleton, fileID: "Feature/B.swift", line: 3) { "\(port.resolve())" }
      override(port)
      if let kind { withOverrideScope(kind) { _ = server.resolve() } }
      _ = server.resolve()
    }
  }

  // MARK: Other scopes

  private static let otherScopes: [StoppingProgram] = [
    StoppingProgram(
      "The line that provides in another scope",
      contains: """
            Needed: the port
            Provided in another scope at: App/Window.swift:4

        """,
      "run this code in that scope: scope.run { … }."
    ) {
      let (port, window) = (requirePort(), OverrideScope(.fresh))
      window.run { _ = port.provide(with: 1, fileID: "App/Window.swift", line: 4) }
      withOverrideScope(.isolated) { _ = port.resolve() }
    },
    noOtherScope("a withdrawal outside of every scope") { port, _ in port.provide(with: 1).withdraw() },
    noOtherScope("another injection") { _, window in
      let other = Injection<Int>.required("another port")
      window.run { _ = other.provide(with: 1) }
    },
    noOtherScope("a withdrawal in the scope") { port, window in
      window.run { _ = port.provide(with: 1).withdraw() }
    },
  ]

  private static func noOtherScope(
    _ title: String,
    _ prepare: @escaping @MainActor (Injection<Int>, OverrideScope) -> Void
  ) -> StoppingProgram {
    StoppingProgram(
      "No other scope for \(title)",
      contains: "Needed: the port\n",
      lacks: ["Provided in another scope"]
    ) {
      let (port, window) = (requirePort(), OverrideScope(.fresh))
      prepare(port, window)
      _ = port.resolve()
    }
  }

  @Test(.exitTest) func messageHasThePurposeTheCircumstancesAndFixes() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await MainActor.run {
        StoppingProgram.writeFailures(of: Self.plain + Self.withdrawals + Self.originals + Self.otherScopes)
      }
    }
    expectEqual(standardError(of: result), "")
  }

  @Test func emptyPurposeIsReplacedInTheDescription() {
    expect(Injection<Int>.required("").debugDescription.hasSuffix("\n  not provided: an implementation"))
  }
}
