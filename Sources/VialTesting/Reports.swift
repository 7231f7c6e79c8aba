import Testing
import Vial
import XCTest

/// Tells each report once, to the test that it is about.
@MainActor enum Reports {
  /// What a report is about.
  enum Subject: Hashable {
    case liveUse(InjectionDeclaration)

    case globalOverride(CallSite)
    case overrideLeftBehind(CallSite)
    case foreignInstance(CallSite)
    case secondCopy
  }

  /// Within what a report is told once.
  enum Audience: Hashable {
    case process
    case test(TestIdentity)

    /// A scope of a test.
    case scope(Moment)

    /// The reports that belong to no test: once in the process, and again if a warning becomes a failure.
    case nobody(LiveUse)
  }

  private struct Key: Hashable {
    let subject: Subject
    let audience: Audience
  }

  private static var told: Set<Key> = []

  /// Returns whether a report is the first one, and remembers it.
  @discardableResult static func isFirst(_ subject: Subject, for audience: Audience) -> Bool {
    told.insert(Key(subject: subject, audience: audience)).inserted
  }

  /// Records a report as an issue of a test, or of no test, unless it was told before.
  static func tell(
    _ subject: Subject,
    _ effect: LiveUse,
    to attribution: Attribution,
    once audience: Audience,
    _ message: @autoclosure () -> String
  ) {
    guard effect != .allowed, isFirst(subject, for: audience) else { return }
    if case .liveUse(let declaration) = subject { Injections.emit(.liveUse(declaration)) }
    switch attribution {
    case .scoped(let test): test.record(message(), effect)
    case .unscoped(let test): test.record(message(), effect)
    case .nobody: recordForNobody(message(), effect, about: subject)
    }
  }

  /// Records an issue that belongs to no test, at the line that publishes the injection, because the line of a test would
  /// accuse that test.
  ///
  /// XCTest accepts a failure only for a running test case, so the failure is reported when a suite finishes. Swift Testing
  /// attributes the issue to an unknown test, fails the run, and repeats the issue for each running suite with the trait
  /// `.serialized`: each of these has a configuration, and an issue without a test is posted to all configurations.
  private static func recordForNobody(_ message: String, _ effect: LiveUse, about subject: Subject) {
    if TestCases.isRunningSuite {
      guard effect == .fails else { return StandardError().write("Vial: \(message)\n") }
      LateFailures.record(LateFailure(test: "code that belongs to no test", text: message, file: "unknown", line: 0))
    } else {
      var location = #_sourceLocation
      if case .liveUse(let declaration) = subject { location = SourceLocation(declaration.callSite) }
      Issue.record(Comment(rawValue: message), severity: effect.severity, sourceLocation: location)
    }
  }

  /// Records the failure of an expectation, at the line of the call.
  static func recordFailure(_ message: String, at call: CallLocation) {
    switch Attribution.ofRunningCode {
    case .scoped(let test): test.record(message, .fails, at: call)
    case .unscoped(let test): test.record(message, .fails, at: call)
    case .nobody where TestCases.isRunningSuite: XCTFail(message, file: call.filePath, line: call.line)
    case .nobody: Issue.record(Comment(rawValue: message), severity: .error, sourceLocation: SourceLocation(call))
    }
  }
}

// MARK: - Test libraries

/// The location of a call in the code of a test.
struct CallLocation: Sendable {
  let fileID: StaticString
  let filePath: StaticString
  let line: UInt
  let column: UInt
}

extension TestIdentity {
  /// Records an issue of the test in the current task, at the line of a call or of the test.
  func record(_ message: String, _ effect: LiveUse, at call: CallLocation? = nil) {
    switch self {
    case .swiftTesting(let test):
      let location = call.map(SourceLocation.init) ?? test.sourceLocation
      Issue.record(Comment(rawValue: message), severity: effect.severity, sourceLocation: location)
    case .xctest(_, _, let file, let line):
      guard effect == .fails else { return StandardError().write("Vial: \(message)\n") }
      XCTFail(message, file: call?.filePath ?? file, line: call?.line ?? line)
    }
  }
}

extension SourceLocation {
  fileprivate init(_ call: CallLocation) {
    let (fileID, filePath) = ("\(call.fileID)", "\(call.filePath)")
    self.init(fileID: fileID, filePath: filePath, line: Int(call.line), column: Int(call.column))
  }

  /// The path of the file is unknown.
  fileprivate init(_ callSite: CallSite) {
    self.init(fileID: callSite.fileID, filePath: callSite.fileID, line: callSite.line, column: 1)
  }
}

extension LiveUse {
  fileprivate var severity: Issue.Severity { self == .fails ? .error : .warning }
}
