import Vial

// The reports about live uses: what happened, to whom, and the possible fixes.

extension LiveUseCandidate {
  /// The subject of the report.
  func subject(_ attribution: Attribution) -> Report.Subject {
    switch attribution {
    case .one: .liveUse(declaration)
    case .two(_, let owner): .useOfAnotherTest(declaration, owner: owner.identity)
    case .nobody: .liveUse(declaration.family ?? declaration)
    }
  }

  /// The report about the live use, with the test because of which a use of nobody is milder than a failure.
  func report(_ effect: LiveUse, _ attribution: Attribution, because reason: TestIdentity? = nil) -> Report {
    let consumer = Engine.readingConsumer
    let dependent = dependents.last { $0 != declaration }
    let caller = consumer == nil && dependent == nil ? Caller.ofResolve : nil
    let parts = parts(attribution)
    let place: CallLocation? =
      if attribution.test != nil {
        nil
      } else {
        placeOfNobody(consumer?.callSite ?? dependent?.callSite, caller)
      }
    var report = Report(
      id: id(parts.id),
      subject: subject(attribution),
      effect: effect,
      attribution: attribution,
      place: place,
      injection: declaration,
      event: event(parts.whose),
      fixes: applicableFixes(parts.fixes)
    )
    if let name = consumer?.nameInMessages ?? dependent?.description {
      report.requesters = [.consumerOrInjection(name)]
    } else if let caller {
      report.requesters = [.caller(caller.description)]
    }
    if let override = live.override { report.facts.append("Through the override at: \(override)") }
    report.facts += parts.facts
    if case .nobody = attribution { report.facts += factsOfNobody(effect, reason) }
    report.facts += factsOfStop(effect)
    return report
  }

  private func id(_ usual: Report.ID) -> Report.ID {
    if live.isUnprovided { return .missingImplementation }
    return live.isForbidden ? .neverLive : usual
  }

  private func event(_ whose: String) -> String {
    live.isUnprovided
      ? "\(declaration) is required, and no implementation was provided, for \(whose)"
      : "\(declaration) was resolved live by \(whose)"
  }

  /// The line of an issue that belongs to no test: the line of the consumer, of the dependent or of the call, or of the
  /// publication of the injection.
  ///
  /// It is never in a module of tests, because Swift Testing attributes an issue to the test that contains its line.
  private func placeOfNobody(_ requester: CallSite?, _ caller: Caller?) -> CallLocation {
    for place in [requester.map { CallLocation($0) }, caller?.place] {
      guard let place, !RunningTests.modules.contains(place.module), !place.module.hasSuffix("Tests") else { continue }
      return place
    }
    return CallLocation(declaration.callSite)
  }

  // MARK: Parts

  /// The parts of a report that depend on the tests.
  private struct Parts {
    let id: Report.ID
    let whose: String
    var facts: [String] = []
    let fixes: [String]
  }

  private func parts(_ attribution: Attribution) -> Parts {
    switch attribution {
    case .one(let test):
      if let run = test.run {
        partsOfUse(by: test.identity, in: run)
      } else {
        partsOfUseWithoutScope(by: test.identity)
      }
    case .two(let code, let owner): partsOfUse(by: code.identity, withObjectOf: owner)
    case .nobody: partsOfNobody
    }
  }

  /// The parts of a report about a test that has a scope.
  private func partsOfUse(by test: TestIdentity, in run: RunningTest) -> Parts {
    let name = run.hasEnded ? test.nameAfterItsEnd : test.name
    if scope.testScope == nil { return partsOfUse(by: test, withOutsideObject: name) }
    let override = declaration.family != nil ? "family.override(with: { key in … })" : "injection.override(with: …)"
    return Parts(
      id: .liveUse,
      whose: "the test \(name)",
      facts: [hiddenOverride].compactMap(\.self),
      fixes: [
        "Override the \(noun) in \(test.framework.preparation), or before its first use: \(override).",
        permission,
        "To allow what its factory resolves, too: \(noun).allowLive(includingDependencies: true).",
        "If it is a fake, or harmless in every test, allow it where it is published: .allowLiveInTests().",
      ]
    )
  }

  /// The parts of a report about a test with a scope that reads a consumer from outside, or uses another scope.
  private func partsOfUse(by test: TestIdentity, withOutsideObject name: String) -> Parts {
    let object =
      scope.isGlobal
      ? "with a consumer from outside the scope of the test" : "in an override scope from outside the test"
    return Parts(
      id: .liveUse,
      whose: "the test \(name), \(object)",
      facts: [
        "An object belongs to the scope in which it was created, so the overrides of the test have no effect on it."
      ],
      fixes: [
        "Create the object that has the \(scope.isGlobal ? "consumer" : "scope") in \(test.framework.creation), not before the test.",
        permission,
      ]
    )
  }

  /// The parts of a report about a test without a scope, or a test that has left its scope.
  private func partsOfUseWithoutScope(by test: TestIdentity) -> Parts {
    if test.framework.attributesByTime, TestOfTask.running == nil { return partsOfCode(duringTestCase: test) }
    return Parts(
      id: .withoutScope,
      whose: "the test \(test.name), \(nameOfScope)",
      fixes: fixes(outsideTheScopesOf: test)
    )
  }

  /// The parts of a report about code that ran during a test case of XCTest, and that may come from an earlier one.
  private func partsOfCode(duringTestCase test: TestIdentity) -> Parts {
    let isCallback = Attribution.isInRunLoop && !Attribution.testCaseBeganInRunLoop
    let code = isCallback ? "a block or a timer of the main thread" : "code that ran"
    let continuation = isCallback ? [Self.continuation] : []
    return Parts(
      id: .withoutScope,
      whose: "\(code) while \(test.name) was running, \(nameOfScope)",
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

  private func partsOfUse(by code: TestIdentity, withObjectOf owner: Participant) -> Parts {
    let object = Engine.outermostReader.map { "by reading \($0.nameInMessages)" } ?? "with an object"
    let ownerName = owner.identity == code ? "another case of that test" : "the test \(owner.identity.name)"
    let state = owner.run?.hasEnded == true ? ", which has ended" : ""
    return Parts(
      id: .ofTwoTests,
      whose: "the test \(code.name), \(object) of \(ownerName)\(state)",
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

  private var partsOfNobody: Parts {
    Parts(
      id: .ofNobody,
      whose:
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

  // MARK: Facts

  /// The tests that may have started code of nobody, first the one that makes the effect milder.
  private func factsOfNobody(_ effect: LiveUse, _ reason: TestIdentity?) -> [String] {
    var facts: [String] = []
    if effect < .fails {
      let test = reason.map { "\($0.name) allows it or only warns" } ?? "no test has begun"
      facts.append("This is only a warning, because \(test). VIAL_LIVE=fails leaves only permissions by name.")
    }
    facts.append(RunningTests.textOfRunningTests)
    facts.append(RunningTests.textOfEndedTests)
    let overriding = RunningTests.names { test in test.scopes.last.map(live.isOverridden) ?? false }
    if let overriding { facts.append("Overridden by: \(overriding)") }
    return facts
  }

  private func factsOfStop(_ effect: LiveUse) -> [String] {
    let loss = "Every test that has not ended loses its result."
    if live.isUnprovided {
      return ["The program stops, because there is no instance to continue with. \(loss)"]
    }
    guard effect == .stops else { return [] }
    let reason = live.isForbidden ? "it was published with neverLiveInTests()" : "the policy is .stops"
    return ["The process ends before the factory runs, because \(reason). \(loss)"]
  }

  /// The place of an override that the scope of the test does not see, such as one of `class func setUp()`, or one of the suite of an
  /// isolated test.
  private var hiddenOverride: String? {
    let visible = overrides(in: scope).map(\.number)
    for outer in scope.enclosingScopes {
      guard let hidden = overrides(in: outer).last(where: { !visible.contains($0.number) }) else { continue }
      let place = outer.isGlobal ? "in the global scope" : "in an outer scope"
      return "The scope does not see the override at \(hidden.callSite), \(place)."
    }
    return nil
  }

  /// The overrides of the injection and of its family that a scope sees.
  private func overrides(in scope: OverrideScope) -> [Override] {
    scope.run { Overrides.active }.filter { $0.declaration == declaration || $0.declaration == declaration.family }
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

  private func applicableFixes(_ fixes: [String]) -> [String] {
    let first = Array(fixes.prefix(1))
    if live.isUnprovided {
      return first + [
        "To make each forgotten override an issue instead, compose the application in the closure of the trait, or in setUp().",
        "For all tests, publish an instance with the injection: .when(.test, instance: …).",
      ]
    }
    return live.isForbidden ? first : fixes
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
  fileprivate static var textOfRunningTests: String { "Running: \(names { _ in true } ?? "no test with a scope")" }

  fileprivate static var textOfEndedTests: String {
    namesOfLastEndedTests.isEmpty
      ? "No test has ended." : "Ended last: \(namesOfLastEndedTests.reversed().joined(separator: ", "))"
  }

  /// The names of the running tests that meet a condition, at most three; `nil` if there is none.
  fileprivate static func names(where condition: (RunningTest) -> Bool) -> String? {
    var names: [String] = []
    var count = 0
    for test in running.values where condition(test) {
      count += 1
      if names.count < 3 { names.append(test.identity.name) }
    }
    if names.isEmpty { return nil }
    return names.sorted().joined(separator: ", ") + (count > 3 ? " and \(count - 3) more" : "")
  }
}

extension TestIdentity {
  /// The fix for a test that has no scope, or for a test that has left its scope.
  func scopeFix(_ fixOfScopedTest: String) -> String {
    TestOfTask.running == nil
      ? framework.scopeFix : "\(fixOfScopedTest), or do not leave the scope with OverrideScope.global.run."
  }
}
