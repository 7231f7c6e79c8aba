import Vial

/// One report: the event, the tests that it is about, and possible fixes.
struct Report {
  /// The kind of a report, with which its text ends in brackets.
  enum ID: String {
    /// A test uses a live implementation in its scope.
    case liveUse = "live-use"

    /// A test without a scope, or code that has left the scope, uses a live implementation.
    case withoutScope = "live-use-without-scope"

    /// Code of no test uses a live implementation.
    case ofNobody = "live-use-of-no-test"

    /// Code of one test uses a live implementation through an object of another test.
    case ofTwoTests = "live-use-of-two-tests"

    /// A live implementation that was published with `neverLiveInTests()` is about to run.
    case neverLive = "never-live"

    /// The live uses of the run that were not reported on their own.
    case liveUseSummary = "live-use-summary"

    /// A test resolves a required injection that has no implementation.
    case missingImplementation = "missing-implementation"

    /// A permission or an override comes after the live use that it is for.
    case tooLate = "too-late"

    /// A test without a scope overrides an injection for all tests.
    case globalOverride = "global-override"

    /// A test case of XCTest does not roll an override back.
    case overrideLeftBehind = "override-left-behind"

    /// A test uses an instance in the scope of another test.
    case objectOfAnotherTest = "object-of-another-test"

    /// A test reads a consumer that keeps an instance from before the test.
    case keptInstance = "kept-instance"

    /// A test resolves an injection while a static object is created, which keeps the instance.
    case staticObject = "static-object"

    /// A shared fake is built again, because nothing has retained it.
    case fakeNotRetained = "fake-not-retained"

    /// The process contains two copies of the library.
    case twoCopies = "two-copies"

    /// An expectation that an instance was released has failed.
    case notReleased = "not-released"

    /// An expectation that injections have an implementation has failed.
    case notProvided = "not-provided"
  }

  /// The subject of a report.
  ///
  /// One subject is reported once, see `ReportHistory`.
  enum Subject: Hashable {
    case liveUse(InjectionDeclaration)

    /// A live use by code of one test, through an object of another test.
    case useOfAnotherTest(InjectionDeclaration, owner: TestIdentity)

    /// A permission or an override that came after the live use.
    case lateChange(InjectionDeclaration)
    case globalOverride(CallSite)
    case overrideLeftBehind(CallSite)
    case foreignInstance(CallSite)
    case staticObject(InjectionDeclaration)
    case fake(CallSite)
    case twoCopies

    /// Something that is reported each time.
    case unlimited
  }

  /// The code that needed an instance: a consumer or an injection, or the function that called `resolve()`.
  enum Requester {
    case consumerOrInjection(String)
    case caller(String)
  }

  let id: ID
  let subject: Subject
  let effect: LiveUse
  let attribution: Attribution

  /// The line of the report; `nil` for the line of the test that it is about.
  var place: CallLocation?

  var injection: InjectionDeclaration?

  /// One sentence about the event and the test, without its period.
  let event: String

  var requesters: [Requester] = []

  /// Other facts, one a line.
  var facts: [String] = []

  /// At least one possible fix, the most likely one first.
  let fixes: [String]
}

// MARK: - Text

extension Report {
  /// The text, which begins with the event and the most likely fix, each in a line, and ends with the ID.
  var text: String {
    var paragraphs = ["\(event).\n\(fixes[0])"]
    let details = requesters.map(\.text) + facts
    if !details.isEmpty { paragraphs.append(details.map { "    " + $0 }.joined(separator: "\n")) }
    if fixes.count > 1 { paragraphs.append(fixes.dropFirst().map { "- " + $0 }.joined(separator: "\n")) }
    return paragraphs.joined(separator: "\n\n") + " [\(id.rawValue)]"
  }
}

extension Report.Requester {
  fileprivate var text: String {
    switch self {
    case .consumerOrInjection(let name): "Needed by: \(name)"
    case .caller(let name): "Called by: \(name)"
    }
  }

  var name: String {
    switch self {
    case .consumerOrInjection(let name), .caller(let name): name
    }
  }
}
