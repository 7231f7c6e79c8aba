import VialGraphProgram

extension FaultFinder {
  /// Required injections that a test certainly resolves, and that nothing that runs for the test provides or overrides.
  func missingInTests() -> [Finding] {
    tests.compactMap { test in
      let missing = test.needs.filter(\.implementations.isEmpty).map(\.injection)
      if missing.isEmpty { return nil }
      let what =
        "\(test.entry.name) needs \(names(missing)), which nothing that runs for the test provides or overrides"
      let id = test.entry.bodies.first.flatMap(id)
      return finding(about: missing, in: .test(id), at: test.entry.location, "\(what), so the test stops the run")
    }
  }

  /// Overrides and permissions in tests that cannot take effect, because no test that makes them reaches the injection.
  func withoutEffect() -> [Finding] {
    let made = tests.flatMap { test in test.replacements.map { (location: $0.location, test: test) } }
    let testsByLocation = Dictionary(grouping: made, by: \.location).mapValues { $0.map(\.test) }
    return analysis.replacements.filter { analysis.isTest($0.location) }.compactMap { replacement in
      let publications = analysis.publications(heldBy: replacement.symbol)
      guard let tests = testsByLocation[replacement.location], !publications.isEmpty,
        tests.allSatisfy({ $0.used.isDisjoint(with: publications) })
      else { return nil }
      let what = "\(noun(of: replacement)) of \(names(publications))"
      let who = tests.count == 1 ? "\(tests[0].entry.name) cannot" : "none of the \(tests.count) tests that make it can"
      let message = "the \(what) has no effect: \(who) reach it"
      return finding(about: publications, in: .test(id(of: replacement.body)), at: replacement.location, message)
    }
  }

  private func noun(of replacement: Step) -> String {
    switch replacement.replacement {
    case .override, nil: "override"
    case .provide: "implementation"
    case .allowLive: "permission"
    }
  }
}
