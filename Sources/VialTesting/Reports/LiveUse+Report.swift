import Vial

// The reports about live uses: what happened, the requester, and the possible fixes.

@MainActor extension LiveResolve {
  /// The report about a live use.
  func report(_ effect: LiveUse, _ attribution: Attribution, _ subject: Report.Subject) -> Report {
    let (id, whose, explanation, fixes) =
      switch attribution {
      case .one(let test):
        if let run = test.run { parts(in: run) } else { parts(outsideTheScopesOf: test.identity) }
      case .two(let code, let owner): parts(of: code.identity, usingObjectOf: owner)
      case .nobody: partsOfNobody
      }
    return Report(
      id: isUnprovided ? .missingImplementation : isForbidden ? .neverLive : id,
      subject: subject,
      effect: effect,
      attribution: attribution,
      origin: CallLocation(declaration.callSite),
      event:
        "\(subjectInMessages(attribution)) \(isUnprovided ? "is required, and no implementation was provided, for" : "was resolved live by") \(whose)",
      facts: facts(of: attribution, effect),
      explanation: isUnprovided ? lossOfResults : isForbidden ? reasonOfStop : explanation,
      fixes: isUnprovided ? fixesOfUnprovided(fixes) : isForbidden ? [fixes[0]] : fixes
    )
  }

  private typealias Parts = (id: Report.ID, whose: String, explanation: String?, fixes: [String])

  /// The parts of the report about a live use in the scope of a test, or with a consumer from outside that the test reads.
  private func parts(in run: RunningTest) -> Parts {
    let name = run.hasEnded ? run.identity.nameAfterItsEnd : run.identity.name
    let framework = run.identity.framework
    let override = declaration.family != nil ? "family.override(with: { key in … })" : "injection.override(with: …)"
    let permission = "To use the live implementation in this test, allow it: \(noun).allowLive()."
    if scope.testScope == nil {
      return (
        .liveUse,
        "the test \(name), \(scope.isGlobal ? "with a consumer from outside the scope of the test" : "in an override scope from outside the test")",
        "An object belongs to the scope in which it was created, so the overrides of the test have no effect.",
        [
          "Create the object that has the \(scope.isGlobal ? "consumer" : "scope") in \(framework.creation), not before the test.",
          permission,
        ]
      )
    }
    return (
      .liveUse, "the test \(name)", hiddenOverride,
      [
        "Override the \(noun) in \(framework.setUp), or before its first use: \(override).",
        permission, "To allow what its factory resolves, too: \(noun).allowLive(includingDependencies: true).",
        "If it is a fake, or harmless in every test, allow it where it is published: .allowLiveInTests().",
      ]
    )
  }

  /// The parts of the report about a live use of a test without a scope, or of a test that has left its scope.
  private func parts(outsideTheScopesOf test: TestIdentity) -> Parts {
    let place = scope.isGlobal ? "outside every override scope" : "in an override scope that belongs to no test"
    let whose =
      test.framework.attributesByTime && TestOfTask.running == nil
      ? "code that ran while \(test.name) was running, \(place)" : "the test \(test.name), \(place)"
    let fixes =
      scope.isGlobal
      ? [test.scopeFix("Create the consumer in the scope of the test"), globalPermission]
      : [
        "Override the \(noun) in that scope, before its first use, or give the test a scope that fails: \(test.framework.scopeFix)",
        "To use the live implementation, allow it in that scope: \(noun).allowLive().",
      ]
    return (.withoutScope, whose, nil, fixes)
  }

  private func parts(of code: TestIdentity, usingObjectOf owner: Participant) -> Parts {
    let object = Engine.outermostReader?.nameInMessages ?? "an object"
    let ownerName = owner.identity == code ? "another case of that test" : "the test \(owner.identity.name)"
    return (
      .ofTwoTests, "code of the test \(code.name), with \(object), which belongs to \(ownerName)",
      "The object was created in the scope of that test, so only the overrides of that test apply. Nobody can tell which of the two tests is wrong, so neither has failed.",
      [
        "Create the object in each test instead of storing it in a static property or a shared object.",
        "If the object observes notifications or callbacks that other tests cause, override the \(noun) in the test that owns the object, or let the object stop before the test ends.",
        "To share the object on purpose, create it in OverrideScope(.isolated), with its overrides.",
      ]
    )
  }

  /// The parts of the report about code that belongs to no test.
  private var partsOfNobody: Parts {
    (
      .ofNobody,
      "code that belongs to no test, \(place)",
      "It may be work that a test has handed over, such as a detached task, a dispatch block, a timer or a deinitializer, or work of the application.",
      [
        "Continue the scope of the test where the work is handed over: let scope = OverrideScope.current, and in the work scope.run { … }.",
        "Or create the consumer in the test, in the capture list of the closure: [service = Instance(…)].",
        globalPermission,
        "If an application hosts the tests, do not start the work of the application in tests.",
      ]
    )
  }

  // MARK: Parts

  private func subjectInMessages(_ attribution: Attribution) -> String { declaration.description }

  /// Where code that belongs to no test has resolved the injection.
  private var place: String {
    if scope.isGlobal { return "outside every override scope" }
    return scope.testScope == nil
      ? "in an override scope of no test" : "in the run loop of a test case that was waiting"
  }

  private var noun: String { declaration.family != nil ? "family" : "injection" }

  private var globalPermission: String {
    "To use the live implementation, allow it in the global scope: OverrideScope.global.run { \(noun).allowLive() }."
  }

  private func facts(of attribution: Attribution, _ effect: LiveUse) -> [String] {
    var facts: [String] = []
    if let requester {
      facts.append("Needed by: \(requester)")
    } else if let caller = Caller.ofResolve {
      facts.append("Called by: \(caller)")
    }
    if let override { facts.append("Through the override at: \(override)") }
    guard case .nobody = attribution else { return facts }
    facts.append("Tests: \(RunningTests.summary)")
    if effect == .warns, LiveUse.ofRun.map({ $0 >= .fails }) != true, !RunningTests.isEmpty {
      facts.append(
        "No failure, because one of these tests, or a test without a scope, allows it or only warns. See VIAL_LIVE."
      )
    }
    return facts
  }

  /// The place of an override that the scope of the test does not see, such as one of `class func setUp()`.
  private var hiddenOverride: String? {
    let override = OverrideScope.global.run { Overrides.active }.last { $0.declaration == declaration }
    return override.map { "The scope of the test does not see the override at \($0.callSite), in the global scope." }
  }

  private var lossOfResults: String {
    "The program stops, because there is no instance to continue with. No test that has no result yet gets one."
  }

  private var reasonOfStop: String {
    "It was published with neverLiveInTests(), so the program stops before it is built. No test that has no result yet gets one."
  }

  private func fixesOfUnprovided(_ fixes: [String]) -> [String] {
    [
      fixes[0],
      "To make each forgotten override an issue instead, compose the application in the closure of the trait, or in setUp().",
      "For all tests, publish an instance with the injection: .when(.test, instance: …).",
    ]
  }
}

extension Report {
  /// Adds the live injections that a live instance has needed.
  mutating func add(needs: [InjectionDeclaration]) {
    guard !needs.isEmpty else { return }
    let shown = needs.prefix(3).map(\.description).joined(separator: ", ")
    facts.append("It needs live: \(shown)\(needs.count > 3 ? " and \(needs.count - 3) more" : "")")
  }
}

extension RunningTests {
  /// The tests that may have started code of nobody.
  static var summary: String {
    if let only { return "only \(only.identity.name) was running; \(endedCount) had ended" }
    return "\(count) were running, \(endedCount) had ended"
  }
}

extension TestIdentity {
  /// The fix for a test that has no scope, or for a test that has left its scope.
  func scopeFix(_ fixOfScopedTest: String) -> String {
    TestOfTask.running == nil
      ? framework.scopeFix : "\(fixOfScopedTest), or do not leave the scope with OverrideScope.global.run."
  }
}
