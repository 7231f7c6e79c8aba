extension FaultFinder {
  /// Publications that each use of a computed property repeats.
  func computedPublications() -> [Fault] {
    let computed = graph.application.filter { analysis.publications[$0]?.isComputed == true } + analysis.computedFlows
    return computed.compactMap { variable in
      guard let location = program.symbols[variable].definition, !analysis.isTest(location) else { return nil }
      return .warning(
        location,
        "\(graph.name(variable)) is a computed property, so each use publishes again: write let … = …"
      )
    }
  }

  /// Instances that a static property or a global variable keeps for ever.
  func resolvesInStatics() -> [Fault] {
    let variables = program.symbols.indices.filter {
      program.symbols[$0].isStatic && analysis.injectionTypes[$0] == nil
    }
    return variables.flatMap { variable in
      analysis.steps(of: .declaration(variable)).compactMap { step in
        guard case .injection(let injection, let use) = step.target, [.resolve, .resolveMember].contains(use),
          step.certainty < .deferred, !program.files[step.location.file].isMain
        else { return nil }
        let names = names(analysis.publications(heldBy: injection))
        let message =
          "\(graph.name(variable)) resolves \(names) once for all, so later overrides have no effect: resolve at each use"
        return .warning(step.location, message)
      }
    }
  }

  /// Consumers of views other than `@ViewInstance`.
  func consumersInViews() -> [Fault] {
    analysis.consumers.compactMap { property, consumer in
      guard consumer != "ViewInstance", let location = program.symbols[property].definition,
        let type = program.type(of: property), program.supertypes(of: type).contains(where: isView)
      else { return nil }
      let reason = "SwiftUI creates views outside their override scope"
      return .error(
        location,
        "\(graph.name(property)) is an @\(consumer) in a SwiftUI view: use @ViewInstance, because \(reason)"
      )
    }
  }

  private func isView(_ type: SymbolID) -> Bool {
    let symbol = program.symbols[type]
    return symbol.usr.hasPrefix("s:7SwiftUI") && ["View", "ViewModifier"].contains(symbol.name)
  }

  /// Injections that no code of the application uses.
  func unused() -> [Fault] {
    let users = graph.users()
    return graph.application.filter { users[$0] == nil }.map { publication in
      .warning(location(publication), "no code that was compiled for this platform uses \(graph.name(publication))")
    }
  }
}
