extension FaultFinder {
  /// Required injections that a test certainly resolves, and that nothing that runs for the test provides or overrides.
  func missingInTests() -> [Finding] {
    tests.filter { !$0.missing.isEmpty }.compactMap { test in
      let what = "\(test.entry.name) needs \(names(test.missing)), which nothing that runs for the test provides or"
      let location = test.entry.function.flatMap { program[$0].definition }
      return finding(about: test.missing, at: location, "\(what) overrides, so the test stops the run")
    }
  }

  /// Overrides and permissions in tests that cannot take effect, because no test that makes them reaches the injection.
  func withoutEffect() -> [Finding] {
    var names: [Location: [String]] = [:]
    var effective: Set<Location> = []
    for test in tests {
      for replacement in test.replacements {
        names[replacement.location, default: []].append(test.entry.name)
        let publications = analysis.publications(heldBy: replacement.symbol)
        if publications.isEmpty || !test.used.isDisjoint(with: publications) { effective.insert(replacement.location) }
      }
    }
    return analysis.replacements.compactMap { replacement in
      guard let tests = names[replacement.location], !effective.contains(replacement.location) else { return nil }
      let publications = analysis.publications(heldBy: replacement.symbol)
      let nouns = [Use.provide: "implementation", .allowLive: "permission"]
      let what = "\(replacement.use.flatMap { nouns[$0] } ?? "override") of \(self.names(publications))"
      let who = tests.count == 1 ? "\(tests[0]) cannot" : "none of the \(tests.count) tests that make it can"
      return finding(about: publications, at: replacement.location, "the \(what) has no effect: \(who) reach it")
    }
  }

  /// Permissions of injections that the same test overrides, or that another permission of the test includes.
  func moot() -> [Finding] {
    tests.flatMap { test in
      let whole = test.replacements.filter(\.isWhole)
      return whole.filter { $0.use == .allowLive && !$0.includesDependencies }.compactMap { permission -> Finding? in
        guard let other = whole.first(where: { makesMoot($0, permission, in: test) }) else { return nil }
        let publications = analysis.publications(heldBy: permission.symbol)
        let effect = other.use == .allowLive ? "permits the same" : "replaces the live implementation"
        let reason = "\(program.documentPlace(of: other.location)) \(effect)"
        let message = "the permission of \(names(publications)) is moot: \(reason)"
        return finding(about: publications, at: permission.location, message)
      }
    }
  }

  /// Whether a replacement has the effect that a permission has no effect in a test.
  private func makesMoot(_ other: Step, _ permission: Step, in test: TestRun) -> Bool {
    if other.symbol != permission.symbol || other.location == permission.location || other.use == .provide {
      return false
    }
    // The code of a suite runs before the test.
    let own = test.entry.bodies.first
    if other.container != permission.container { return permission.container == own && other.container != own }
    if other.block != permission.block { return false }
    let isBefore = other.location < permission.location
    if other.use == .allowLive { return isBefore }
    let range = min(other.location, permission.location)...max(other.location, permission.location)
    let steps = analysis.steps(of: other.container).filter { step in
      let isAccessor = program[step.symbol].accessedVariable.map { analysis.vocabulary.held[$0] != nil } ?? false
      return range.contains(step.location) && !isAccessor
    }
    // The override can be rolled back before the permission, or the injection can be used before the override.
    return isBefore ? !steps.contains { $0.use == .inspect } : steps.allSatisfy { $0.use?.replaces == true }
  }
}
