extension FaultFinder {
  /// Required injections that an executable resolves, and neither provides nor replaces.
  func missingImplementations() -> [Document.Fault] {
    let required = graph.application.filter { analysis.publications[$0]?.strategy == "required" }
    let executables = required.isEmpty ? [] : analysis.executables.map { ($0.name, analysis.reach(of: $0)) }
    return executables.flatMap { name, reach in required.compactMap { missingImplementation(of: $0, in: name, reach) } }
  }

  private func missingImplementation(of publication: SymbolID, in executable: String, _ reach: Reach) -> Document.Fault?
  {
    let uses = reach.uses[publication] ?? [:]
    // Code that reads `isProvided` handles a missing implementation.
    let asking = Set(reach.inspected.filter { $0.value.contains(publication) }.keys)
    let unguarded = uses.filter { $0.value.certainty == .eager || !asking.contains($0.key) }
    // An injection that is passed on can be provided by the code that receives it.
    guard let user = unguarded.keys.compactMap(graph.name(of:)).min(),
      !uses.values.contains(where: { $0.use == .pass }),
      analysis.publications[publication]?.contexts.isSubset(of: ["preview", "test"]) == true
    else { return nil }
    let modules = closure(of: executable) { Array(program.imports[$0] ?? []) }
    let implementations = analysis.allReplacements.filter {
      $0.use != .allowLive && analysis.publications(heldBy: $0.variable).contains(publication)
        && modules.contains(program.files[$0.location.file].module) && !analysis.isTest($0.location)
    }
    if implementations.contains(where: { reach.bodies[$0.container] != nil }) { return nil }
    let needs = "\(executable) does not provide \(graph.name(publication)), which \(user) needs"
    guard let unreached = implementations.first else {
      return fault(.error, "missing", [publication], location(publication), needs)
    }
    let reason = "no code that \(executable) reaches runs \(program.place(of: unreached.location))"
    return fault(.warning, "missing", [publication], location(publication), "\(needs): \(reason)")
  }

  /// Overrides and permissions in tests that cannot take effect, because no test that makes them reaches the injection.
  func replacementsWithoutEffect() -> [Document.Fault] {
    let replacements = analysis.allReplacements.filter { analysis.isTest($0.location) }
    var tests: [Int: [String]] = [:]
    var effective: Set<Int> = []
    for test in replacements.isEmpty ? [] : analysis.tests {
      let reach = ReachFinder.reach(from: test.bodies.map { ($0, .eager) }, analysis, .init(followsInjections: true))
      let used = Set(reach.uses.keys).union(reach.inspected.values.joined())
      for (index, replacement) in replacements.enumerated() where reach.bodies[replacement.container] != nil {
        tests[index, default: []].append(test.name)
        let publications = analysis.publications(heldBy: replacement.variable)
        if publications.isEmpty || !used.isDisjoint(with: publications) { effective.insert(index) }
      }
    }
    return tests.filter { !effective.contains($0.key) }.map { index, tests in
      let replacement = replacements[index]
      let kinds: [Use: String] = [.provide: "implementation", .allowLive: "permission"]
      let names = names(analysis.publications(heldBy: replacement.variable))
      let what = "the \(kinds[replacement.use] ?? "override") of \(names)"
      let who = tests.count == 1 ? "\(tests[0]) cannot" : "none of the \(tests.count) tests that make it can"
      let about = analysis.publications(heldBy: replacement.variable)
      return fault(.warning, "no-effect", about, replacement.location, "\(what) has no effect: \(who) reach it")
    }
  }
}
