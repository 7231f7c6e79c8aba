extension FaultFinder {
  /// Required injections that an executable resolves, and neither provides nor replaces.
  func missingImplementations() -> [Fault] {
    let required = applicationNodes.filter { analysis.nodes[$0].isRequired }
    guard !required.isEmpty else { return [] }
    return analysis.executables.flatMap { executable in
      let reach = analysis.reach(of: executable)
      return required.compactMap { missingImplementation(of: $0, in: executable, reach) }
    }
  }

  private func missingImplementation(of node: NodeID, in executable: Executable, _ reach: Reach) -> Fault? {
    // An injection that is passed on can be provided by the code that receives it.
    guard !reach.passed.contains(node), let user = unguardedUser(of: node, reach),
      analysis.nodes[node].contexts.isSubset(of: ["preview", "test"])
    else { return nil }
    let modules = program.modules(importedBy: executable.module)
    let implementations = analysis.replacements.filter {
      $0.use != .allowLive && analysis.nodes(of: $0.injection).contains(node)
        && modules.contains(program.files[$0.location.file].module) && !analysis.isTest($0.location.file)
    }
    guard !implementations.contains(where: { reach.bodies[$0.container] != nil }) else { return nil }
    let place = analysis.nodes[node].location
    let needs = "\(executable.module) does not provide \(name(node)), which \(user) needs"
    guard let unreached = implementations.first else { return Fault(.error, place, needs) }
    let elsewhere = program.shortPlace(of: unreached.location)
    return Fault(.warning, place, "\(needs): no code that \(executable.module) reaches calls \(elsewhere)")
  }

  /// The name of code that uses an injection without asking whether it is provided.
  private func unguardedUser(of node: NodeID, _ reach: Reach) -> String? {
    reach.uses[node]?
      .filter { body, certainty in certainty == .certain || reach.inspected[body]?.contains(node) != true }
      .keys.compactMap { graph.name(of: $0) }.min()
  }
}
