import Vial

/// The part of a report about a live use that depends on whose it is.
struct LiveUseExplanation {
  let id: Report.ID

  /// The code that has used the injection, as it follows the words "was resolved live by".
  let user: String

  var facts: [String] = []

  /// Possible fixes, the most likely one first.
  let fixes: [String]
}

extension LiveUseCandidate {
  /// The explanation for the tests that the live use belongs to.
  func explanation(_ attribution: Attribution) -> LiveUseExplanation {
    switch attribution {
    case .one(let test):
      if let run = test.run {
        explanation(ofTest: test.identity, run)
      } else {
        explanation(ofTestWithoutScope: test.identity)
      }
    case .two(let code, let owner): explanation(ofObjectOf: owner, usedBy: code.identity)
    case .nobody: explanationOfNobody
    }
  }

  /// The explanation of a use by a test that has a scope.
  private func explanation(ofTest test: TestIdentity, _ run: RunningTest) -> LiveUseExplanation {
    let name = run.hasEnded ? test.nameAfterItsEnd : test.name
    if scope.testScope == nil { return explanation(ofOutsideObjectIn: test, name) }
    let override = declaration.family != nil ? "family.override(with: { key in … })" : "injection.override(with: …)"
    return LiveUseExplanation(
      id: .liveUse,
      user: "the test \(name)",
      facts: [hiddenOverride].compactMap(\.self),
      fixes: [
        "Override the \(noun) in \(test.framework.preparation), or before its first use: \(override).",
        permission,
        "To allow what its factory resolves, too: \(noun).allowLive(includingDependencies: true).",
        "If it is a fake, or harmless in every test, allow it where it is published: .allowLiveInTests().",
      ]
    )
  }

  /// The explanation of a use by a test with a scope that reads a consumer from outside, or uses another scope.
  private func explanation(ofOutsideObjectIn test: TestIdentity, _ name: String) -> LiveUseExplanation {
    let object =
      scope.isGlobal
      ? "with a consumer from outside the scope of the test" : "in an override scope from outside the test"
    return LiveUseExplanation(
      id: .liveUse,
      user: "the test \(name), \(object)",
      facts: [
        "An object belongs to the scope in which it was created, so the overrides of the test have no effect on it."
      ],
      fixes: [
        "Create the object that has the \(scope.isGlobal ? "consumer" : "scope") in \(test.framework.creation), not before the test.",
        permission,
      ]
    )
  }

  /// The explanation of a use by a test without a scope, or a test that has left its scope.
  private func explanation(ofTestWithoutScope test: TestIdentity) -> LiveUseExplanation {
    if test.framework.attributesByTime, TestOfTask.running == nil { return explanation(ofCodeDuring: test) }
    return LiveUseExplanation(
      id: .withoutScope,
      user: "the test \(test.name), \(nameOfScope)",
      fixes: fixes(outsideTheScopesOf: test)
    )
  }

  /// The explanation of a use by code that ran during a test case of XCTest, and that may come from an earlier one.
  private func explanation(ofCodeDuring test: TestIdentity) -> LiveUseExplanation {
    let isCallback = Attribution.isInRunLoop && !Attribution.testCaseBeganInRunLoop
    let code = isCallback ? "a block or a timer of the main thread" : "code that ran"
    let continuation = isCallback ? [Self.continuation] : []
    return LiveUseExplanation(
      id: .withoutScope,
      user: "\(code) while \(test.name) was running, \(nameOfScope)",
      facts: [
        "\(test.framework.name) does not tell to which test code belongs, so it may come from an earlier test.",
        RunningTests.textOfEndedTests,
      ],
      fixes: continuation + fixes(outsideTheScopesOf: test)
    )
  }

  private func fixes(outsideTheScopesOf test: TestIdentity) -> [String] {
    scope.isGlobal
      ? [test.scopeFix("Create the consumer in the scope of the test"), globalPermission]
      : [
        "Override the \(noun) in that scope, before its first use.",
        "To use the live implementation, allow it in that scope: \(noun).allowLive().",
        "To fail on live uses, give the test a scope. \(test.framework.scopeFix)",
      ]
  }

  /// The explanation of a use by code of one test, with an object of another one.
  private func explanation(ofObjectOf owner: Participant, usedBy code: TestIdentity) -> LiveUseExplanation {
    let object = Engine.outermostReader.map { "by reading \($0.nameInMessages)" } ?? "with an object"
    let ownerName = owner.identity == code ? "another case of that test" : "the test \(owner.identity.name)"
    let state = owner.run?.hasEnded == true ? ", which has ended" : ""
    return LiveUseExplanation(
      id: .ofTwoTests,
      user: "the test \(code.name), \(object) of \(ownerName)\(state)",
      facts: [
        "The overrides of \(code.name) have no effect on the object, because it was created in the scope of \(ownerName).",
        "Neither test fails, because nobody can tell which of the two is wrong.",
      ],
      fixes: [
        "Create the object in each test instead of storing it in a static property or a shared object.",
        "If other tests cause notifications or callbacks of the object, override the \(noun) in the test that owns the object, or let the object stop before the test ends.",
        "To share the object on purpose, create it in OverrideScope(.isolated), with its overrides.",
      ]
    )
  }

  /// The explanation of a use by code that belongs to no test.
  private var explanationOfNobody: LiveUseExplanation {
    LiveUseExplanation(
      id: .ofNobody,
      user:
        Attribution.isCallbackOfWaitingTest
        ? "a block or a timer of the main thread, which belongs to no test"
        : "code that belongs to no test, \(nameOfScope)",
      facts: [
        "Such code may be a detached task, a dispatch block, a timer or a deinitializer of a test, or of the application."
      ],
      fixes: [
        Self.continuation,
        "Or create the consumer in the test, in the capture list of the closure: [service = Instance(…)].",
        globalPermission,
        "If an application hosts the tests, do not start the work of the application in tests.",
      ]
    )
  }

  // MARK: Words

  private var nameOfScope: String {
    scope.isGlobal ? "outside every override scope" : "in an override scope that belongs to no test"
  }

  private static let continuation =
    "Continue the scope of the test where the work is handed over: let scope = OverrideScope.current, and in the work scope.run { … }."

  private var noun: String { declaration.family != nil ? "family" : "injection" }

  private var permission: String { "To use the live implementation in this test, allow it: \(noun).allowLive()." }

  private var globalPermission: String {
    "To use the live implementation, allow it in the global scope: OverrideScope.global.run { \(noun).allowLive() }."
  }
}

extension TestIdentity {
  /// The fix for a test that has no scope, or for a test that has left its scope.
  func scopeFix(_ fixOfScopedTest: String) -> String {
    TestOfTask.running == nil
      ? framework.scopeFix : "\(fixOfScopedTest), or do not leave the scope with OverrideScope.global.run."
  }
}
