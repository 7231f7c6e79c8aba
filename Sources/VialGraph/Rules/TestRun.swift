/// A test, and the injections that the code of the test replaces and uses.
struct TestRun {
  let entry: EntryPoint

  /// The overrides, provided implementations and permissions that the code reaches.
  let replacements: [Step]

  /// The injections that the code resolves, passes on or inspects.
  let used: Set<PublicationID>

  /// The required injections that the code certainly resolves, although no replacement of them is reached.
  let missing: [PublicationID]

  init(_ entry: EntryPoint, _ graph: DependencyGraph) {
    let analysis = graph.analysis
    let reach = Reach(from: entry.bodies.map { ($0, .eager) }, analysis, isProgram: true)
    self.entry = entry
    replacements = analysis.replacements.filter { analysis.isTest($0.location) && reach.bodies[$0.container] != nil }
    used = Set(reach.uses.keys)
    missing = graph.required.filter { publication in
      let isProvided = analysis.replacements(of: publication).contains {
        $0.use != .allowLive && reach.bodies[$0.container] != nil
      }
      return !isProvided && reach.unguardedUses(of: publication).contains { $0.certainty == .eager }
        && analysis.publications[publication].contexts.isSubset(of: ["preview"])
    }
  }
}
