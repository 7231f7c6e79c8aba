import Foundation
import Testing
import Vial

@testable import VialTesting

/// Live uses of several tests and of code that belongs to none, in the orders that seeds decide.
///
/// Each step is code of a test, in its task or in one that continues after its end, or code without a task: a detached task, a
/// timer, a notification, a deinitializer. The steps override, permit, create objects for other tests, and begin and end tests. The
/// expected report about each live use follows from the rules in `ExpectedReports`, which use no code of the library.
struct AttributionScheduleTests {
  private static let seeds: Int =
    ProcessInfo.processInfo.environment["VIAL_THOROUGH_TESTS"] == nil ? 25 : 2_000

  @Test(.exitTest) func eachLiveUseIsReportedToItsTestsInEveryOrder() async {
    let output = await outputOfProcess(seeds: Self.seeds, isDetailed: false)

    expect(output.hasSuffix("\(Self.seeds) seeds passed\n"), "\(output)")
  }

  @Test(.exitTest) func seedsRepeatTheirRuns() async {
    let first = await outputOfProcess(seeds: 5, isDetailed: true)
    let second = await outputOfProcess(seeds: 5, isDetailed: true)

    expect(first.split(separator: "\n").count > 200)
    expectEqual(first, second)
  }

  /// Runs seeds in another process, in which no other test runs, and returns the log.
  private func outputOfProcess(seeds: Int, isDetailed: Bool) async -> String {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      [seeds = seeds as Int, isDetailed = isDetailed as Bool] in
      await MainActor.run { AttributionSchedule.run(seeds: seeds, isDetailed: isDetailed) }
    }
    return String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
  }
}

// MARK: - The rules

/// The rules of live uses, as `Docs/Testing.md` states them.
private struct ExpectedReports {
  /// A test of the schedule.
  struct SimulatedTest {
    let name: String
    let policy: LiveUse
    var hasEnded = false
    /// The services that the test overrides, once for each override in force.
    var overrides: [Int] = []
    var permissions: Set<Int> = []
  }

  /// The code that uses a service.
  enum Code: Hashable {
    case test(Int)
    /// Code of a test that has left the scope of the test.
    case outside(Int)
    case nobody
  }

  var tests: [SimulatedTest] = []

  /// The policies and permissions of the tests of all seeds that have ended.
  private var ended: [(policy: LiveUse, permissions: Set<Int>)] = []
  private var reported: [String: LiveUse] = [:]

  mutating func end(_ test: Int) {
    tests[test].hasEnded = true
    ended.append((tests[test].policy, tests[test].permissions))
  }

  /// Adds a use of a service, in the scope of a test, in the global scope, or in an isolated scope inside it.
  ///
  /// - Parameters:
  ///   - service: The number of the service.
  ///   - code: The code that resolves the service.
  ///   - owner: The test whose scope contains the scope of the resolve; `nil` for the global scope.
  ///   - isIsolated: Whether the scope is an isolated one inside the scope of the test or the global scope.
  /// - Returns: The report; `nil` if there is none.
  mutating func report(_ service: Int, by code: Code, in owner: Int?, isIsolated: Bool = false) -> String? {
    if let owner, !isIsolated, tests[owner].overrides.contains(service) { return nil }
    switch (code, owner) {
    case (.test(let code), let owner?) where code != owner:
      let effects = [effect(service, in: code), effect(service, in: owner)].sorted()
      let effect = combined(effects[0], effects[1])
      return first("\(tests[code].name) with \(tests[owner].name)", effect, service, "live-use-of-two-tests")
    case (.outside(let code), let owner?) where code != owner:
      let effects = [LiveUse.warns, effect(service, in: owner)].sorted()
      let effect = combined(effects[0], effects[1])
      return first("\(tests[code].name) with \(tests[owner].name)", effect, service, "live-use-of-two-tests")
    case (.test(let test), _), (.nobody, let test?), (.outside, let test?):
      return first(tests[test].name, effect(service, in: test), service, "live-use")
    case (.outside(let test), nil):
      return first(tests[test].name, .warns, service, "live-use-without-scope")
    case (.nobody, nil):
      return first("nobody", effectForNobody(service), service, "live-use-of-no-test")
    }
  }

  private func effect(_ service: Int, in test: Int) -> LiveUse {
    tests[test].permissions.contains(service) ? .allowed : tests[test].policy
  }

  /// The effect of a use that may belong to several tests.
  private func combined(_ mildest: LiveUse, _ strictest: LiveUse) -> LiveUse {
    if strictest == .allowed { return .allowed }
    return mildest == .fails ? .fails : .warns
  }

  private func effectForNobody(_ service: Int) -> LiveUse {
    var effects: [LiveUse] = []
    for index in tests.indices where !tests[index].hasEnded {
      let effect = effect(service, in: index)
      effects.append(effect == .allowed && tests[index].overrides.contains(service) ? .warns : effect)
    }
    if effects.isEmpty { effects = ended.map { $0.permissions.contains(service) ? .allowed : $0.policy } }
    guard let mildest = effects.min(), let strictest = effects.max() else { return .allowed }
    let effect = combined(mildest, strictest)
    let isPermittedByEnded = ended.contains { $0.permissions.contains(service) }
    return effect == .fails && isPermittedByEnded ? .warns : effect
  }

  /// Reports a use once for each test and service, and again if it becomes a failure.
  private mutating func first(_ whose: String, _ effect: LiveUse, _ service: Int, _ id: String) -> String? {
    if effect == .allowed { return nil }
    let key = "\(whose), service \(service), \(id)"
    if let earlier = reported[key], earlier == .fails || effect == .warns { return nil }
    reported[key] = effect
    return "\(effect): \(key)"
  }

  /// Begins another seed in the same process, with other tests and services.
  mutating func beginSeed() {
    tests = []
    reported = [:]
    ended = ended.map { ($0.policy, []) }
  }
}

// MARK: - The schedule

/// The steps of one seed, and the reports of the library.
@MainActor private final class AttributionSchedule {
  private static let names = ["alpha()", "beta()", "gamma()"]
  private static var expected = ExpectedReports()

  /// The earlier seeds, whose injections stay alive because the library identifies injections by their addresses.
  private static var earlier: [AttributionSchedule] = []
  private static var reports: [String] = []

  private final class Model {
    @Instance var text: String
    let service: Int
    let owner: Int?

    init(_ injection: Injection<String>, _ service: Int, of owner: Int?) {
      _text = Instance(injection)
      self.service = service
      self.owner = owner
    }
  }

  /// An instance that uses a service in its deinitializer.
  private final class Worker: Sendable {
    let service: Injection<String>

    init(_ service: Injection<String>) { self.service = service }

    deinit { MainActor.assumeIsolated { _ = service.resolve() } }
  }

  /// An object whose deinitializer is isolated, so it runs outside every scope and belongs to no test.
  @MainActor private final class IsolatedWorker {
    let service: Injection<String>

    init(_ service: Injection<String>) { self.service = service }

    isolated deinit { _ = service.resolve() }
  }

  /// The library that runs the tests of the schedule, and records their issues in its log.
  private static let framework = TestFramework.simulated(acceptsIssues: true) { issue, test in record(issue, of: test) }

  private var random: UInt64
  private let seed: Int
  private var scopes: [OverrideScope] = []
  private var runs: [RunningTest] = []
  private let services: [Injection<String>]
  private let workers = Injection<Worker?>(strategy: .onDemand, instance: nil, fileID: app)
  /// The services of the workers that the scope of each test caches, the newest last.
  private var cachedWorkers: [[(service: Int, override: Override)]] = []
  private var models: [Model] = []
  private var observers: [(service: Int, call: () -> Void)] = []
  private var isolatedWorkers: [(service: Int, worker: IsolatedWorker)] = []
  private var log: [String] = []
  private var failure: String?

  private init(seed: Int) {
    self.seed = seed
    random = UInt64(seed) &+ 1
    services = (0..<3).map { number in
      Injection(strategy: .onDemand, instance: "live", fileID: app, line: UInt(100 + number))
    }
  }

  /// Runs seeds one after the other, and prints what happened.
  static func run(seeds: Int, isDetailed: Bool) {
    ProcessWatch.begin()
    TestFramework.all = [framework]
    // The reports are compared without their callers, whose names take seconds to find.
    Caller.budget = TimeBudget(.zero)
    for seed in 0..<seeds {
      let schedule = AttributionSchedule(seed: seed)
      earlier.append(schedule)
      schedule.perform()
      if isDetailed || schedule.failure != nil { print("seed \(seed)\n" + schedule.log.joined(separator: "\n")) }
      if let failure = schedule.failure { return print("seed \(seed): \(failure)") }
    }
    print("\(seeds) seeds passed")
  }

  static func record(_ issue: TestFramework.Issue, of test: TestIdentity?) {
    guard let id = issue.text.split(separator: "[").last?.dropLast(), id.hasPrefix("live-use") else { return }
    guard let line = issue.text.firstMatch(of: /Services\.swift:10(\d)/)?.1 else { return reports.append(issue.text) }
    let event = issue.text.prefix { $0 != "\n" }
    let named = event.matches(of: /the test (\w+\(\))/).map { String($0.1) }
    let whose = test?.name ?? (named.count == 2 ? "\(named[0]) with \(named[1])" : "nobody")
    reports.append("\(issue.isFailure ? "fails" : "warns"): \(whose), service \(line), \(id)")
  }

  private func perform() {
    Self.expected.beginSeed()
    for _ in 0..<60 where failure == nil { step() }
    while failure == nil, let test = running.first { end(test) }
    for _ in 0..<10 where failure == nil { use() }
  }

  private func next(below limit: Int) -> Int {
    random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(random >> 33) % limit
  }

  private var running: [Int] { Self.expected.tests.indices.filter { !Self.expected.tests[$0].hasEnded } }

  // MARK: Steps

  private func step() {
    switch next(below: 20) {
    case 0, 1: begin()
    case 2: if let test = running.randomElement(next) { end(test) }
    case 3, 4: override()
    case 5: rollBack()
    case 6: permit()
    case 7: createWorker()
    case 8: createIsolatedWorker()
    case 9: createModel()
    case 10: addObserver()
    default: use()
    }
  }

  private func begin() {
    let number = scopes.count
    guard number < Self.names.count else { return }
    let policy = [LiveUse.allowed, .warns, .fails, .fails][next(below: 4)]
    let name = Self.names[number]
    let identity = TestIdentity(
      framework: Self.framework,
      name: name,
      id: "seed \(seed), \(name)",
      module: "AppTests",
      place: .unknown
    )
    let (scope, run) = RunningTest.openScope(nil, policy, of: identity)
    scopes.append(scope)
    runs.append(run)
    cachedWorkers.append([])
    Self.expected.tests.append(ExpectedReports.SimulatedTest(name: name, policy: policy))
    check("\(name) begins, live: \(policy)", [])
  }

  /// The deinitializers of cached workers run when the scope ends, and belong to the test of the scope.
  private func end(_ test: Int) {
    Self.expected.end(test)
    let uses = cachedWorkers[test].reversed().map { Self.expected.report($0.service, by: .nobody, in: test) }
    cachedWorkers[test] = []
    runs[test].end(scopes[test])
    check("\(Self.names[test]) ends", uses)
  }

  private func override() {
    guard let test = running.randomElement(next) else { return }
    let service = next(below: 3)
    inTask(of: test) { services[service].override(with: "replacement") }
    Self.expected.tests[test].overrides.append(service)
    check("\(Self.names[test]) overrides service \(service)", [])
  }

  private func rollBack() {
    guard let test = running.randomElement(next) else { return }
    if let worker = cachedWorkers[test].popLast() {
      let uses = [Self.expected.report(worker.service, by: .test(test), in: test)]
      inTask(of: test) { worker.override.rollback() }
      return check("\(Self.names[test]) rolls back a worker of service \(worker.service)", uses)
    }
    let service = next(below: 3)
    inTask(of: test) { _ = services[service].rollbackOverride() }
    if let last = Self.expected.tests[test].overrides.lastIndex(of: service) {
      Self.expected.tests[test].overrides.remove(at: last)
    }
    check("\(Self.names[test]) rolls back service \(service)", [])
  }

  private func permit() {
    guard let test = running.randomElement(next) else { return }
    let service = next(below: 3)
    inTask(of: test) { services[service].allowLive() }
    Self.expected.tests[test].permissions.insert(service)
    check("\(Self.names[test]) allows service \(service)", [])
  }

  private func createWorker() {
    guard let test = running.randomElement(next) else { return }
    let service = next(below: 3)
    let injection = services[service]
    inTask(of: test) {
      let override = workers.override(strategy: .singleton) { Worker(injection) }
      _ = workers.resolve()
      cachedWorkers[test].append((service, override))
    }
    check("\(Self.names[test]) creates a worker of service \(service)", [])
  }

  private func createIsolatedWorker() {
    let service = next(below: 3)
    isolatedWorkers.append((service, IsolatedWorker(services[service])))
    check("an object of service \(service) is created", [])
  }

  /// Creates a model in the scope of a test, or outside every scope.
  private func createModel() {
    let service = next(below: 3)
    let owner = next(below: scopes.count + 1)
    if owner == scopes.count {
      models.append(Model(services[service], service, of: nil))
      return check("a static model of service \(service) is created", [])
    }
    scopes[owner].run { models.append(Model(services[service], service, of: owner)) }
    check("\(Self.names[owner]) creates a model of service \(service)", [])
  }

  /// Adds an observer of a notification, which runs in the scope of the code that posts.
  private func addObserver() {
    let service = next(below: 3)
    let injection = services[service]
    observers.append((service, { _ = injection.resolve() }))
    check("an observer of service \(service) is added", [])
  }

  // MARK: Uses

  private func use() {
    let code = randomCode()
    let service = next(below: 3)
    switch next(below: 7) {
    case 0 where !models.isEmpty:
      let model = models.remove(at: next(below: models.count))
      let use = Self.expected.report(model.service, by: code, in: model.owner)
      run(code) { _ = model.text }
      check("\(code) reads service \(model.service) of a model of \(owner(model.owner))", [use])
    case 1 where !observers.isEmpty:
      let observer = observers.remove(at: next(below: observers.count))
      let use = Self.expected.report(observer.service, by: code, in: scope(of: code))
      run(code) { observer.call() }
      check("\(code) posts to an observer of service \(observer.service)", [use])
    case 2 where !isolatedWorkers.isEmpty:
      let use = Self.expected.report(isolatedWorkers[0].service, by: .nobody, in: nil)
      run(code) { _ = isolatedWorkers.removeFirst() }
      check("\(code) releases an object whose deinitializer is isolated", [use])
    case 3 where !scopes.isEmpty:
      let owner = next(below: scopes.count)
      let use = Self.expected.report(service, by: inside(code), in: owner)
      run(code) { scopes[owner].run { _ = services[service].resolve() } }
      check("\(code) resolves service \(service) in the scope of \(Self.names[owner])", [use])
    case 4:
      let use = Self.expected.report(service, by: inside(code), in: scope(of: code), isIsolated: true)
      run(code) { withOverrideScope(.isolated) { _ = services[service].resolve() } }
      check("\(code) resolves service \(service) in an isolated scope", [use])
    default:
      let use = Self.expected.report(service, by: code, in: scope(of: code))
      run(code) { _ = services[service].resolve() }
      check("\(code) resolves service \(service)", [use])
    }
  }

  private func randomCode() -> ExpectedReports.Code {
    let test = next(below: scopes.count + 1)
    if test == scopes.count { return .nobody }
    return next(below: 6) == 0 ? .outside(test) : .test(test)
  }

  private func owner(_ test: Int?) -> String { test.map { Self.names[$0] } ?? "nobody" }

  private func scope(of code: ExpectedReports.Code) -> Int? {
    if case .test(let test) = code { test } else { nil }
  }

  /// The code after it enters or opens a scope, which makes code outside of the scope of its test code of the test again.
  private func inside(_ code: ExpectedReports.Code) -> ExpectedReports.Code {
    if case .outside(let test) = code { .test(test) } else { code }
  }

  /// Runs code of a test, also after its end, as a task that has inherited from the test does.
  private func inTask(of test: Int, _ work: () -> Void) {
    scopes[test].run { TestOfTask.$running.withValue(runs[test]) { work() } }
  }

  private func run(_ code: ExpectedReports.Code, _ work: () -> Void) {
    switch code {
    case .test(let test): inTask(of: test, work)
    case .outside(let test): inTask(of: test) { OverrideScope.global.run { work() } }
    case .nobody: work()
    }
  }

  /// Compares the reports since the last step with the expected ones.
  private func check(_ step: String, _ expected: [String?]) {
    let expected = expected.compactMap(\.self)
    let reports = Self.reports
    Self.reports = []
    log.append(step)
    log += reports.map { "    " + $0 }
    if reports != expected { failure = "\(step): \(reports), expected \(expected)" }
  }
}

extension Array {
  /// An element that a function of a generator chooses; `nil` if the array is empty.
  fileprivate func randomElement(_ next: (Int) -> Int) -> Element? { isEmpty ? nil : self[next(count)] }
}
