import Testing
import Vial
import XCTest

/// Tells each report to the test that it is about, or to nobody, and decides how often.
///
/// `tell` determines whether a report was told before, and the test. `record` in `TestIdentity` and `recordForNobody`
/// determine the line, and how the test library receives the report.
@MainActor enum Reports {
  /// What a report is about.
  enum Subject: Hashable {
    case liveUse(InjectionDeclaration)

    /// A permission or an override that came after the live use.
    case lateChange(InjectionDeclaration)
    case globalOverride(CallSite)
    case overrideLeftBehind(CallSite)
    case foreignInstance(CallSite)
    case secondCopy
  }

  /// Within what a report is told once.
  enum Audience: Hashable {
    case process
    case nobody
    case test(TestIdentity)

    /// A run of a test, by its beginning.
    case run(Moment)
  }

  /// Within what a report to a test, or to nobody, is told once.
  private static func audience(of subject: Subject, _ effect: LiveUse, _ attribution: Attribution) -> Audience {
    switch (subject, attribution) {
    // Most tests of XCTest have no scope. The summary contains the further uses.
    case (.liveUse, .unscoped(let test)) where test.isXCTest && effect == .warns: .process
    case (.liveUse, .unscoped(let test)), (.globalOverride, .unscoped(let test)): .test(test)
    case (.liveUse, .scoped(let test)), (.lateChange, .scoped(let test)): .run(test.startedAt)
    case (.liveUse, .nobody): .nobody
    default: .process
    }
  }

  // MARK: Repetitions

  /// The reports that were told, with their effects.
  private static var told: [Audience: [Subject: LiveUse]] = [:]

  private static var beginnings: [TestIdentity: Int] = [:]
  private static var round = 1

  /// Forgets reports when a test begins again, so that a repeated run, or a retry, is told again.
  ///
  /// Reports of one run of a test are not forgotten, because the test may be running.
  static func didBegin(_ test: TestIdentity) {
    // The cases that report late failures belong to this module.
    if test.isParameterized || test.module == "VialTesting" { return }
    beginnings[test, default: 0] += 1
    guard let count = beginnings[test], count > round else { return }
    (round, told) = (count, told.filter { if case .run = $0.key { true } else { false } })
  }

  /// Returns whether a report is the first one, or the first failure after a warning, and remembers it.
  @discardableResult
  static func isFirst(_ subject: Subject, _ effect: LiveUse = .warns, for audience: Audience = .process) -> Bool {
    let known = told[audience]?[subject]
    guard effect != .allowed, known == nil || known == .warns && effect == .fails else { return false }
    told[audience, default: [:]][subject] = effect
    return true
  }

  // MARK: Telling

  /// Records a report as an issue of a test, or of no test, unless it was told before.
  static func tell(_ subject: Subject, _ effect: LiveUse, to test: Attribution, _ message: @autoclosure () -> String) {
    let audience = audience(of: subject, effect, test)
    let isFirst = isFirst(subject, effect, for: audience)
    var line = CallLocation.unknown
    if case .liveUse(let declaration) = subject {
      line = CallLocation(declaration.callSite)
      if isFirst { InjectionOperation.emit(.liveUse(declaration)) }
      let isFurther = audience == .process && !isFirst
      if effect == .warns { LiveUseSummary.count(declaration, by: test.test, isFurther: isFurther) }
    }
    guard isFirst else { return }
    test.record(message(), effect, at: nil, orAt: line)
    // A test of Swift Testing without a trait cannot be followed, so its failures are forgotten at its next suspension.
    // Otherwise, a repeated test would pass.
    if effect == .fails, case .unscoped(.swiftTesting) = test { Task { told[audience]?[subject] = nil } }
  }

  /// Warns a test that a permission or an override came after a live use that was reported.
  static func tellIfTooLate(_ declaration: InjectionDeclaration, _ change: String) {
    #if DEBUG
    let (test, subject) = (Attribution.ofRunningCode, Subject.liveUse(declaration))
    let audience = audience(of: subject, .warns, test)
    if audience == .process || audience == .nobody || told[audience]?[subject] == nil { return }
    tell(.lateChange(declaration), .warns, to: test, LiveResolve.message(aboutLate: change, of: declaration))
    #endif
  }

  /// Records the failure of an expectation, at the line of the call.
  static func recordFailure(_ message: String, at call: CallLocation) {
    Attribution.ofRunningCode.record(message, .fails, at: call, orAt: call)
  }
}

@MainActor extension Attribution {
  /// Records an issue at the line of a call or of the test.
  ///
  /// An issue that belongs to no test is recorded at another line, such as the line that publishes the injection, because Swift
  /// Testing attributes the issue to the test whose lines contain its location.
  fileprivate func record(_ text: String, _ effect: LiveUse, at call: CallLocation?, orAt line: CallLocation) {
    switch self {
    case .scoped(let test): test.record(text, effect, at: call)
    case .unscoped(let test) where !test.isExitTest: test.record(text, effect, at: call)
    case .unscoped, .nobody: Self.recordForNobody(text, effect, at: line)
    }
  }

  /// Records an issue that belongs to no test.
  ///
  /// XCTest accepts a failure only for a running test case, so the failure is reported when a suite finishes. Swift Testing
  /// attributes the issue to an unknown test, fails the run, and repeats the issue for each running suite with the trait
  /// `.serialized`: each of these has a configuration, and an issue without a test is posted to all configurations.
  private static func recordForNobody(_ text: String, _ effect: LiveUse, at line: CallLocation) {
    if !TestCases.isRunningSuite { return Issue.record(text, effect, at: SourceLocation(line)) }
    guard effect == .fails else { return StandardError().write("Vial: \(text)\n") }
    LateFailures.record(text, of: "code that belongs to no test", at: line)
  }
}

// MARK: - Test libraries

/// The location of a call in the code of a test, or of an injection, whose path is unknown.
struct CallLocation: Sendable {
  let fileID: StaticString
  let filePath: StaticString
  let line: UInt
  let column: UInt
}

extension CallLocation {
  static let unknown = CallLocation(fileID: "unknown", filePath: "unknown", line: 1, column: 1)

  init(_ callSite: CallSite) {
    self.init(fileID: callSite.file, filePath: callSite.file, line: UInt(callSite.line), column: 1)
  }
}

extension TestIdentity {
  /// Records an issue of the test in the current task, at the line of a call or of the test.
  @MainActor func record(_ message: String, _ effect: LiveUse, at call: CallLocation? = nil) {
    if case .swiftTesting(let test) = self { return Issue.record(message, effect, at: SourceLocation(call, of: test)) }
    guard effect == .fails else { return StandardError().write("Vial: \(message)\n") }
    let location = call ?? location
    // XCTest ignores a failure while no case is running, as in the `setUp()` of a class.
    guard TestCases.isRunningCase else { return LateFailures.record(message, of: name, at: location) }
    XCTFail(message, file: location.filePath, line: location.line)
  }
}

extension Issue {
  static func record(_ message: String, _ effect: LiveUse, at location: SourceLocation) {
    record(Comment(rawValue: message), severity: effect == .fails ? .error : .warning, sourceLocation: location)
  }
}

extension SourceLocation {
  fileprivate init(_ call: CallLocation) {
    let (fileID, filePath) = ("\(call.fileID)", "\(call.filePath)")
    self.init(fileID: fileID, filePath: filePath, line: Int(call.line), column: Int(call.column))
  }

  /// The location of a call, or of a test.
  init(_ call: CallLocation?, of test: Test) { self = call.map(SourceLocation.init) ?? test.sourceLocation }
}
