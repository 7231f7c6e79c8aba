extension FaultFinder {
  /// Required injections that an executable resolves, and neither provides nor replaces.
  func missing() -> [Finding] {
    graph.executables.flatMap { executable, reach in
      let modules = Set(closure(of: executable.name) { Array(program.imports[$0] ?? []) })
      let missing = graph.requirements(of: reach, contexts: ["preview", "test"]).filter(\.implementations.isEmpty)
      return missing.map { requirement in
        let needs = "\(executable.name) does not provide \(requirement.description)"
        let unreached = analysis.replacements(of: requirement.publication).first { step in
          step.use != .allowLive && modules.contains(program.files[step.location.file].module)
        }
        guard let unreached else { return finding(about: [requirement.publication], isError: true, needs) }
        let reason = "no code that \(executable.name) reaches runs \(program.documentPlace(of: unreached.location))"
        return finding(about: [requirement.publication], "\(needs): \(reason)")
      }
    }
  }

  /// Required injections whose only implementation is provided in a branch.
  ///
  /// Each of several implementations can be in one of the branches.
  func conditional() -> [Finding] {
    graph.executables.flatMap { executable, reach in
      graph.requirements(of: reach, contexts: ["preview", "test"]).compactMap { requirement in
        guard requirement.implementations.count == 1, let only = requirement.implementations.first,
          max(only.certainty, reach.bodies[only.container] ?? .eager) == .conditional
        else { return nil }
        let message = "\(executable.name) provides \(requirement.description), only under a condition"
        return finding(about: [requirement.publication], at: only.location, message)
      }
    }
  }
}

extension DependencyGraph {
  /// A required injection with its name and the name of code that would stop without it, whether the code certainly resolves
  /// it, and the implementations and overrides that are reached.
  typealias Requirement = (
    publication: PublicationID, description: String, isCertain: Bool, implementations: [Step]
  )

  /// The required injections that some code would stop without, apart from injections with instances for other contexts.
  func requirements(of reach: Reach, contexts: Set<String>) -> [Requirement] {
    required.filter { analysis.publications[$0].contexts.isSubset(of: contexts) }.compactMap { publication in
      let uses = unguardedUses(of: publication, in: reach)
      guard let user = uses.compactMap({ analysis.name(of: $0.body) }).min() else { return nil }
      let description = "\(analysis.names[publication]), which \(user) needs"
      let implementations = analysis.replacements(of: publication).filter {
        $0.use != .allowLive && reach.bodies[$0.container] != nil
      }
      return (publication, description, uses.contains { $0.certainty == .eager }, implementations)
    }
  }

  private func unguardedUses(of publication: PublicationID, in reach: Reach) -> [Reach.Edge] {
    let uses = reach.uses[publication] ?? []
    // An injection that is passed on can be provided by the code that receives it.
    if uses.contains(where: { $0.use == .pass }) { return [] }
    // Code that reads `isProvided` handles a missing implementation.
    let guarded = Set(uses.filter { $0.use == .inspect }.map(\.body))
    return uses.filter { use in
      let isGuarded = !guarded.isDisjoint(with: [use.body, reach.callers[use.body] ?? use.body])
      return use.use != .inspect && (use.certainty == .eager || !isGuarded)
    }
  }
}
