/// A test, and the injections that the code of the test replaces and uses.
struct TestRun {
  let entry: EntryPoint

  /// The overrides, provided implementations and permissions that the code reaches.
  let replacements: [Replacement]

  /// The injections that the code resolves, passes on or inspects.
  let used: Set<PublicationID>

  /// The required injections that the code certainly resolves, although no replacement of them is reached.
  let missing: [PublicationID]

  init(_ entry: EntryPoint, _ graph: DependencyGraph) {
    let analysis = graph.analysis
    let reach = ReachFinder.reach(from: entry.bodies.map { ($0, .eager) }, analysis, .init(followsInjections: true))
    self.entry = entry
    replacements = analysis.replacements.filter { analysis.isTest($0.location) && reach.bodies[$0.container] != nil }
    used = Set(reach.uses.keys).union(reach.inspected.values.joined())
    missing = graph.required.filter { publication in
      let users = reach.unguardedUses(of: publication)
      let isProvided = analysis.replacements(of: publication).contains {
        $0.use != .allowLive && reach.bodies[$0.container] != nil
      }
      return !isProvided && users.contains { $0.value.certainty == .eager }
        && analysis.publications[publication].contexts.isSubset(of: ["preview"])
    }
  }
}

extension Reach {
  /// The uses of a required injection by code that would stop without an implementation.
  func unguardedUses(of publication: PublicationID) -> [Body: Edge] {
    let uses = uses[publication] ?? [:]
    // An injection that is passed on can be provided by the code that receives it.
    if uses.values.contains(where: { $0.use == .pass }) { return [:] }
    // Code that reads `isProvided` handles a missing implementation.
    let asking = Set(inspected.filter { $0.value.contains(publication) }.keys)
    return uses.filter { $0.value.certainty == .eager || !asking.contains($0.key) }
  }
}
