import Testing
import Vial

/// One report: what happened, whom it is about, and what to do.
struct Report {
  /// The kind of a report, which its first line names in brackets.
  enum ID: String {
    /// A test uses a live implementation.
    case liveUse = "live-use"

    /// A test without a scope, or code that has left the scope, uses a live implementation.
    case withoutScope = "live-use-without-scope"

    /// Code of no test uses a live implementation.
    case ofNobody = "live-use-of-no-test"

    /// Code of one test uses a live implementation through an object of another test.
    case ofTwoTests = "live-use-of-two-tests"

    case neverLive = "never-live"
    case missingImplementation = "missing-implementation"
    case tooLate = "too-late"
    case globalOverride = "global-override"
    case overrideLeftBehind = "override-left-behind"
    case objectOfAnotherTest = "object-of-another-test"
    case keptInstance = "kept-instance"
    case twoCopies = "two-copies"
    case notReleased = "not-released"
    case notProvided = "not-provided"
  }

  /// What a report is about. One subject is reported once, see `Reports`.
  enum Subject: Hashable {
    case liveUse(InjectionDeclaration)

    /// A live use by code of one test, through an object of another test.
    case useOfAnotherTest(InjectionDeclaration, owner: TestIdentity)

    /// A permission or an override that came after the live use.
    case lateChange(InjectionDeclaration)
    case globalOverride(CallSite)
    case overrideLeftBehind(CallSite)
    case foreignInstance(CallSite)
    case twoCopies

    /// The failure of an expectation, which is reported each time.
    case expectation
  }

  let id: ID
  let subject: Subject
  let effect: LiveUse
  let attribution: Attribution

  /// The line of the call that makes the report; `nil` for the line of the test.
  var call: CallLocation?

  /// The line of an issue that belongs to no test.
  var origin = CallLocation.unknown

  /// What happened, and to whom, in one sentence without its period.
  let event: String

  /// Who needed it, and other facts.
  var facts: [String] = []

  var explanation: String?

  /// What to do, the most likely case first.
  let fixes: [String]

  /// The text: in the first line what happened, in the second what to do in the most likely case.
  var text: String {
    var paragraphs = ["\(event). [\(id.rawValue)]\n\(fixes.first ?? "")"]
    if !facts.isEmpty { paragraphs.append(facts.map { "    " + $0 }.joined(separator: "\n")) }
    if let explanation { paragraphs.append(explanation) }
    if fixes.count > 1 { paragraphs.append(fixes.dropFirst().map { "- " + $0 }.joined(separator: "\n")) }
    return paragraphs.joined(separator: "\n\n")
  }

  /// Delivers the report: the only way in which one leaves the library.
  @MainActor func deliver() {
    let issue = TestFramework.Issue(text: text, isFailure: effect >= .fails, call: call, origin: origin)
    if effect == .stops { fatalError(text, file: origin.fileID, line: origin.line) }
    if RunningTests.isEmpty, !TestCases.isRunningSuite, Test.Case.current == nil, ExitTest.current == nil {
      EarlyIssues.keep(issue)
    } else if let test = attribution.test {
      test.identity.framework.deliver(issue, test.identity, test.run)
    } else {
      TestFramework.running.deliverForNobody(issue)
    }
  }
}
