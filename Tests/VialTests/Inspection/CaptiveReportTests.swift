import Testing
import Vial
import VialInspection

/// The report of captive dependencies while the application runs.
@MainActor struct CaptiveReportTests {
  private let flow = InjectionFlow("session")
  private let output = ReportOutput()

  /// Runs a body in an isolated scope while captive dependencies are reported.
  private func report(_ body: () -> Void) -> [String] {
    let observation = Injections.reportCaptives(to: output)
    withOverrideScope(.isolated) { body() }
    observation.cancel()
    return output.lines
  }

  @Test func captiveDependencyIsReportedOnce() {
    let session = Injection(strategy: .flow(flow), instance: "session", fileID: "App/Session.swift", line: 3)
    let account = Injection(strategy: .singleton, instance: session.resolve(), fileID: "App/Account.swift", line: 8)

    let lines = report {
      for _ in 0..<3 {
        _ = account.resolve()
        account.clear()
      }
    }

    expectEqual(
      lines,
      [
        "Vial: captive dependency: String (App/Account.swift:8), singleton, holds String (App/Session.swift:3), flow(session) [captive]"
      ]
    )
  }

  @Test func captiveOfALaterReadIsReported() {
    final class Account {
      @Instance var session: String
      init(_ session: Injection<String>) { _session = Instance(session) }
    }
    let session = Injection(strategy: .flow(flow), instance: "session")
    let account = Injection(strategy: .singleton, instance: Account(session))

    let lines = report {
      let account = account.resolve()
      expect(output.lines.isEmpty)
      _ = account.session
    }

    expectEqual(lines.count, 1)
  }

  @Test func captiveOfALaterReadThroughInstancesWithoutACacheIsReportedForTheirOwner() {
    final class Part {
      @Instance var session: String
      init(_ session: Injection<String>) { _session = Instance(session) }
    }
    final class Middle {
      let part: Part
      init(_ part: Part) { self.part = part }
    }
    let session = Injection(strategy: .flow(flow), instance: "session", fileID: "App/Session.swift", line: 3)
    let part = Injection(strategy: .onDemand, instance: Part(session), fileID: "App/Part.swift", line: 1)
    let middle = Injection(strategy: .shared, instance: Middle(part.resolve()), fileID: "App/Part.swift", line: 2)
    let account = Injection(strategy: .singleton, instance: middle.resolve(), fileID: "App/Account.swift", line: 8)

    let lines = report {
      let account = account.resolve()
      expect(output.lines.isEmpty)
      _ = account.part.session
    }

    expectEqual(
      lines,
      [
        """
        Vial: captive dependency: Middle (App/Account.swift:8), singleton, holds String (App/Session.swift:3), \
        flow(session), through Middle (App/Part.swift:2), shared, through Part (App/Part.swift:1), onDemand [captive]
        """
      ]
    )
  }

  @Test func dependencyThatLivesLongEnoughIsNotReported() {
    let database = Injection(strategy: .singleton, instance: "database")
    let session = Injection(strategy: .flow(flow), instance: database.resolve())

    expect(report { _ = session.resolve() }.isEmpty)
  }

  @Test func nothingIsReportedAfterTheEnd() {
    let session = Injection(strategy: .flow(flow), instance: "session")
    let account = Injection(strategy: .singleton, instance: session.resolve())

    _ = report {}
    withOverrideScope { _ = account.resolve() }

    expect(output.lines.isEmpty)
  }

  @Test(arguments: [false, true]) func instanceThatHoldsAReplacedImplementationIsReported(isWithdrawn: Bool) {
    let session = Injection<String>.required("a session", fileID: "App/Session.swift", line: 3)
    let account = Injection(strategy: .singleton, instance: session.resolve(), fileID: "App/Account.swift", line: 8)

    let lines = report {
      session.provide(with: "first")
      _ = account.resolve()
      expect(output.lines.isEmpty)
      if isWithdrawn { session.withdraw() } else { session.provide(with: "second") }
    }

    expectEqual(
      lines,
      [
        """
        Vial: captive dependency: String (App/Account.swift:8), singleton, holds String (App/Session.swift:3), \
        singleton, whose implementation was replaced or withdrawn [captive]
        """
      ]
    )
  }

  @Test func releaseInAnotherScopeDoesNotHideAHolder() {
    let session = Injection<String>.required("a session")
    let account = Injection(strategy: .singleton, instance: session.resolve())

    let lines = report {
      let provision = session.provide(with: "first")
      _ = account.resolve()
      withOverrideScope(.isolated) {
        _ = account.resolve()
        account.clear()
      }
      provision.withdraw()
    }

    expectEqual(lines.count, 1)
  }

  @Test func holderOfTheOriginalIsNotMistakenForTheOverride() {
    let session = Injection(strategy: .flow(flow), instance: "session")
    let account = Injection(strategy: .flow(flow)) { session.resolve() + "!" }

    let lines = report {
      account.override(with: { original in original.resolve() }, strategy: .singleton)
      _ = account.resolve()
    }

    expect(lines.isEmpty)
  }

  @Test func instanceThatWasReleasedBeforeTheReplacementIsNotReported() {
    let session = Injection<String>.required("a session")
    let account = Injection(strategy: .singleton, instance: session.resolve())

    let lines = report {
      session.provide(with: "first")
      _ = account.resolve()
      account.clear()
      session.provide(with: "second")
    }

    expect(lines.isEmpty)
  }

  @Test func eachReportLastsUntilItsOwnTokenEnds() {
    let session = Injection<String>.required("a session")
    let account = Injection(strategy: .singleton, instance: session.resolve())
    let otherOutput = ReportOutput()
    let observation = Injections.reportCaptives(to: otherOutput)

    let lines = report {
      Injections.reportCaptives(to: ReportOutput()).cancel()
      session.provide(with: "first")
      _ = account.resolve()
      session.provide(with: "second")
    }
    expectEqual(lines.count, 1)
    expectEqual(otherOutput.lines, lines)

    withOverrideScope {
      session.provide(with: "first")
      _ = account.resolve()
      observation.cancel()
      session.withdraw()
    }
    expectEqual(output.lines, lines)
    expectEqual(otherOutput.lines, lines)
  }

  @Test func releaseOfAnOlderInstanceKeepsTheDependenciesOfTheInstanceThatIsBeingBuilt() {
    let session = Injection<String>.required("a session", fileID: "App/Session.swift", line: 3)
    var duringTheBuild: @MainActor () -> Void = {}
    let account = Injection(strategy: .singleton, fileID: "App/Account.swift", line: 8) {
      let session = session.resolve()
      duringTheBuild()
      return session
    }

    let lines = report {
      session.provide(with: "first")
      _ = account.resolve()
      let outer = OverrideScope.current
      duringTheBuild = { outer.run { account.clear() } }
      withOverrideScope(.fresh) {
        _ = account.resolve()
        outer.run { _ = session.provide(with: "second") }
      }
    }

    expectEqual(lines.count, 1)
    expect(lines.allSatisfy { $0.contains("App/Account.swift:8") && $0.contains("replaced or withdrawn") })
  }
}

private final class ReportOutput: TextOutputStream {
  var lines: [String] = []

  func write(_ string: String) { lines += string.split(separator: "\n").map(String.init) }
}
