import Vial

// The facts of a report about a live use that do not depend on whose it is.

extension LiveUseCandidate {
  /// The tests that may have started code of nobody, first the one that makes the effect milder.
  func factsOfNobody(_ effect: LiveUse, _ reason: TestIdentity?) -> [String] {
    var facts: [String] = []
    if effect < .fails {
      let test = reason.map { "\($0.name) allows it or only warns" } ?? "no test has begun"
      facts.append("This is only a warning, because \(test). VIAL_LIVE=fails leaves only permissions by name.")
    }
    facts.append(RunningTests.textOfRunningTests)
    facts.append(RunningTests.textOfEndedTests)
    if let overriding = namesOfOverridingTests { facts.append("Overridden by: \(overriding)") }
    return facts
  }

  /// The names of at most three running tests that override the injection.
  private var namesOfOverridingTests: String? {
    guard KnownDecisions.mayOverride(declaration) else { return nil }
    var names: [String] = []
    for test in RunningTests.running.values where isOverridden(by: test) {
      if names.count == 3 { return names.sorted().joined(separator: ", ") + " and others" }
      names.append(test.identity.name)
    }
    return names.isEmpty ? nil : names.sorted().joined(separator: ", ")
  }

  func factsOfStop(_ effect: LiveUse) -> [String] {
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
  var hiddenOverride: String? {
    let visible = overrides(in: scope).map(\.number)
    for outer in scope.selfAndEnclosingScopes {
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
  fileprivate static var textOfRunningTests: String {
    let names = running.values.prefix(3).map(\.identity.name).sorted().joined(separator: ", ")
    if names.isEmpty { return "Running: no test with a scope" }
    return running.count > 3 ? "Running: \(names) and \(running.count - 3) more" : "Running: \(names)"
  }

  static var textOfEndedTests: String {
    namesOfLastEndedTests.isEmpty
      ? "No test has ended." : "Ended last: \(namesOfLastEndedTests.reversed().joined(separator: ", "))"
  }
}
