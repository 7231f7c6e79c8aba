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

  /// A required injection that the code would stop without.
  struct Need {
    let injection: PublicationID

    /// A use by the code of a declaration, otherwise with the name of another user.
    struct Use {
      let user: String
      let place: Location
      let moment: Moment
    }

    /// The uses in the order of the names of their users, of which there is at least one.
    let uses: [Use]
    var first: Use { uses[0] }

    /// The implementations and the overrides that are reached.
    let implementations: [Step]
  }

  let needs: [Need]

  init(_ entry: EntryPoint, _ analysis: Analysis) {
    let starts = entry.bodies.map { ($0, Moment.now) }
    let reachable = Reach(from: starts, analysis, .reachability)
    let reached = reachable.bodies.keys.flatMap { analysis.steps(of: $0).filter { $0.replacement != nil } }
    let overrides = reached.filter { $0.replacement?.isOverride == true }
    let overridden = Set(overrides.flatMap { analysis.publications(heldBy: $0.symbol) })
    let replaced = Walk.Replaced(injections: overridden, consumers: reachable.assigned)
    // Of a test, only the needs of required injections depend on the conditions, which take time.
    let needsRequired = analysis.required.contains { !reachable.uses[$0].isEmpty }
    let areConditionsKnown = !entry.isTest || needsRequired
    let reach = areConditionsKnown ? Reach(from: starts, analysis, .execution(replaced)) : reachable
    let replacements = reached.sorted { $0.location < $1.location }.map { step in
      var step = step
      let moment = reach.bodies[step.body] ?? .later
      let uses = analysis.publications(heldBy: step.symbol).flatMap { reach.uses[$0] }
      // Code that reads `isProvided` before provides a missing implementation.
      let isGuarded = uses.contains {
        $0.use == .guarding && $0.body == step.body && $0.location < step.location
      }
      step.momentOfClosure = step.momentOfClosure.map(moment.then)
      step.moment = isGuarded ? moment : moment.then(step.moment)
      return step
    }
    self.entry = entry
    used = Set(reach.uses.injections)
    self.replacements = replacements
    bodies = entry.isTest ? [] : Array(reach.bodies.keys)
    // Another context can have an instance, and a test can end before code that is called later. No test has launch arguments.
    let contexts: Set = ["preview", entry.isTest ? "launchArgument" : "test"]
    // The factories of injections with a certain override do not run.
    let certain = replacements.filter {
      $0.replacement?.isOverride == true && $0.moment.isNow && $0.moment.isCertain(apartFrom: .exit)
    }.map(\.symbol)
    let factories = Set(certain.flatMap(analysis.publications(heldBy:)).map { analysis.publications[$0].code })
    needs = analysis.required.compactMap { injection in
      if !analysis.publications[injection].contexts.isSubset(of: contexts) { return nil }
      let uses = reach.unguardedUses(of: injection).filter { use in
        let runs = reach.chain(from: use.body).allSatisfy { !factories.contains($0) }
        return use.moment == .now || !entry.isTest && runs
      }
      guard let user = uses.compactMap({ analysis.name(of: $0.body) }).min() else { return nil }
      let needed = uses.map { use in
        // A consumer to which the code assigns an instance perhaps resolves nothing.
        let isAssigned = use.consumer.map(reach.assigned.contains) == true
        let moment: Moment = isAssigned ? .perhaps(.implementation, at: use.location) : use.moment
        return Need.Use(user: analysis.name(of: use.body) ?? user, place: use.location, moment: moment)
      }
      let implementations = replacements.filter { step in
        step.replacement?.isPermission == false && analysis.publications(heldBy: step.symbol).contains(injection)
      }
      let sorted = needed.sorted { ($0.user, $0.place) < ($1.user, $1.place) }
      return Need(injection: injection, uses: sorted, implementations: implementations)
    }
  }
}

extension Reach {
  /// The uses of a required injection by code that would stop without an implementation.
  fileprivate func unguardedUses(of injection: PublicationID) -> [Edge] {
    // A variable of an object holds an injection only if the code passes the injection.
    let uses = uses[injection].filter { use in
      analysis.publications(heldBy: use.variable, passedBy: { bodies[$0] != nil }).contains(injection)
    }
    // An injection that is passed on can be provided by the code that receives it.
    let canBeProvided = uses.contains { use in
      guard case .pass(let function) = use.use else { return false }
      return function.map(analysis.provides) ?? !analysis.providers.isDisjoint(with: bodies.keys)
    }
    if canBeProvided { return [] }
    // Code that reads `isProvided`, perhaps with a function or a property, handles a missing implementation.
    let guards = uses.filter { $0.use == .guarding }.map(\.body)
    let names = guards.compactMap(\.declaration).flatMap { [$0, analysis.program[$0].accessedVariable ?? $0] }
    return uses.filter { use in
      let isGuarded =
        !guards.isEmpty
        && chain(from: use.body).contains { body in
          guards.contains(body) || analysis.steps(of: body).contains { names.contains($0.symbol) }
        }
      let isNeed = use.use == .require || use.use.needsInstance && !use.use.isPass
      return isNeed && !isGuarded
    }
  }
}
