import Vial

/// The reports that were made, which are limited.
///
/// A failure is reported once per test, so no test passes because an earlier test had the report.
@MainActor enum ReportHistory {
  /// How often a report about one subject is made.
  private enum Limit: Hashable {
    case oncePerProcess
    case oncePerTest(TestIdentity)

    /// Once per run of a test, which is identified by its beginning.
    case oncePerRun(TestIdentity, Moment)
  }

  private static func limit(_ subject: Report.Subject, _ effect: LiveUse, _ attribution: Attribution) -> Limit {
    switch subject {
    case .twoCopies, .overrideLeftBehind, .fake, .unlimited: return .oncePerProcess
    case .liveUse, .useOfAnotherTest, .lateChange, .globalOverride, .foreignInstance, .staticObject: break
    }
    switch attribution {
    case .nobody: return .oncePerProcess
    // An issue of no test, also if the code has left the scope of its test between two uses.
    case .two(let code, _): return .oncePerTest(code.identity)
    case .one(let test):
      if isLimitedToProcess(subject, effect, test) { return .oncePerProcess }
      return test.run.map { .oncePerRun(test.identity, $0.startedAt) } ?? .oncePerTest(test.identity)
    }
  }

  /// Whether a live use is reported once in the process, because most tests of the library have no scope.
  ///
  /// `LiveUseSummary` counts the further uses.
  static func isLimitedToProcess(_ subject: Report.Subject, _ effect: LiveUse, _ test: Participant) -> Bool {
    guard case .liveUse = subject else { return false }
    return test.run == nil && effect == .warns && test.identity.framework.usesGlobalScope
  }

  // MARK: Reports

  /// The effects of the reports that were made.
  private static var made: [Limit: [Report.Subject: LiveUse]] = [:]

  /// Whether a report is the first one, or the first failure after a warning.
  static func isFirst(_ subject: Report.Subject, _ effect: LiveUse, _ attribution: Attribution) -> Bool {
    if subject == .unlimited || effect == .stops { return true }
    guard let earlier = made[limit(subject, effect, attribution)]?[subject] else { return true }
    return earlier < .fails && effect >= .fails
  }

  static func isFirst(_ report: Report) -> Bool { isFirst(report.subject, report.effect, report.attribution) }

  /// Whether a report with at least an effect was made.
  static func contains(_ subject: Report.Subject, atLeast effect: LiveUse, of attribution: Attribution) -> Bool {
    made[limit(subject, effect, attribution)]?[subject].map { $0 >= effect } ?? false
  }

  /// Whether any live use was reported.
  private(set) static var hasLiveUses = false

  /// Whether a live use of an injection, or of a key of a family, was reported to a test.
  static func containsUse(of declaration: InjectionDeclaration, _ test: Participant) -> Bool {
    let limit = limit(.liveUse(declaration), .warns, .one(test))
    return made[limit]?.keys.contains { subject in
      guard case .liveUse(let used) = subject else { return false }
      return used == declaration || used.family == declaration
    } ?? false
  }

  static func add(_ report: Report) {
    let subject = report.subject
    let effect = report.effect
    let attribution = report.attribution
    let limit = limit(subject, effect, attribution)
    made[limit, default: [:]][subject] = effect
    if case .liveUse = subject { hasLiveUses = true }
    // A test without a scope that its library does not announce cannot be followed, so its failures are forgotten at its next
    // suspension. Otherwise, a repeated test would pass.
    if effect >= .fails, let test = attribution.test, test.run == nil, !test.identity.framework.announcesTests {
      Task { made[limit]?[subject] = nil }
    }
  }

  // MARK: Repetitions

  /// The tests that have begun since reports were forgotten.
  private static var begun: Set<TestIdentity> = []

  /// Forgets reports when a test begins again and no test is running, so that they are made again in a repeated run or a retry.
  ///
  /// Cases of a parameterized test that run one after the other are treated as repetitions.
  static func testDidBegin(_ test: TestIdentity) {
    let isFurtherRun = !begun.insert(test).inserted
    guard isFurtherRun, RunningTests.running.isEmpty else { return }
    begun = [test]
    made = made.filter { if case .oncePerRun = $0.key { true } else { false } }
  }
}
