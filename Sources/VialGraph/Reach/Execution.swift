import VialGraphProgram

/// The injections that an execution of an executable or of a test uses and replaces.
struct Execution {
  let entry: EntryPoint

  /// The injections that the code resolves, passes on or inspects.
  let used: Set<PublicationID>

  /// The code that an executable reaches.
  let bodies: [Body]

  /// The overrides, provided implementations and permissions that the code reaches, with the moments at which they are reached.
  let replacements: [Step]

  /// The required injections without which the code would stop.
  let needs: [Need]

  init(_ entry: EntryPoint, _ analysis: Analysis) {
    let reachable = Reach(from: entry.bodies.map { ($0, .now) }, analysis, .reachability)
    let reach = Self.reach(of: entry, in: reachable)
    let replacements = Self.replacements(in: reach)
    self.entry = entry
    // A test can list overrides instead of using the injections.
    used = Set((entry.isTest ? reachable : reach).uses.injections)
    bodies = entry.isTest ? [] : Array(reach.bodies.keys)
    self.replacements = replacements
    needs = analysis.required.compactMap { Need($0, of: entry, reach, replacements) }
  }

  /// When an execution reaches code: the code of an injection that it overrides does not certainly run.
  private static func reach(of entry: EntryPoint, in reachable: Reach) -> Reach {
    let analysis = reachable.analysis
    // Of a test, only the needs of required injections depend on the conditions, which take time.
    if entry.isTest, analysis.required.allSatisfy({ reachable.uses[$0].isEmpty }) { return reachable }
    let overrides = reachable.bodies.keys.flatMap(analysis.steps).filter { $0.replacement?.isOverride == true }
    let replaced = Walk.Replaced(
      injections: Set(overrides.flatMap { analysis.publications(heldBy: $0.symbol) }),
      consumers: reachable.assigned
    )
    return Reach(from: entry.bodies.map { ($0, .now) }, analysis, .execution(replaced))
  }

  /// The replacements that the code reaches, in the order of the sources.
  private static func replacements(in reach: Reach) -> [Step] {
    let steps = reach.bodies.keys.flatMap(reach.analysis.steps).filter { $0.replacement != nil }
    return steps.sorted { $0.location < $1.location }.map { step in
      var step = step
      let moment = reach.bodies[step.body] ?? .later
      let uses = reach.analysis.publications(heldBy: step.symbol).flatMap { reach.uses[$0] }
      // Code that reads `isProvided` before provides a missing implementation.
      let isGuarded = uses.contains {
        $0.use == .guarding && $0.body == step.body && $0.location < step.location
      }
      step.momentOfClosure = step.momentOfClosure.map(moment.then)
      step.moment = isGuarded ? moment : moment.then(step.moment)
      return step
    }
  }
}
