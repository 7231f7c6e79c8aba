import Testing
import Vial

/// Two tests, with work that escapes them, in the orders that seeds decide (rules 18, 19 and 21).
///
/// Each task overrides, rolls back and resolves in the scope of its test, between the steps of all other tasks. The test lists
/// the expected instance: the newest override of the scope, or the live instance. The scope of a test ends before its tasks do.
@MainActor struct ScheduleTests {
  @Test func tasksUseTheScopeOfTheirTestInEveryOrder() async {
    for seed in 0..<UInt64(TestSize.of(8, thorough: 3_000)) {
      let program = ScheduledTests(seed: seed)
      await program.run()
      if program.failures.isEmpty { continue }
      Issue.record("seed \(seed): \(program.failures[0])\n\(program.log.joined(separator: "\n"))")
      return
    }
  }

  @Test func seedRepeatsItsOrder() async {
    let first = ScheduledTests(seed: 7)
    await first.run()
    let second = ScheduledTests(seed: 7)
    await second.run()

    expect(first.log.count > 20)
    expectEqual(first.log, second.log)
  }
}

/// The tests of one seed, and the expected instances.
@MainActor private final class ScheduledTests {
  /// A model that a test has created, which another test can read and release.
  private final class Model {
    @Instance var name: String
    let scope: Int

    init(_ injection: Injection<String>, in scope: Int) {
      _name = Instance(injection)
      self.scope = scope
    }
  }

  private let service = Injection(strategy: .onDemand, instance: "live")
  private let schedule: Schedule
  private var random: SplitMix
  private var scopes: [OverrideScope] = []
  /// The overrides of each test that are in force, the newest last.
  private var overrides: [[String]] = [[], []]
  private var hasEnded = [false, false]
  private var models: [Model] = []
  /// The observers of a notification, each registered by a test, and called by the code that posts it.
  private var observers: [@MainActor () -> String] = []
  private var replacements = 0
  private(set) var log: [String] = []
  private(set) var failures: [String] = []

  init(seed: UInt64) {
    schedule = Schedule(seed: seed)
    random = SplitMix(state: ~seed)
  }

  func run() async {
    for test in 0...1 {
      let scope = OverrideScope(ofTest: nil)
      scopes.append(scope)
      scope.run { schedule.start { step in await self.runTest(test, step) } }
    }
    await schedule.runToTheEnd()
  }

  private func runTest(_ test: Int, _ step: Schedule.Step) async {
    for _ in 0..<8 {
      await step()
      perform(random.next(below: 9), of: test)
    }
    await step()
    scopes[test].end()
    hasEnded[test] = true
    log.append("test \(test) ends")
  }

  // MARK: Operations

  private func perform(_ operation: Int, of test: Int) {
    switch operation {
    case 0, 1: addOverride(in: test)
    case 2: rollBack(in: test)
    case 3: startChild(of: test)
    case 4: startDetached()
    case 5: createModel(in: test)
    case 6: readModel()
    case 7: observers.append { [service] in service.resolve() }
    default: post(from: test)
    }
    compare(service.resolve(), with: current(test), "test \(test) resolves")
  }

  private func current(_ test: Int) -> String { overrides[test].last ?? "live" }

  private func compare(_ name: String, with expected: String, _ what: String) {
    log.append("\(what) \(name)")
    if name != expected { failures.append("\(what) \(name), expected \(expected)") }
  }

  private func addOverride(in test: Int) {
    replacements += 1
    let name = "replacement \(replacements) of test \(test)"
    service.override(with: name)
    if !hasEnded[test] { overrides[test].append(name) }
  }

  private func rollBack(in test: Int) {
    let isRolledBack = service.rollbackOverride()
    let isExpected = !hasEnded[test] && overrides[test].popLast() != nil
    if isRolledBack != isExpected {
      failures.append("test \(test) rolls back: \(isRolledBack), expected \(isExpected)")
    }
  }

  /// A child task belongs to the scope, also after the end of the test.
  private func startChild(of test: Int) {
    schedule.start { [self] step in
      for _ in 0..<3 {
        await step()
        compare(service.resolve(), with: current(test), "child of test \(test) resolves")
        addOverride(in: test)
        rollBack(in: test)
      }
    }
  }

  /// A detached task runs in the global scope, whichever tests run.
  private func startDetached() {
    schedule.startDetached { [self] step in
      for _ in 0..<2 {
        await step()
        compare(service.resolve(), with: "live", "detached task resolves")
      }
    }
  }

  /// A consumer belongs to the scope in which it was created, whoever reads it.
  private func createModel(in test: Int) { models.append(Model(service, in: test)) }

  private func readModel() {
    guard !models.isEmpty else { return }
    let model = models.remove(at: random.next(below: models.count))
    let expected = current(model.scope)
    compare(model.name, with: expected, "model of test \(model.scope) reads")
    addOverride(in: model.scope, of: scopes[model.scope])
    compare(model.name, with: expected, "model of test \(model.scope) reads again")
  }

  private func addOverride(in test: Int, of scope: OverrideScope) { scope.run { addOverride(in: test) } }

  /// An observer that resolves runs in the scope of the code that posts.
  private func post(from test: Int) {
    for observer in observers { compare(observer(), with: current(test), "observer of test \(test) resolves") }
  }
}
