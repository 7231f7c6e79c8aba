import Vial

// The messages about live uses: what happened, the requester, and the possible fixes.

extension LiveResolve {
  /// The message about a live use in the scope of a test, or by a consumer from outside that the test reads.
  @MainActor func message(in test: RunningTest) -> String {
    let name = test.hasEnded ? test.identity.nameAfterItsEnd : test.identity.name
    let (setUp, place) = test.identity.isXCTest ? ("setUp()", "setUp()") : ("the trait's closure", "the test")
    let override = declaration.family != nil ? "family.override(with: { key in … })" : "injection.override(with: …)"
    let overrideFix = "Override the \(noun) in \(setUp), or before its first use: \(override)."
    if isUnprovided { return unprovidedMessage("in the test \(name)", [overrideFix]) }
    let permission = "To use the live implementation in this test, allow it: \(noun).allowLive()."
    if isOfOutsideConsumer {
      return message(
        "was resolved live by the test \(name), with a consumer from outside the scope of the test",
        "A consumer belongs to the scope in which it was created, so the overrides of the test have no effect.",
        ["Create the object that has the consumer in \(place), not before the test.", permission]
      )
    }
    let dependencies = "To allow what its factory resolves, too: \(noun).allowLive(includingDependencies: true)."
    let publication = "If it is harmless in every test, allow it where it is published: .allowLiveInTests()."
    return message(
      "was resolved live by the test \(name)",
      "A test has to override or allow each injection that it uses.\(hiddenOverride)",
      [overrideFix, permission, dependencies, publication]
    )
  }

  /// The message about a live use of a test without a scope, or of a test that has left its scope.
  @MainActor func message(outsideTheScopesOf test: TestIdentity) -> String {
    let fix = test.scopeFix("Create the consumer in the scope of the test")
    let place = "the test \(test.name), outside every override scope"
    if isUnprovided { return unprovidedMessage("in \(place)", [fix]) }
    return message("was resolved live by \(place)", nil, [fix, globalPermission])
  }

  /// The message about code that belongs to no test.
  @MainActor func message(ofEscapedWork effect: LiveUse) -> String {
    let whose = "by code outside every override scope, \(clause(about: effect))"
    let fixes = [
      "Continue the scope of the test where the work is handed over: let scope = OverrideScope.current, and in the work "
        + "scope.run { … }.",
      "Or create the consumer in the test, in the capture list of the closure: [service = Instance(…)].",
    ]
    if isUnprovided { return unprovidedMessage(whose, fixes) }
    return message(
      "was resolved live \(whose)",
      "The code belongs to no test. It may be work that this or an earlier test has handed over, or work of the application.",
      fixes + [
        globalPermission, "If an application hosts the tests, do not start the work of the application in tests.",
      ]
    )
  }

  /// The message about a permission or an override that came after the live use.
  static func message(aboutLate change: String, of declaration: InjectionDeclaration) -> String {
    """
    \(change) of \(declaration) came too late, because the test has resolved the injection live before.

    The live use was reported, and consumers that have read the injection keep the live instance.

    - Move the line before the first use: into the closure of the trait, or into setUp().
    """
  }

  // MARK: Parts

  private var noun: String { declaration.family != nil ? "family" : "injection" }

  private var globalPermission: String {
    "To use the live implementation, allow it in the global scope: OverrideScope.global.run { \(noun).allowLive() }."
  }

  private func message(_ event: String, _ explanation: String?, _ fixes: [String]) -> String {
    let neededBy = requester.map { "    Needed by: \($0)" }
    let list = fixes.map { "- " + $0 }.joined(separator: "\n")
    return ["\(declaration) \(event).", neededBy, explanation, list].compactMap(\.self).joined(separator: "\n\n")
  }

  /// The place of an override that the scope of the test does not see, such as one of `class func setUp()`.
  @MainActor private var hiddenOverride: String {
    let override = OverrideScope.global.run { Overrides.active }.last { $0.declaration == declaration }
    return override.map { " The scope of the test does not see the override at \($0.callSite), in the global scope." }
      ?? ""
  }

  /// The tests that may have started the code.
  @MainActor private func clause(about effect: LiveUse) -> String {
    if let only = RunningTests.only {
      let overrides = only.scopes.last.map(isOverridden) == true
      return "while \(only.identity.name) \(overrides ? "overrides it" : "does not allow it")"
    }
    let leniency = effect == .warns ? ", some of which allow it" : ""
    if RunningTests.count > 0 { return "while \(RunningTests.count) tests were running\(leniency)" }
    let ended = RunningTests.endedCount
    return "after \(ended == 1 ? "1 test" : "\(ended) tests") had ended\(leniency)"
  }

  /// The message about a required injection without an implementation.
  @MainActor private func unprovidedMessage(_ place: String, _ fixes: [String]) -> String {
    let others = RunningTests.count - (TestContext.running == nil ? 0 : 1)
    let loss = others > 0 ? " \(others) other \(others == 1 ? "test" : "tests") with a scope will have no result." : ""
    let composition =
      "To make each forgotten override an issue instead, compose the application in the closure of the trait, or in setUp()."
    return message(
      "is required, and no implementation was provided \(place)",
      "The program stops, because there is no instance to continue with.\(loss)",
      fixes + [composition, "For all tests, publish an instance with the injection: .when(.test, instance: …)."]
    )
  }
}

extension TestIdentity {
  /// The fix for a test that has no scope, or for a test that has left its scope.
  func scopeFix(_ fixOfScopedTest: String) -> String {
    if TestContext.running != nil {
      return "\(fixOfScopedTest), or do not leave the scope with OverrideScope.global.run."
    }
    return switch self {
    case .swiftTesting: "Give the test or its suite the trait .overrideScope, and override the injection there."
    case .xctest: "Open a scope in invokeTest(): inOverrideScope { super.invokeTest() }, and override the injection."
    case .exitTest:
      "Open a scope in the exit test, which is a separate process: await withOverrideScope(.isolated) { … }."
    }
  }
}
