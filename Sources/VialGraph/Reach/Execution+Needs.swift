import VialGraphProgram

extension Execution {
  /// A required injection that the code would stop without.
  struct Need {
    let injection: PublicationID

    /// A use by the code of a declaration, otherwise with the name of another user.
    struct Use {
      let user: String
      let place: Location
      let moment: Moment
    }

    /// The first use in the order of the names of the users.
    let first: Use
    private let others: ArraySlice<Use>

    /// The implementations and the overrides that are reached.
    let implementations: [Step]

    var uses: [Use] { [first] + others }

    /// Returns `nil` if the execution does not need the injection.
    init?(_ injection: PublicationID, of entry: EntryPoint, _ reach: Reach, _ replacements: [Step]) {
      let analysis = reach.analysis
      // Another context can have an instance. No test has launch arguments.
      let contexts: Set<LibraryMember.Context> = [.preview, entry.isTest ? .launchArgument : .test]
      if !analysis.publications[injection].contexts.isSubset(of: contexts) { return nil }
      let uses = reach.unguardedUses(of: injection).filter { use in
        // A test can end before code that is called later.
        use.moment == .now || !entry.isTest && reach.runs(use.body, with: replacements)
      }
      guard let user = uses.compactMap({ analysis.name(of: $0.body) }).min() else { return nil }
      let needed = uses.map { use in
        // A consumer to which the code assigns an instance perhaps resolves nothing.
        let isAssigned = use.consumer.map(reach.assigned.contains) == true
        let moment: Moment = isAssigned ? .ofOneImplementation(at: use.location) : use.moment
        return Use(user: analysis.name(of: use.body) ?? user, place: use.location, moment: moment)
      }
      let sorted = needed.sorted { ($0.user, $0.place) < ($1.user, $1.place) }
      self.injection = injection
      first = sorted[0]
      others = sorted.dropFirst()
      implementations = replacements.filter { step in
        step.replacement?.isPermission == false && analysis.publications(heldBy: step.symbol).contains(injection)
      }
    }
  }
}

extension Reach {
  /// Whether a body runs, because no certain override replaces a factory that leads to the body.
  fileprivate func runs(_ body: Body, with replacements: [Step]) -> Bool {
    let overrides = replacements.filter { step in
      step.replacement?.isOverride == true && step.moment.isNow && step.moment.isCertain(apartFrom: .exit)
    }
    let overridden = overrides.flatMap { analysis.publications(heldBy: $0.symbol) }
    let factories = Set(overridden.compactMap { analysis.publications[$0].code })
    return factories.isDisjoint(with: chain(from: body))
  }

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
