extension FaultFinder {
  /// A required injection that an executable resolves, and the code that provides or replaces it.
  private struct Requirement {
    let publication: PublicationID
    let executable: EntryPoint
    let reach: Reach
    let user: String

    /// The implementations in the modules of the executable, and those that the executable reaches.
    let implementations: [Replacement]
    var reached: [Replacement] { implementations.filter { reach.bodies[$0.container] != nil } }
  }

  private var requirements: [Requirement] {
    graph.executables.flatMap { executable, reach -> [Requirement] in
      let modules = Set(closure(of: executable.name) { Array(program.imports[$0] ?? []) })
      return graph.required.compactMap { publication -> Requirement? in
        let users = reach.unguardedUses(of: publication).keys.compactMap(analysis.name(of:))
        guard let user = users.min(), analysis.publications[publication].contexts.isSubset(of: ["preview", "test"])
        else {
          return nil
        }
        let implementations = analysis.replacements(of: publication).filter {
          $0.use != .allowLive && modules.contains(program.files[$0.location.file].module)
            && !analysis.isTest($0.location)
        }
        return Requirement(
          publication: publication,
          executable: executable,
          reach: reach,
          user: user,
          implementations: implementations
        )
      }
    }
  }

  /// Required injections that an executable resolves, and neither provides nor replaces.
  func missingImplementations() -> [Fault] {
    requirements.filter(\.reached.isEmpty).map { requirement in
      let (publication, executable) = (requirement.publication, requirement.executable.name)
      let needs = "\(executable) does not provide \(graph.name(publication)), which \(requirement.user) needs"
      guard let unreached = requirement.implementations.first else {
        return fault(.error, "missing", [publication], location(publication), needs)
      }
      let reason = "no code that \(executable) reaches runs \(program.place(of: unreached.location))"
      return fault(.warning, "missing", [publication], location(publication), "\(needs): \(reason)")
    }
  }

  /// Required injections whose only implementation is provided in a branch.
  ///
  /// Each of several implementations can be in one of the branches.
  func conditionalImplementations() -> [Fault] {
    requirements.compactMap { requirement in
      let reached = requirement.reached
      guard reached.count == 1, let only = reached.first,
        only.certainty == .conditional || isCalledConditionally(only.container, requirement.reach)
      else { return nil }
      let message =
        "\(requirement.executable.name) provides \(graph.name(requirement.publication)), which "
        + "\(requirement.user) needs, only under a condition"
      return fault(.warning, "conditional", [requirement.publication], only.location, message)
    }
  }

  /// Whether each call of a body is in a branch, or each call of the body that contains the call.
  private func isCalledConditionally(_ body: Body, _ reach: Reach) -> Bool {
    sequence(first: body) { reach.callers[$0] }.contains { body in
      guard case .declaration(let function) = body, let caller = reach.callers[body] else { return false }
      let calls = analysis.steps(of: caller).filter { $0.symbol == function && $0.roles.contains(.call) }
      return !calls.isEmpty && calls.allSatisfy { $0.certainty == .conditional }
    }
  }
}
