import Testing
import Vial
import VialInspection

/// The report of captive dependencies distinguishes the providers of an injection in several scopes.
@MainActor struct CaptiveImplementationTests {
  private let output = CaptiveOutput()
  private let session = Injection<String>.required("a session", fileID: "App/Session.swift", line: 3)
  private let window = OverrideScope(.fresh)
  private let otherWindow = OverrideScope(.fresh)

  private func makeAccount() -> Injection<String> {
    Injection(strategy: .singleton, instance: session.resolve(), fileID: "App/Account.swift", line: 8)
  }

  private func report(_ body: () -> Void) -> [String] {
    let observation = Injections.reportCaptives(to: output)
    withOverrideScope(.isolated) { body() }
    observation.cancel()
    window.end()
    otherWindow.end()
    return output.lines
  }

  @Test func instanceThatHasCapturedAnOverrideIsNotReportedWhenTheImplementationIsReplaced() {
    let account = makeAccount()

    let lines = report {
      let outer = OverrideScope.current
      session.provide(with: "first")
      withOverrideScope(.fresh) {
        session.override(with: "mock")
        _ = account.resolve()
        outer.run { _ = session.provide(with: "second") }
      }
    }

    expect(lines.isEmpty)
  }

  @Test(arguments: [false, true])
  func instanceOfAnotherWindowIsNotReportedWhenAnImplementationIsReplaced(isWithdrawn: Bool) {
    let account = makeAccount()

    let lines = report {
      window.run {
        session.provide(with: "first")
        _ = account.resolve()
      }
      otherWindow.run {
        session.provide(with: "second")
        if isWithdrawn { session.withdraw() } else { session.provide(with: "third") }
      }
      expect(output.lines.isEmpty)
      window.run { _ = session.provide(with: "fourth") }
    }

    expectEqual(lines.count, 1)
    expectEqual(lines.first?.contains("App/Account.swift:8"), true)
  }

  @Test func instanceOfAWindowIsReportedWhenTheOuterImplementationIsReplaced() {
    let account = makeAccount()

    let lines = report {
      let outer = OverrideScope.current
      session.provide(with: "first")
      withOverrideScope(.fresh) {
        _ = account.resolve()
        outer.run { _ = session.provide(with: "second") }
      }
    }

    expectEqual(lines.count, 1)
  }

  @Test func strategyOfAnOverrideElsewhereMakesNoCaptive() {
    let flow = InjectionFlow("flow")
    let service = Injection(strategy: .singleton, instance: "live")
    let holder = Injection(strategy: .singleton, instance: service.resolve())

    let lines = report {
      _ = holder.resolve()
      window.run {
        service.override(with: "mock", strategy: .flow(flow))
        _ = service.resolve()
      }
      _ = Injection(strategy: .onDemand, instance: holder.resolve()).resolve()
    }

    expect(lines.isEmpty)
  }

  @Test func captiveOfALaterOverrideIsReported() {
    let flow = InjectionFlow("flow")
    let service = Injection(strategy: .singleton, instance: "live")
    let holder = Injection(strategy: .singleton, instance: service.resolve())

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

  @Test func recordedEdgeKeepsEachImplementationThatAFactoryHasResolved() {
    let holders = Injection(strategy: .onDemand, instance: session.resolve())
    let account = Injection(strategy: .singleton, fileID: "App/Account.swift", line: 8) {
      for _ in 0..<50 { _ = holders.resolve() }
      return holders.resolve()
    }

    let lines = report {
      session.provide(with: "first")
      _ = account.resolve()
      for number in 0..<50 {
        otherWindow.run {
          session.provide(with: "\(number)")
          _ = holders.resolve()
        }
      }
      session.provide(with: "second")
    }

    expectEqual(lines.count, 1)
  }
}

private final class CaptiveOutput: TextOutputStream {
  var lines: [String] = []

  func write(_ string: String) { lines += string.split(separator: "\n").map(String.init) }
}
