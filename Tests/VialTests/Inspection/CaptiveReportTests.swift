import Testing
import Vial
import VialInspection

/// The report of captive dependencies while the application runs.
@Suite(.checksInvariants) @MainActor struct CaptiveReportTests {
  private let flow = InjectionFlow("session")
  private let output = ReportOutput()
  private let required = Injection<String>.required("a session", fileID: "App/Session.swift", line: 3)

  private func makeAccount(of session: Injection<String>) -> Injection<String> {
    Injection(strategy: .singleton, fileID: "App/Account.swift", line: 8) { session.resolve() }
  }

  /// Runs a body in an isolated scope while captive dependencies are reported.
  private func report(_ body: () -> Void) -> [String] {
    let observation = Injections.reportCaptives(to: output)
    withOverrideScope(.isolated) { body() }
    observation.cancel()
    return output.lines
  }

  @Test func captiveDependencyIsReportedOnceUntilTheReportEnds() {
    let session = Injection(strategy: .flow(flow), instance: "session", fileID: "App/Session.swift", line: 3)
    let account = makeAccount(of: session)
    let database = Injection(strategy: .singleton, instance: "database")
    let longLived = Injection(strategy: .flow(flow), instance: database.resolve())

    let lines = report {
      _ = longLived.resolve()
      for _ in 0..<3 {
        _ = account.resolve()
        account.clear()
      }
    }
    let other = Injection(strategy: .singleton, instance: session.resolve())
    withOverrideScope { _ = other.resolve() }

    expectEqual(
      lines,
      [
        "Vial: captive dependency: String (App/Account.swift:8), singleton, holds String (App/Session.swift:3), "
          + "flow(session) [captive]"
      ]
    )
    expectEqual(output.lines, lines)
  }

  @Test func captiveOfALaterReadIsReportedForTheOwnerOfItsPath() {
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

  // MARK: Overrides

  @Test func captiveOfALaterOverrideIsReported() {
    let service = Injection(strategy: .singleton, instance: "live")
    let holder = makeAccount(of: service)

    let lines = report {
      _ = holder.resolve()
      expect(output.lines.isEmpty)
      withOverrideScope(.fresh) {
        service.override(with: "mock", strategy: .flow(flow))
        _ = holder.resolve()
      }
    }

    expectEqual(lines.count, 1)
  }

  @Test func overrideElsewhereOrOfTheHolderMakesNoCaptive() {
    let service = Injection(strategy: .singleton, instance: "live")
    let holder = makeAccount(of: service)
    let session = Injection(strategy: .flow(flow), instance: "session")
    let account = Injection(strategy: .flow(flow)) { session.resolve() + "!" }

    let lines = report {
      _ = holder.resolve()
      withOverrideScope(.fresh) {
        service.override(with: "mock", strategy: .flow(flow))
        _ = service.resolve()
      }
      _ = Injection(strategy: .onDemand, instance: holder.resolve()).resolve()

      account.override(with: { original in original.resolve() }, strategy: .singleton)
      _ = account.resolve()
    }

    expect(lines.isEmpty)
  }

  // MARK: Replaced implementations

  @Test(arguments: [false, true]) func instanceThatHoldsAReplacedImplementationIsReported(isWithdrawn: Bool) {
    let account = makeAccount(of: required)

    let lines = report {
      required.provide(with: "first")
      _ = account.resolve()
      withOverrideScope(.isolated) {
        _ = account.resolve()
        account.clear()
      }
      expect(output.lines.isEmpty)
      if isWithdrawn { required.withdraw() } else { required.provide(with: "second") }
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

  @Test func instanceThatDoesNotHoldTheReplacedImplementationIsNotReported() {
    let account = makeAccount(of: required)
    let readers = Injection(strategy: .singleton) { [required] in Owner(required) }

    let lines = report {
      let outer = OverrideScope.current
      required.provide(with: "first")
      _ = account.resolve()
      account.clear()
      withOverrideScope(.fresh) {
        required.override(with: "mock")
        _ = account.resolve()
        outer.run { _ = required.provide(with: "second") }
      }
      withOverrideScope(.fresh) {
        let reader = readers.resolve()
        expectEqual(reader.value, "second")
        reader.reset()
        required.provide(with: "inner")
        expectEqual(reader.value, "inner")
        outer.run { _ = required.provide(with: "third") }
      }
    }

    expect(lines.isEmpty)
  }

  @Test func instanceOfAWindowIsReportedIfItsOwnOrTheOuterImplementationIsReplaced() {
    let account = makeAccount(of: required)
    let other = Injection(strategy: .singleton, fileID: "App/Other.swift", line: 9) { [required] in required.resolve() }
    let windows = [OverrideScope(.fresh), OverrideScope(.fresh)]

    let lines = report {
      let outer = OverrideScope.current
      windows[0].run {
        required.provide(with: "first")
        _ = account.resolve()
      }
      windows[1].run {
        required.provide(with: "second")
        required.provide(with: "third")
        required.withdraw()
      }
      expect(output.lines.isEmpty)
      windows[0].run { _ = required.provide(with: "fourth") }
      expectEqual(output.lines.count, 1)

      required.provide(with: "outer")
      withOverrideScope(.fresh) {
        _ = other.resolve()
        outer.run { _ = required.provide(with: "second") }
      }
    }

    expectEqual(lines.count, 2)
    expectEqual(lines.map { $0.contains("App/Account.swift:8") }, [true, false])
    for window in windows { window.end() }
  }

  @Test func edgeKeepsEachImplementationThatAFactoryHasResolved() {
    let window = OverrideScope(.fresh)
    let holders = Injection(strategy: .onDemand) { [required] in required.resolve() }
    let account = Injection(strategy: .singleton) {
      for _ in 0..<50 { _ = holders.resolve() }
      return holders.resolve()
    }

    let lines = report {
      required.provide(with: "first")
      _ = account.resolve()
      for number in 0..<50 {
        window.run {
          required.provide(with: "\(number)")
          _ = holders.resolve()
        }
      }
      required.provide(with: "second")
    }

    expectEqual(lines.count, 1)
    window.end()
  }

  @Test func releaseOfAnOlderInstanceKeepsTheDependenciesOfTheInstanceThatIsBeingBuilt() {
    var duringTheBuild: @MainActor () -> Void = {}
    let account = Injection(strategy: .singleton, fileID: "App/Account.swift", line: 8) { [required] in
      let session = required.resolve()
      duringTheBuild()
      return session
    }

    let lines = report {
      required.provide(with: "first")
      _ = account.resolve()
      let outer = OverrideScope.current
      duringTheBuild = { outer.run { account.clear() } }
      withOverrideScope(.fresh) {
        _ = account.resolve()
        outer.run { _ = required.provide(with: "second") }
      }
    }

    expectEqual(lines.count, 1)
    expect(lines.allSatisfy { $0.contains("App/Account.swift:8") && $0.contains("replaced or withdrawn") })
  }

  @Test func eachReportLastsUntilItsOwnTokenEnds() {
    let account = makeAccount(of: required)
    let otherOutput = ReportOutput()
    let observation = Injections.reportCaptives(to: otherOutput)

    let lines = report {
      Injections.reportCaptives(to: ReportOutput()).cancel()
      required.provide(with: "first")
      _ = account.resolve()
      required.provide(with: "second")
    }
    expectEqual(lines.count, 1)
    expectEqual(otherOutput.lines, lines)

    withOverrideScope {
      required.provide(with: "first")
      _ = account.resolve()
      observation.cancel()
      required.withdraw()
    }
    expectEqual(output.lines, lines)
    expectEqual(otherOutput.lines, lines)
  }
}
