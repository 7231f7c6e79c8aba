extension FaultFinder {
  /// Publications that each use of a computed property repeats.
  func computedPublications() -> [Document.Fault] {
    let computed = graph.application.filter { analysis.publications[$0]?.isComputed == true } + analysis.computedFlows
    return computed.compactMap { variable in
      guard let location = program[variable].definition, !analysis.isTest(location) else { return nil }
      let message = "\(graph.name(variable)) is a computed property, so each use publishes again: write let … = …"
      return fault(.warning, "computed", [variable], location, message)
    }
  }

  /// Instances that a static property or a global variable keeps for ever.
  func resolvesInStatics() -> [Document.Fault] {
    let variables = program.symbols.indices.filter { program[$0].isStatic && analysis.injectionTypes[$0] == nil }
    return variables.flatMap { variable in
      analysis.steps(of: .declaration(variable)).compactMap { step in
        guard [.resolve, .resolveMember].contains(step.use), step.certainty < .deferred,
          !program.files[step.location.file].isMain
        else { return nil }
        let what = "\(graph.name(variable)) resolves \(names(analysis.publications(heldBy: step.symbol))) once for all"
        return fault(
          .warning,
          "static",
          [variable],
          step.location,
          "\(what), so later overrides have no effect: resolve at each use"
        )
      }
    }
  }

  /// Consumers of views other than `@ViewInstance`.
  func consumersInViews() -> [Document.Fault] {
    analysis.consumers.compactMap { property, consumer in
      guard consumer != "ViewInstance", let location = program[property].definition,
        let type = program.type(of: property), program.isView(type)
      else { return nil }
      let what = "\(graph.name(property)) is an @\(consumer) in a SwiftUI view: use @ViewInstance"
      return fault(
        .error,
        "view",
        [property],
        location,
        "\(what), because SwiftUI creates views outside their override scope"
      )
    }
  }

  /// Injections that no code of the application uses.
  func unused() -> [Document.Fault] {
    let users = graph.users()
    return graph.application.filter { users[$0] == nil }.map { publication in
      fault(
        .warning,
        "unused",
        [publication],
        location(publication),
        "no code compiled for this platform uses \(graph.name(publication))"
      )
    }
  }
}
