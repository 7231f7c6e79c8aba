extension FaultFinder {
  /// Required injections that a test certainly resolves, and that nothing that runs for the test provides or overrides.
  func missingImplementationsOfTests() -> [Fault] {
    tests.compactMap { test in
      guard !test.missing.isEmpty, let location = test.entry.function.flatMap({ program[$0].definition }) else {
        return nil
      }
      let message =
        "\(test.entry.name) needs \(names(test.missing)), which nothing that runs for the test provides or "
        + "overrides, so the test stops the run"
      return fault(.warning, "missing-in-test", test.missing, location, message)
    }
  }

  /// Overrides and permissions in tests that cannot take effect, because no test that makes them reaches the injection.
  func replacementsWithoutEffect() -> [Fault] {
    var names: [Location: [String]] = [:]
    var effective: Set<Location> = []
    for test in tests {
      for replacement in test.replacements {
        names[replacement.location, default: []].append(test.entry.name)
        let publications = analysis.publications(heldBy: replacement.variable)
        if publications.isEmpty || !test.used.isDisjoint(with: publications) { effective.insert(replacement.location) }
      }
    }
    return analysis.replacements.compactMap { replacement in
      guard let tests = names[replacement.location], !effective.contains(replacement.location) else { return nil }
      let about = analysis.publications(heldBy: replacement.variable)
      let who = tests.count == 1 ? "\(tests[0]) cannot" : "none of the \(tests.count) tests that make it can"
      let message = "the \(replacement.noun) of \(self.names(about)) has no effect: \(who) reach it"
      return fault(.warning, "no-effect", about, replacement.location, message)
    }
  }

  /// Permissions of injections that the same test overrides, or that another permission of the test includes.
  func mootPermissions() -> [Fault] {
    let faults = tests.flatMap { test in
      let whole = test.replacements.filter { $0.certainty == .eager && $0.isDirect && !$0.isKeyed }
      return whole.filter { $0.use == .allowLive && !$0.includesDependencies }.compactMap { permission in
        let other = whole.first { makesMoot($0, permission, in: test) }
        return other.map { other in fault(permission, other) }
      }
    }
    return Set(faults).sorted { $0.message < $1.message }
  }

  private func fault(_ permission: Replacement, _ other: Replacement) -> Fault {
    let about = analysis.publications(heldBy: permission.variable)
    let place = program.place(of: other.location)
    let reason = other.use == .allowLive ? "\(place) permits the same" : "\(place) replaces the live implementation"
    let message = "the permission of \(names(about)) is moot: \(reason)"
    return fault(.warning, "moot", about, permission.location, message)
  }

  /// Whether a replacement has the effect that a permission has no effect in a test.
  private func makesMoot(_ other: Replacement, _ permission: Replacement, in test: TestRun) -> Bool {
    guard other.variable == permission.variable, other.location != permission.location,
      other.use == .override || other.use == .allowLive
    else { return false }
    // The code of a suite runs before the test.
    let own = test.entry.bodies.first
    if other.container != permission.container { return permission.container == own && other.container != own }
    if other.block != permission.block { return false }
    let isBefore = other.location < permission.location
    if other.use == .allowLive { return isBefore }
    let steps = steps(between: other, permission)
    // The override can be rolled back before the permission, or the injection can be used before the override.
    return isBefore ? !steps.contains { $0.use == .inspect } : !steps.contains { $0.use?.replaces != true }
  }

  /// The steps of a body between two of its replacements.
  private func steps(between first: Replacement, _ second: Replacement) -> [Step] {
    let range = min(first.location, second.location)...max(first.location, second.location)
    return analysis.steps(of: first.container).filter { step in
      let isAccessor = program[step.symbol].accessedVariable.map { analysis.vocabulary.held[$0] != nil } ?? false
      return range.contains(step.location) && !isAccessor
    }
  }
}

extension Replacement {
  fileprivate var noun: String {
    switch use {
    case .provide: "implementation"
    case .allowLive: "permission"
    default: "override"
    }
  }
}
