extension FaultFinder {
  /// Overrides and permissions in tests that cannot take effect, because no test that makes them reaches the injection.
  func withoutEffect() -> [Finding] {
    let made = tests.flatMap { test in test.replacements.map { (location: $0.location, test: test) } }
    let testsByLocation = Dictionary(grouping: made, by: \.location).mapValues { $0.map(\.test) }
    return analysis.replacements.filter { analysis.isTest($0.location) }.compactMap { replacement in
      let publications = analysis.publications(heldBy: replacement.symbol)
      guard let tests = testsByLocation[replacement.location], !publications.isEmpty,
        tests.allSatisfy({ $0.used.isDisjoint(with: publications) })
      else { return nil }
      let nouns = [Use.provide: "implementation", .allowLive: "permission"]
      let what = "\(replacement.use.flatMap { nouns[$0] } ?? "override") of \(names(publications))"
      let who = tests.count == 1 ? "\(tests[0].entry.name) cannot" : "none of the \(tests.count) tests that make it can"
      let message = "the \(what) has no effect: \(who) reach it"
      return finding(about: publications, test: id(of: replacement.body), at: replacement.location, message)
    }
  }

  /// Permissions of injections that the same code overrides, or that another permission includes.
  func moot() -> [Finding] {
    let whole = analysis.replacements.filter { $0.block != nil && analysis.isTest($0.location) }
    return Dictionary(grouping: whole, by: \.body).values.flatMap { whole in
      whole.filter { $0.use == .allowLive && !$0.includesDependencies }.compactMap { permission -> Finding? in
        guard let other = whole.first(where: { makesMoot($0, permission) }) else { return nil }
        let effect = other.use == .allowLive ? "permits the same" : "replaces the live implementation"
        let publications = analysis.publications(heldBy: permission.symbol)
        let message = "the permission of \(names(heldBy: permission.symbol)) is moot"
        let reason = "\(program.description(of: other.location)) \(effect)"
        let test = id(of: permission.body)
        return finding(about: publications, test: test, at: permission.location, "\(message): \(reason)")
      }
    }
  }

  /// Whether a replacement in the same body has the effect that a permission has no effect.
  private func makesMoot(_ other: Step, _ permission: Step) -> Bool {
    if other.symbol != permission.symbol || other.block != permission.block || other.use == .provide { return false }
    let isBefore = other.location < permission.location
    if other.use == .allowLive { return isBefore }
    let range = min(other.location, permission.location)...max(other.location, permission.location)
    let steps = analysis.steps(of: other.body).filter {
      range.contains($0.location) && !$0.reference.roles.contains(.implicit)
    }
    // The override can be rolled back before the permission, or the injection can be used before the override.
    return steps.allSatisfy { isBefore ? $0.use != .inspect : $0.use?.replaces == true }
  }
}
