import Vial

// The messages about live uses: what happened, the requester, and the possible fixes.

extension LiveResolve {
  private var noun: String { declaration.family != nil ? "family" : "injection" }

  /// The line of a message that names the requester, with an empty line after it; an empty string without a requester.
  private var requesterLine: String { requesters.last.map { "    Needed by: \($0)\n\n" } ?? "" }

  private var globalPermission: String {
    "- To use the live implementation, allow it in the global scope: OverrideScope.global.run { \(noun).allowLive() }."
  }

  /// The message about a live use in the scope of a test, or by a consumer from outside that the test reads.
  @MainActor func message(in test: RunningTest, isFromOutside: Bool) -> String {
    let name = test.hasEnded ? test.identity.nameAfterItsEnd : test.identity.name
    let setUp = test.identity.isXCTest ? "setUp()" : "the trait's closure"
    let override = declaration.family != nil ? "family.override(with: { key in … })" : "injection.override(with: …)"
    let overrideLine = "- Override the \(noun) in \(setUp), or before its first use: \(override)."
    if isUnprovided { return unprovidedMessage("in the test \(name)", overrideLine) }
    if isFromOutside {
      return """
        \(declaration) was resolved live by the test \(name), with a consumer from outside the scope of the test.

        \(requesterLine)A consumer belongs to the scope in which it was created, so the overrides of the test have no effect.

        - Create the object that has the consumer in \(test.identity.isXCTest ? "setUp()" : "the test"), not before the test.
        - To use the live implementation in this test, allow it: \(noun).allowLive().
        """
    }
    return """
      \(declaration) was resolved live by the test \(name).

      \(requesterLine)A test has to override or allow each injection that it uses.

      \(overrideLine)
      - To use the live implementation in this test, allow it: \(noun).allowLive().
      - To allow what its factory resolves, too: \(noun).allowLive(includingDependencies: true).
      - If it is harmless in every test, allow it where it is published: .allowLiveInTests().
      """
  }

  /// The message about a live use of a test without a scope, or of a test that has left its scope.
  @MainActor func message(outsideTheScopesOf test: TestIdentity) -> String {
    let cure = test.scopeCure("Create the consumer in the scope of the test")
    if isUnprovided { return unprovidedMessage("in the test \(test.name), outside every override scope", cure) }
    return """
      \(declaration) was resolved live by the test \(test.name), outside every override scope.

      \(requesterLine)\(cure)
      \(globalPermission)
      """
  }

  /// The message about code that belongs to no test.
  ///
  /// - Parameter effects: The effects of the live use in the tests that may have started the code.
  /// - Returns: The message.
  @MainActor func message(ofEscapedWorkIn effects: Set<LiveUse>) -> String {
    let whose = "by code outside every override scope, \(clause(about: effects))"
    let cures = """
      - Continue the scope of the test where the work is handed over: let scope = OverrideScope.current, and in the \
      work scope.run { … }.
      - Or create the consumer in the test, in the capture list of the closure: [service = Instance(…)].
      """
    if isUnprovided { return unprovidedMessage(whose, cures) }
    return """
      \(declaration) was resolved live \(whose).

      \(requesterLine)The code belongs to no test. It may be work that this or an earlier test has handed over, or work of the \
      application.

      \(cures)
      \(globalPermission)
      - If an application hosts the tests, do not start the work of the application in tests.
      """
  }

  /// The tests that may have started the code.
  @MainActor private func clause(about effects: Set<LiveUse>) -> String {
    if let only = RunningTests.only {
      let overrides = only.scopes.last.map(isOverridden) == true
      return "while \(only.identity.name) \(overrides ? "overrides it" : "does not allow it")"
    }
    let isAllowedInSome = effects.contains(.allowed) ? ", some of which allow it" : ""
    if RunningTests.count > 0 { return "while \(RunningTests.count) tests were running\(isAllowedInSome)" }
    let ended = RunningTests.endedCount
    return "after \(ended == 1 ? "1 test" : "\(ended) tests") had ended\(isAllowedInSome)"
  }

  /// The message about a required injection without an implementation.
  ///
  /// - Parameters:
  ///   - place: The test.
  ///   - cures: The fixes.
  /// - Returns: The message.
  @MainActor private func unprovidedMessage(_ place: String, _ cures: String) -> String {
    let others = RunningTests.count - (TestContext.running == nil ? 0 : 1)
    let loss = others > 0 ? " \(others) other \(others == 1 ? "test" : "tests") with a scope will have no result." : ""
    return """
      \(declaration) is required, and no implementation was provided \(place).

      \(requesterLine)The program stops, because there is no instance to continue with.\(loss)

      \(cures)
      - To make each forgotten override an issue instead, compose the application in the closure of the trait, or in setUp().
      - For all tests, publish an instance with the injection: .when(.test, instance: …).
      """
  }
}

extension TestIdentity {
  /// The fix for a test that has no scope, or for a test that has left its scope.
  func scopeCure(_ cureOfScopedTest: String) -> String {
    if TestContext.running != nil {
      return "- \(cureOfScopedTest), or do not leave the scope with OverrideScope.global.run."
    }
    return isXCTest
      ? "- Open a scope in invokeTest(): inOverrideScope { super.invokeTest() }, and override the injection."
      : "- Give the test or its suite the trait .overrideScope, and override the injection there."
  }
}
