import Foundation
import Testing
import Vial
import XCTest

@testable import VialTesting

/// The reports about objects and instances of other tests, and from before the first test.
///
/// Each test runs in another process, in which the tests of a simulated library are the only ones. `Tests/Integration` runs real tests
/// that are reported.
struct SimulatedReportTests {
  @Test(.exitTest) func objectsThatOutliveTheirTestAreReportedToTheirReaders() async {
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

  @Test(.exitTest) func objectThatDiesWithItsTestIsNotReported() async {
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

  @Test(.exitTest) func liveInstanceOfAnotherTestIsALiveUseOfTheReader() async {
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

  @Test(.exitTest) func instanceFromBeforeTheTestIsReported() async {
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

  @Test(.exitTest) func staticObjectAndRebuiltReplacementAreReported() async {
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

  /// The call stack is read for the first eight resolves of an injection in a scope.
  @Test(.exitTest) func staticObjectIsReportedIfItHasOneOfTheFirstResolves() async {
    for (earlierResolves, isReported) in [(7, true), (8, false)] {
      await #expect(processExitsWith: .success) {
        [earlierResolves = earlierResolves as Int, isReported = isReported as Bool] in
        await MainActor.run {
          let simulation = Simulation()
          let alpha = simulation.begin("alpha()", .allowed)
          Shared.service = simulation.service
          for _ in 0..<earlierResolves { _ = alpha.run { simulation.service.resolve() } }

          _ = alpha.run { Shared.text }

          expectEqual(simulation.takeReports(), isReported ? ["warns alpha(): static-object"] : [])
        }
      }
    }
  }

  @Test(.exitTest) func permissionOfAnEndedTestIncludesDependenciesForLateCode() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let simulation = Simulation()
      let service = simulation.service
      let third = Injection(strategy: .onDemand, fileID: app, line: 8) { service.resolve() }
      let second = Injection(strategy: .onDemand, fileID: app, line: 9) { third.resolve() }
      let first = Injection(strategy: .onDemand, fileID: app, line: 10) { second.resolve() }
      let ended = simulation.begin("ended()", .fails)
      ended.run {
        second.allowLive()
        third.allowLive()
      }
      // The permission of the inner scope applies also after the end of both.
      let inner = ended.run { simulation.begin("ended()", .fails) }
      inner.run { third.allowLive(includingDependencies: true) }
      inner.end()
      ended.end()
      let running = simulation.begin("running()", .fails)
      running.run { for injection in [first, second, third] { injection.allowLive() } }

      _ = first.resolve()
      expectEqual(simulation.takeReports(), ["warns nobody: live-use-of-no-test"])

      // A permission without dependencies does not apply to the dependencies of the instance.
      let needing = Injection(strategy: .onDemand, fileID: app, line: 11) { simulation.other.resolve() }
      let endedLater = simulation.begin("endedLater()", .fails)
      for test in [endedLater, running] { test.run { needing.allowLive() } }
      endedLater.end()
      _ = needing.resolve()

      expectEqual(simulation.takeReports(), ["fails nobody: live-use-of-no-test"])
    }
  }

  @Test(.exitTest) func permissionOfARunningTestAppliesToLateCodeAtOnce() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let simulation = Simulation()
      let alpha = simulation.begin("alpha()", .fails)
      _ = simulation.other.resolve()
      expectEqual(simulation.takeReports(), ["fails nobody: live-use-of-no-test"])

      alpha.run { simulation.service.allowLive() }
      _ = simulation.service.resolve()
      expectEqual(simulation.takeReports(), [])

      // A permission for a family is for its keys, and one for a key does not replace it.
      let family = InjectionFamily<Int, String>(strategy: .onDemand, fileID: app) { number in
        number == 1 ? "live" : simulation.other.resolve()
      }
      alpha.run {
        family[2].allowLive()
        family.allowLive(includingDependencies: true)
      }
      _ = (family.resolve(1), family.resolve(2))

      expectEqual(simulation.takeReports(), [])
    }
  }

  @Test(.exitTest) func testWithoutAScopeChangesTheDecisionAboutLateCode() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let simulation = Simulation(announcesTests: false)
      _ = simulation.begin("alpha()", .allowed)
      _ = simulation.service.resolve()
      expectEqual(simulation.takeReports(), [])

      simulation.runWithoutScope("beta()") { simulation.other.resolve() }
      _ = simulation.service.resolve()

      let reports = ["warns beta(): live-use-without-scope", "warns nobody: live-use-of-no-test"]
      expectEqual(simulation.takeReports(), reports)
    }
  }

  /// A library that does not announce its tests, such as Swift Testing, does not tell when a test without a scope ends.
  @Test(.exitTest) func testWithoutAScopeMayHaveStartedLateCodeUntilItOpensAScope() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let simulation = Simulation(announcesTests: false)
      let alpha = simulation.begin("alpha()", .fails)
      simulation.runWithoutScope("beta()") { simulation.service.resolve() }
      _ = simulation.service.resolve()
      let reports = ["warns beta(): live-use-without-scope", "warns nobody: live-use-of-no-test"]
      expectEqual(simulation.takeReports(), reports)

      let beta = simulation.begin("beta()", .fails)
      _ = simulation.service.resolve()
      expectEqual(simulation.takeReports(), ["fails nobody: live-use-of-no-test"])
      alpha.end()
      beta.end()
      _ = simulation.other.resolve()

      expectEqual(simulation.takeReports(), ["fails nobody: live-use-of-no-test"])
    }
  }

  @Test(.exitTest) func eachTestAndCaseThatTakesPartIsNamed() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let simulation = Simulation()
      let service = simulation.service
      let alpha = simulation.begin("alpha()", .fails)
      let model = alpha.run { Model(service) }
      let furtherCase = simulation.begin("alpha()", .fails)
      _ = furtherCase.run { model.text }
      let texts = simulation.takeTexts()
      expect(texts.contains("by reading the consumer at \(modelConsumer) of another case of that test"), texts)
      // If code of one test begins another test, the two tests have separate runs.
      let beta = alpha.run { simulation.begin("beta()", .fails) }
      _ = beta.run { service.resolve() }
      expectEqual(simulation.takeReports(), ["fails beta(): live-use"])

      let gamma = simulation.begin("gamma()", .fails)
      for test in [alpha, furtherCase, beta, gamma] { _ = test.run { service.override(with: "replacement") } }
      _ = service.resolve()
      let overriding = /Overridden by: (\w+\(\), ){2}\w+\(\) and others/
      let textOfNobody = simulation.takeTexts()
      expect(textOfNobody.contains(overriding), textOfNobody)
      expect(!textOfNobody.contains("only a warning"), textOfNobody)
    }
  }

  @Test(.exitTest) func warningListsWhatTheInstanceNeedsAndIsAnEvent() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let simulation = Simulation()
      let others = (20..<24).map { line in
        Injection(strategy: .onDemand, instance: "live", fileID: app, line: line)
      }
      let outer = Injection(strategy: .onDemand, fileID: app, line: 8) {
        others.reduce(simulation.service.resolve()) { $0 + $1.resolve() }
      }
      var uses: [String] = []
      let observation = Injections.observe { event in
        if case .liveUse(let declaration) = event { uses.append("\(declaration)") }
      }

      _ = simulation.begin("alpha()", .warns).run { outer.resolve() }

      let texts = simulation.takeTexts()
      let needs = [7, 20, 21].map { "String (\(app):\($0))" }.joined(separator: ", ")
      expect(texts.contains("    It needs live: \(needs) and 2 more\n"), texts)
      expectEqual(uses, ["String (App/Services.swift:8)"])
      observation.cancel()
    }
  }

  /// Swift Testing attributes an issue to the test that contains its line, so the line is in no module of tests.
  @Test(.exitTest) func issueOfNobodyIsAtTheLineOfItsConsumerOutsideOfTests() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let simulation = Simulation()
      _ = simulation.begin("alpha()", .fails)
      let files: [StaticString] = ["App/Model.swift", "AppTests/Model.swift", "OtherTests/Model.swift"]
      for file in files {
        let service = Injection(strategy: .singleton, instance: "live", fileID: app, line: 20)
        _ = Instance(service, fileID: file, line: 30).wrappedValue
      }

      expectEqual(simulation.takePlaces(), ["App/Model.swift:30", "\(app):20", "\(app):20"])
    }
  }

  @Test(.exitTest) func resolveWithoutAnImplementationIsReportedAlsoIfAllTestsHaveAllowedTheInjection() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      let simulation = Simulation()
      let required = Injection<String>.required("a name", fileID: app)
      simulation.begin("alpha()", .fails).run { required.allowLive() }
      required.provide(with: "live")
      _ = required.resolve()
      expectEqual(simulation.takeReports(), [])
      required.withdraw()
      _ = required.resolve()
    }
    expect(errors(of: result).hasPrefix("fails nobody: missing-implementation"))
  }

  @Test(.exitTest) func reportBeforeTheFirstTestIsRecordedWhenItBegins() async {
    for hasScope in [true, false] {
      await #expect(processExitsWith: .success) { [hasScope = hasScope as Bool] in
        await MainActor.run {
          let simulation = Simulation()
          RunningTests.firstTestObserver = { EarlyReports.deliver() }
          Simulation.report(.warns, of: simulation.service.declaration).deliver()
          expectEqual(simulation.takeReports(), [])

          if hasScope {
            _ = simulation.begin("alpha()", .fails)
          } else {
            RunningTests.addTestWithoutScope(simulation.identity("alpha()"))
          }

          expectEqual(simulation.takeReports(), ["warns nobody: live-use"])
          expectEqual(simulation.takePlaces(), ["\(app):7"])
          expect(!EarlyReports.hasFailure)
          for _ in 1...2 { Simulation.report(.warns).deliverOnce() }
          expectEqual(simulation.takeReports().count, 2)
        }
      }
    }
  }

  #if !canImport(ObjectiveC)
  @Test(.exitTest) func casesAndSuitesOfXCTestAreFollowedUntilTheyEnd() async {
    await #expect(processExitsWith: .success) { @MainActor in
      ProcessWatch.begin()
      let suite = XCTestSuite(name: "Suite")
      suite.addTest(XCTestCase(name: "testEnds", testClosure: { _ in }))

      suite.run()

      expectEqual(XCTestState.suiteDepth, 0)
      expectEqual(XCTestState.caseDepth, 0)
      expectEqual(RunningTests.namesOfLastEndedTests, ["XCTestCase.testEnds"])
    }
  }
  #endif

  @Test(.exitTest) func failureBeforeTheFirstTestFailsARunWithoutTests() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      _ = Simulation()
      Simulation.report(.fails).deliver()
      exit(EXIT_SUCCESS)
    }
    let errors = errors(of: result)
    expect(errors.contains("Vial: An event.\nA fix. [live-use]\nVial: the run has failed"), errors)
  }

  @Test(.exitTest) func processEndsBeforeAnInstanceThatNoTestMayUseIsBuilt() async {
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
private let modelConsumer = "VialTestingTests/SimulatedReportTests.swift:\(#line - 2)"

@MainActor private enum Shared {
  static var service: Injection<String>?
  static let text = service?.resolve()
}

/// The tests of a simulated library, and the reports that it has recorded.
@MainActor private final class Simulation {
  /// A service that the application publishes.
  let service = Injection(strategy: .singleton, instance: "live", fileID: app, line: 7)

  /// Another service that the application publishes.
  let other = Injection(strategy: .singleton, instance: "live", fileID: app, line: 8)

  private static var reports: [String] = []
  private static var texts = ""
  private static var places: [String] = []

  /// The test whose code runs without a scope; `nil` for code of no test.
  private static var testWithoutScope: TestIdentity?
  private let framework: TestFramework

  init(announcesTests: Bool = true) {
    framework = .simulated(
      acceptsIssues: false,
      announcesTests: announcesTests,
      currentTest: { Self.testWithoutScope.map { TestFramework.CurrentTest(identity: $0, hasBegun: true) } },
      record: { issue, test in Self.record(issue, test?.name ?? "nobody") }
    )
    ProcessWatch.begin()
    TestFramework.all = [framework]
    // The reports are compared without their callers, whose names take seconds to find.
    Caller.budget = TimeBudget(.zero)
  }

  /// Returns the reports since the last call: the effect, the test, and the identifier.
  func takeReports() -> [String] {
    defer { (Self.reports, Self.texts) = ([], "") }
    return Self.reports
  }

  /// Returns the texts of the reports since the last call.
  func takeTexts() -> String {
    defer { (Self.reports, Self.texts) = ([], "") }
    return Self.texts
  }

  /// Returns the places of the reports since the last call.
  func takePlaces() -> [String] {
    defer { Self.places = [] }
    return Self.places
  }

  /// Runs code of a test that has no scope.
  func runWithoutScope(_ name: String, _ work: () -> String) {
    Self.testWithoutScope = identity(name)
    _ = work()
    Self.testWithoutScope = nil
  }

  func identity(_ name: String) -> TestIdentity {
    TestIdentity(framework: framework, name: name, id: name, module: "AppTests", place: .unknown)
  }

  func begin(_ name: String, _ policy: LiveUse, _ kind: OverrideScope.Kind? = nil) -> SimulatedTest {
    let (scope, run) = RunningTest.openScope(kind, policy, of: identity(name))
    return SimulatedTest(scope: scope, running: run)
  }

  /// A report about no test.
  static func report(_ effect: LiveUse, of injection: InjectionDeclaration? = nil) -> Report {
    Report(
      id: .liveUse,
      subject: .unlimited,
      effect: effect,
      attribution: .nobody,
      injection: injection,
      event: "An event",
      fixes: ["A fix."]
    )
  }

  private static func record(_ issue: TestFramework.Issue, _ test: String) {
    let id = issue.text.split(separator: "[").last?.dropLast() ?? ""
    let report = "\(issue.isFailure ? "fails" : "warns") \(test): \(id)"
    texts += issue.text
    reports.append(report)
    if let place = issue.place { places.append("\(place.fileID):\(place.line)") }
    if issue.precedesFatalError { StandardError().write(report) }
  }
}

@MainActor private struct SimulatedTest {
  let scope: OverrideScope
  let running: RunningTest

  /// Runs code of the test.
  @discardableResult func run<R>(_ work: () -> R) -> R {
    scope.run { TestOfTask.$running.withValue(running) { work() } }
  }

  func end() { running.end(scope) }
}
