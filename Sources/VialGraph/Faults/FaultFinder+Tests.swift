extension FaultFinder {
  /// Overrides and permissions in tests that cannot take effect, because no test that makes them reaches the injection.
  func replacementsWithoutEffect() -> [Fault] {
    let replacements = analysis.replacements.filter { analysis.isTest($0.location.file) }
    guard !replacements.isEmpty else { return [] }
    var tests: [Int: [String]] = [:]
    var effective: Set<Int> = []
    for test in analysis.tests {
      let reach = ReachFinder.reach(from: test.bodies, in: analysis, .init(followsInjections: true))
      for (index, replacement) in replacements.enumerated() where reach.bodies[replacement.container] != nil {
        tests[index, default: []].append(test.name)
        let nodes = analysis.nodes(of: replacement.injection)
        let isReached = nodes.contains { node in
          reach.edges[node] != nil || reach.inspected.values.contains { $0.contains(node) }
        }
        if isReached || nodes.isEmpty { effective.insert(index) }
      }
    }
    return replacements.enumerated().compactMap { index, replacement in
      guard let tests = tests[index], !effective.contains(index) else { return nil }
      return fault(replacement, tests)
    }
  }

  private func fault(_ replacement: Replacement, _ tests: [String]) -> Fault {
    let names = analysis.nodes(of: replacement.injection).map(name).sorted().joined(separator: ", ")
    let what =
      switch replacement.use {
      case .provide: "the implementation that is provided for \(names)"
      case .allowLive: "the permission for \(names)"
      default: "the override of \(names)"
      }
    let who =
      tests.count == 1 ? "\(tests[0]) cannot reach it" : "none of the \(tests.count) tests that make it can reach it"
    return Fault(.warning, replacement.location, "\(what) has no effect: \(who)")
  }
}
