import Foundation
import Testing
import Vial

@testable import VialTesting

/// The reports about objects and instances of other tests, and from before the first test.
///
/// Each test runs in another process, in which the tests of a simulated library are the only ones. `Tests/Integration` runs real tests
/// that are reported.
struct SimulatedReportTests {
  @Test func objectsThatOutliveTheirTestAreReportedToTheirReaders() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let simulation = Simulation()
      let service = simulation.service
      let alpha = simulation.begin("alpha()", .fails)
      alpha.run { service.override(with: "replacement") }
      let model = alpha.run { Model(service) }
      _ = alpha.run { model.text }
      let beta = simulation.begin("beta()", .fails)

      // The test of the model is running, so the report is made when it ends.
      _ = beta.run { (model.text, model.text) }
      expectEqual(simulation.takeReports(), [])
      alpha.end()
      expectEqual(simulation.takeReports(), ["warns beta(): object-of-another-test"])
      _ = beta.run { model.text }
      expectEqual(simulation.takeReports(), [])
      // Further readers, and resolves in the scope of the test that has ended, are reported at once.
      let gamma = simulation.begin("gamma()", .fails)
      _ = gamma.run { model.text }
      expectEqual(simulation.takeReports(), ["warns gamma(): object-of-another-test"])
      let other = simulation.begin("delta()", .fails)
      _ = other.run { alpha.scope.run { service.resolve() } }
      expectEqual(simulation.takeReports(), ["warns delta(): object-of-another-test"])
    }
  }

  @Test func objectThatDiesWithItsTestIsNotReported() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let simulation = Simulation()
      let alpha = simulation.begin("alpha()", .fails)
      alpha.run { simulation.service.override(with: "replacement") }
      var model: Model? = alpha.run { Model(simulation.service) }
      _ = alpha.run { model?.text }
      let beta = simulation.begin("beta()", .fails)
      _ = beta.run { model?.text }

      model = nil
      alpha.end()

      expectEqual(simulation.takeReports(), [])
    }
  }

  @Test func liveInstanceOfAnotherTestIsALiveUseOfTheReader() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let simulation = Simulation()
      let service = simulation.service
      let alpha = simulation.begin("alpha()", .allowed)
      let model = alpha.run { Model(service) }
      _ = alpha.run { model.text }
      let running = simulation.begin("running()", .fails)
      _ = running.run { model.text }
      alpha.end()
      // Either of the two tests may have caused the read, and one of them allows it.
      expectEqual(simulation.takeReports(), ["warns nobody: object-of-another-test"])

      let strict = simulation.begin("strict()", .fails)
      let permitting = simulation.begin("permitting()", .fails)
      permitting.run { service.allowLive() }
      let stopping = simulation.begin("stopping()", .stops)
      for test in [strict, permitting, stopping] { _ = test.run { model.text } }
      let reports = ["fails strict(): object-of-another-test", "fails stopping(): object-of-another-test"]
      expectEqual(simulation.takeReports(), reports)
    }
  }

  @Test func instanceFromBeforeTheTestIsReported() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let simulation = Simulation()
      let service = simulation.service
      let model = Model(service)
      _ = model.text
      expectEqual(simulation.takeReports(), [])

      let strict = simulation.begin("strict()", .fails)
      _ = strict.run { (model.text, model.text) }
      expectEqual(simulation.takeReports(), ["fails strict(): kept-instance"])
      let overriding = simulation.begin("overriding()", .fails)
      overriding.run {
        service.override(with: "replacement")
        service.allowLive()
      }
      _ = overriding.run { model.text }
      expectEqual(simulation.takeReports(), ["warns overriding(): kept-instance"])
      let permitting = simulation.begin("permitting()", .fails)
      permitting.run { service.allowLive() }
      _ = permitting.run { model.text }
      // A report about the live use itself is enough.
      let reported = simulation.begin("reported()", .fails)
      _ = reported.run { (service.resolve(), model.text) }
      // A test that reuses the instances outside does so on purpose.
      let inheriting = simulation.begin("inheriting()", .fails, .inheriting)
      _ = inheriting.run { model.text }
      expectEqual(simulation.takeReports(), ["fails reported(): live-use"])
    }
  }

  @Test func staticObjectAndRebuiltReplacementAreReported() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let simulation = Simulation()
      let object = Injection(strategy: .shared, instance: Model(simulation.service), fileID: app, line: 8)
      let alpha = simulation.begin("alpha()", .allowed)
      Shared.service = simulation.service

      _ = alpha.run { Shared.text }
      _ = alpha.run { Shared.text }
      expectEqual(simulation.takeReports(), ["warns alpha(): static-object"])
      alpha.run { object.override(with: { _ in Model(simulation.service) }) }
      for _ in 1...3 { _ = alpha.run { object.resolve() } }
      expectEqual(simulation.takeReports(), ["warns alpha(): fake-not-retained"])
    }
  }

  @Test func reportBeforeTheFirstTestIsRecordedWhenItBegins() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let simulation = Simulation()
      RunningTests.firstTestObserver = { EarlyReports.deliver() }
      Simulation.report(.warns).deliver()
      expectEqual(simulation.takeReports(), [])

      _ = simulation.begin("alpha()", .fails)

      expectEqual(simulation.takeReports(), ["warns nobody: live-use"])
      expect(!EarlyReports.hasFailure)
    }
  }

  @Test func failureBeforeTheFirstTestFailsARunWithoutTests() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      _ = Simulation()
      Simulation.report(.fails).deliver()
      exit(EXIT_SUCCESS)
    }
    let errors = errors(of: result)
    expect(errors.contains("Vial: An event.\nA fix. [live-use]\nVial: the run has failed"), errors)
  }

  @Test func processEndsBeforeAnInstanceThatNoTestMayUseIsBuilt() async {
    let forbidden = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      let simulation = Simulation()
      let service = Injection<String>(strategy: .onDemand, fileID: app, line: 9) {
        preconditionFailure("The instance was built.")
      }
      simulation.begin("alpha()", .allowed).run { _ = service.neverLiveInTests().resolve() }
    }
    expect(errors(of: forbidden).contains("String (App/Services.swift:9) was resolved live by the test alpha()"))
    expect(errors(of: forbidden).contains("[never-live]"))

    let stopping = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      let simulation = Simulation()
      simulation.begin("alpha()", .stops).run { _ = simulation.service.resolve() }
    }
    expect(errors(of: stopping).contains("the policy is .stops"))
  }

  private func errors(of result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }
}

// MARK: - The simulated library

@MainActor private final class Model {
  @Instance var text: String

  init(_ service: Injection<String>) { _text = Instance(service) }
}

@MainActor private enum Shared {
  static var service: Injection<String>?
  static let text = service?.resolve()
}

/// The tests of a simulated library, and the reports that it has recorded.
@MainActor private final class Simulation {
  /// A service that the application publishes.
  let service = Injection(strategy: .singleton, instance: "live", fileID: app, line: 7)

  private static var reports: [String] = []
  private let framework: TestFramework

  init() {
    framework = TestFramework(
      name: "Simulation",
      preparation: "the trait's closure",
      creation: "the test",
      scopeFix: "Give the test a scope.",
      usesGlobalScope: false,
      announcesTests: true,
      attributesByTime: false,
      expectsFatalErrors: false,
      currentTest: { nil },
      acceptsIssues: { false },
      record: { issue, test, _ in Self.record(issue, test.name) },
      recordForNobody: { issue in Self.record(issue, "nobody") }
    )
    ProcessWatch.begin()
    TestFramework.all = [framework]
  }

  /// Returns the reports since the last call: the effect, the test, and the identifier.
  func takeReports() -> [String] {
    defer { Self.reports = [] }
    return Self.reports
  }

  func begin(_ name: String, _ policy: LiveUse, _ kind: OverrideScope.Kind? = nil) -> SimulatedTest {
    let identity = TestIdentity(framework: framework, name: name, id: name, module: "AppTests", place: .unknown)
    let (scope, run) = RunningTest.openScope(kind, policy, of: identity)
    return SimulatedTest(scope: scope, running: run)
  }

  /// A report about no test.
  static func report(_ effect: LiveUse) -> Report {
    Report(
      id: .liveUse,
      subject: .unlimited,
      effect: effect,
      attribution: .nobody,
      event: "An event",
      fixes: ["A fix."]
    )
  }

  private static func record(_ issue: TestFramework.Issue, _ test: String) {
    let id = issue.text.split(separator: "[").last?.dropLast() ?? ""
    reports.append("\(issue.isFailure ? "fails" : "warns") \(test): \(id)")
  }
}

@MainActor private struct SimulatedTest {
  let scope: OverrideScope
  let running: RunningTest

  /// Runs code of the test.
  func run<R>(_ work: () -> R) -> R { scope.run { TestOfTask.$running.withValue(running) { work() } } }

  func end() { running.end(scope) }
}
