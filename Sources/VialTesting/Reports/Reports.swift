import Vial

/// Limits how often each report is made.
@MainActor enum Reports {
  /// How often a report about one subject is made.
  enum Limit: Hashable {
    case oncePerProcess

    /// Once for all code that belongs to no test, while one test is the only one that is running, or else in the process.
    case onceForNobody(while: Moment?)
    case oncePerTest(TestIdentity)

    /// Once per run of a test, which is identified by its beginning.
    case oncePerRun(Moment)
  }

  /// The limit of a subject.
  ///
  /// Wherever a failure is at stake, the limit is one test, so that no test passes because another one was told before.
  static func limit(of subject: Report.Subject, _ effect: LiveUse, _ attribution: Attribution) -> Limit {
    switch attribution {
    case .nobody:
      if case .liveUse = subject { .onceForNobody(while: RunningTests.only?.startedAt) } else { .oncePerProcess }
    case .one(let test), .two(let test, _):
      switch subject {
      case .twoCopies, .overrideLeftBehind, .expectation: .oncePerProcess
      // Most tests of XCTest have no scope. The summary contains the further uses.
      case .liveUse where test.run == nil && effect == .warns && test.identity.framework.usesGlobalScope:
        .oncePerProcess
      default: test.run.map { .oncePerRun($0.startedAt) } ?? .oncePerTest(test.identity)
      }
    }
  }

  // MARK: Repetitions

  /// The effects of the reports that were made.
  private static var made: [Limit: [Report.Subject: LiveUse]] = [:]

  /// The tests that have begun since reports were forgotten.
  private static var begun: Set<TestIdentity> = []

  /// Forgets reports when a test begins again and no test is running, so that they are made again in a repeated run or a retry.
  ///
  /// The cases of a parameterized test that do not run in parallel are told like repetitions: each is told.
  static func didBegin(_ test: TestIdentity) {
    if RunningTests.count > 0 || begun.insert(test).inserted { return }
    begun = [test]
    made = made.filter { if case .oncePerRun = $0.key { true } else { false } }
  }

  /// Returns whether a report is the first one, or the first failure after a warning.
  static func isFirst(_ subject: Report.Subject, _ effect: LiveUse, _ limit: Limit) -> Bool {
    guard effect != .allowed else { return false }
    return made[limit]?[subject].map { $0 < .fails && effect >= .fails } ?? true
  }

  /// Whether a subject was reported, with an effect or a stricter one.
  static func wasMade(_ subject: Report.Subject, _ limit: Limit, _ effect: LiveUse = .warns) -> Bool {
    made[limit]?[subject].map { $0 >= effect } ?? false
  }

  static func remember(_ subject: Report.Subject, _ effect: LiveUse, _ limit: Limit, _ attribution: Attribution) {
    made[limit, default: [:]][subject] = effect
    // A test of Swift Testing without a trait cannot be followed, so its failures are forgotten at its next suspension.
    // Otherwise, a repeated test would pass.
    if effect >= .fails, let test = attribution.test, test.run == nil, test.identity.test != nil {
      Task { made[limit]?[subject] = nil }
    }
  }

  // MARK: Reporting

  /// Delivers a report, unless it was made before.
  static func report(
    _ report: @autoclosure () -> Report,
    about subject: Report.Subject,
    _ effect: LiveUse,
    _ test: Attribution
  ) {
    let limit = limit(of: subject, effect, test)
    guard isFirst(subject, effect, limit) else { return }
    remember(subject, effect, limit, test)
    report().deliver()
  }

  /// Warns a test that a permission or an override came after a live use that was reported.
  static func reportIfTooLate(_ declaration: InjectionDeclaration, _ change: String) {
    #if DEBUG
    guard case .one(let test) = Attribution.ofRunningCode else { return }
    let attribution = Attribution.one(test)
    let limit = limit(of: .liveUse(declaration), .warns, attribution)
    guard limit != .oncePerProcess, wasMade(.liveUse(declaration), limit) else { return }
    let late = Report(
      id: .tooLate,
      subject: .lateChange(declaration),
      effect: .warns,
      attribution: attribution,
      event: "\(change) of \(declaration) came too late, because the test has resolved the injection live before",
      explanation: "The live use was reported, and consumers that have read the injection keep the live instance.",
      fixes: ["Move the line before the first use: into the closure of the trait, or into setUp()."]
    )
    report(late, about: late.subject, .warns, attribution)
    #endif
  }

  /// Records the failure of an expectation, at the line of the call.
  static func recordFailure(_ id: Report.ID, _ event: String, facts: [String], fix: String, at call: CallLocation) {
    Report(
      id: id,
      subject: .expectation,
      effect: .fails,
      attribution: .ofRunningCode,
      call: call,
      origin: call,
      event: event,
      facts: facts,
      fixes: [fix]
    ).deliver()
  }
}
