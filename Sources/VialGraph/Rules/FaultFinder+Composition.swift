extension FaultFinder {
  /// Required injections that an executable resolves, and neither provides nor replaces.
  func missing() -> [Finding] {
    graph.executables.flatMap { executable in
      let name = executable.entry.name
      let modules = Set(reachable(from: name) { Array(program.imports[$0] ?? []) })
      return executable.needs.filter(\.implementations.isEmpty).map { injection, user, uses, _ in
        let needs = "\(name) does not provide \(analysis.names[injection]), which \(user) needs"
        let unreached = analysis.replacements(of: injection).first { step in
          step.use != .allowLive && modules.contains(program.files[step.location.file].module)
        }
        guard let unreached else { return finding(about: [injection], in: name, isError: uses != [.possible], needs) }
        let place = program.documentPlace(of: unreached.location)
        return finding(about: [injection], in: name, "\(needs): no code that \(name) reaches runs \(place)")
      }
    }
  }

  /// Required injections whose only implementation is provided in a branch.
  ///
  /// Each of several implementations can be in one of the branches, and all uses can be in the same branch.
  func conditional() -> [Finding] {
    graph.executables.flatMap { executable in
      let needs = executable.needs.filter { need in
        !need.uses.isSubset(of: [.conditional, .possible]) && need.implementations.map(\.certainty) == [.conditional]
      }
      return needs.map { injection, user, _, implementations in
        let name = executable.entry.name
        let what = "\(name) provides \(analysis.names[injection]), which \(user) needs, only under a condition"
        return finding(about: [injection], in: name, at: implementations[0].location, what)
      }
    }
  }

  /// Required injections that a test certainly resolves, and that nothing that runs for the test provides or overrides.
  func missingInTests() -> [Finding] {
    tests.compactMap { test in
      let missing = test.needs.filter(\.implementations.isEmpty).map(\.injection)
      if missing.isEmpty { return nil }
      let what =
        "\(test.entry.name) needs \(names(missing)), which nothing that runs for the test provides or overrides"
      return finding(about: missing, at: test.entry.location, "\(what), so the test stops the run")
    }
  }
}
