import Testing
import Vial
import XCTest

/// Makes the reports about tests, and about code that belongs to no test, and limits how often each is made.
///
/// `report` checks whether the report was made before. `record` in `TestIdentity` and `recordForNobody` determine the line of
/// the issue, and how the test library receives the issue.
@MainActor enum Reports {
  /// The subject of a report.
  enum Subject: Hashable {
    case liveUse(InjectionDeclaration)

    /// A permission or an override that came after the live use.
    case lateChange(InjectionDeclaration)
    case globalOverride(CallSite)
    case overrideLeftBehind(CallSite)
    case foreignInstance(CallSite)
    case secondCopy
  }

  /// How often a report about one subject is made.
  enum Limit: Hashable {
    case oncePerProcess

    /// Once per process for all code that belongs to no test.
    case onceForNobody
    case oncePerTest(TestIdentity)

    /// Once per run of a test, which is identified by its beginning.
    case oncePerRun(Moment)
  }

  private static func limit(of subject: Subject, _ effect: LiveUse, _ attribution: Attribution) -> Limit {
    switch (subject, attribution) {
    // Most tests of XCTest have no scope. The summary contains the further uses.
    case (.liveUse, .unscoped(let test)) where test.isXCTest && effect == .warns: .oncePerProcess
    case (.liveUse, .unscoped(let test)), (.globalOverride, .unscoped(let test)): .oncePerTest(test)
    case (.liveUse, .scoped(let test)), (.lateChange, .scoped(let test)): .oncePerRun(test.startedAt)
    case (.liveUse, .nobody): .onceForNobody
    default: .oncePerProcess
    }
  }

  // MARK: Repetitions

  /// The effects of the reports that were made.
  private static var made: [Limit: [Subject: LiveUse]] = [:]

  private static var beginnings: [TestIdentity: Int] = [:]
  private static var round = 1

  /// Forgets reports when a test begins again, so that they are made again in a repeated run or a retry.
  ///
  /// Reports of one run of a test are kept, because the test may be running.
  static func didBegin(_ test: TestIdentity) {
    // The cases that report late failures belong to this module.
    if test.isParameterized || test.module == "VialTesting" { return }
    beginnings[test, default: 0] += 1
    guard let count = beginnings[test], count > round else { return }
    (round, made) = (count, made.filter { if case .oncePerRun = $0.key { true } else { false } })
  }

  /// Returns whether a report is the first one, or the first failure after a warning, and remembers it.
  @discardableResult
  static func isFirst(_ subject: Subject, _ effect: LiveUse = .warns, _ limit: Limit = .oncePerProcess) -> Bool {
    let previous = made[limit]?[subject]
    guard effect != .allowed, previous == nil || previous == .warns && effect == .fails else { return false }
    made[limit, default: [:]][subject] = effect
    return true
  }

  // MARK: Reporting

  /// Records an issue of a test, or of no test, unless the report was made before.
  static func report(_ subject: Subject, _ effect: LiveUse, to test: Attribution, _ text: @autoclosure () -> String) {
    let limit = limit(of: subject, effect, test)
    let isFirst = isFirst(subject, effect, limit)
    var line = CallLocation.unknown
    if case .liveUse(let declaration) = subject {
      line = CallLocation(declaration.callSite)
      if isFirst { Engine.emit(.liveUse(declaration)) }
      let isFurther = limit == .oncePerProcess && !isFirst
      if effect == .warns { LiveUseSummary.count(declaration, by: test.test, isFurther: isFurther) }
    }
    guard isFirst else { return }
    test.record(text(), effect, at: nil, orAt: line)
    // A test of Swift Testing without a trait cannot be followed, so its failures are forgotten at its next suspension.
    // Otherwise, a repeated test would pass.
    if effect == .fails, case .unscoped(.swiftTesting) = test { Task { made[limit]?[subject] = nil } }
  }

  /// Warns a test that a permission or an override came after a live use that was reported.
  static func reportIfTooLate(_ declaration: InjectionDeclaration, _ change: String) {
    #if DEBUG
    let (test, subject) = (Attribution.ofRunningCode, Subject.liveUse(declaration))
    let limit = limit(of: subject, .warns, test)
    if limit == .oncePerProcess || limit == .onceForNobody || made[limit]?[subject] == nil { return }
    report(.lateChange(declaration), .warns, to: test, LiveResolve.message(aboutLate: change, of: declaration))
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
