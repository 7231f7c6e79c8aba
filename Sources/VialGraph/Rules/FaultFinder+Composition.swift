extension FaultFinder {
  /// Required injections that an executable resolves, and neither provides nor replaces.
  func missing() -> [Finding] {
    requirements.filter(\.reached.isEmpty).compactMap { requirement in
      let needs = "\(requirement.executable) does not provide \(requirement.text)"
      guard let unreached = requirement.implementations.first else {
        return finding(.error, about: [requirement.publication], needs)
      }
      let reason =
        "no code that \(requirement.executable) reaches runs \(program.documentPlace(of: unreached.location))"
      return finding(about: [requirement.publication], "\(needs): \(reason)")
    }
  }

  /// Required injections whose only implementation is provided in a branch.
  ///
  /// Each of several implementations can be in one of the branches.
  func conditional() -> [Finding] {
    requirements.compactMap { requirement in
      guard requirement.reached.count == 1, let only = requirement.reached.first,
        only.certainty == .conditional || isCalledConditionally(only.container, requirement.reach)
      else { return nil }
      let message = "\(requirement.executable) provides \(requirement.text), only under a condition"
      return finding(about: [requirement.publication], at: only.location, message)
    }
  }

  /// A required injection that an executable resolves, the implementations in its modules, and those that it reaches.
  private typealias Requirement = (
    publication: PublicationID, executable: String, text: String, reach: Reach, implementations: [Step], reached: [Step]
  )

  private var requirements: [Requirement] {
    graph.executables.flatMap { executable, reach in
      let modules = Set(closure(of: executable.name) { Array(program.imports[$0] ?? []) })
      return graph.required.compactMap { publication -> Requirement? in
        let users = reach.unguardedUses(of: publication).compactMap { analysis.name(of: $0.body) }
        let contexts = analysis.publications[publication].contexts
        guard let user = users.min(), contexts.isSubset(of: ["preview", "test"]) else { return nil }
        let implementations = analysis.replacements(of: publication).filter { step in
          let isIncluded = modules.contains(program.files[step.location.file].module)
          return step.use != .allowLive && isIncluded && !analysis.isTest(step.location)
        }
        let reached = implementations.filter { reach.bodies[$0.container] != nil }
        let text = "\(analysis.names[publication]), which \(user) needs"
        return (publication, executable.name, text, reach, implementations, reached)
      }
    }
  }

  /// Whether each call of a body is in a branch, or each call of the body that contains the call.
  private func isCalledConditionally(_ body: Body, _ reach: Reach) -> Bool {
    sequence(first: body) { reach.callers[$0] }.contains { body in
      guard case .declaration(let function) = body, let caller = reach.callers[body] else { return false }
      let calls = analysis.steps(of: caller).filter { $0.symbol == function && $0.reference.roles.contains(.call) }
      return !calls.isEmpty && calls.allSatisfy { $0.certainty == .conditional }
    }
  }
}

extension Reach {
  /// The uses of a required injection by code that would stop without an implementation.
  func unguardedUses(of publication: PublicationID) -> [Edge] {
    let uses = uses[publication] ?? []
    // An injection that is passed on can be provided by the code that receives it.
    if uses.contains(where: { $0.use == .pass }) { return [] }
    // Code that reads `isProvided` handles a missing implementation.
    let guarded = Set(uses.filter { $0.use == .inspect }.map(\.body))
    return uses.filter { use in
      let isGuarded = guarded.contains(use.body) || callers[use.body].map(guarded.contains) ?? false
      return use.use != .inspect && (use.certainty == .eager || !isGuarded)
    }
  }
}
