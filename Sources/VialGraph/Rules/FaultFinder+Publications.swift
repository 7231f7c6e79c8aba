extension FaultFinder {
  /// Publications that each use of a computed property repeats.
  func computedPublications() -> [Fault] {
    let holders = graph.application.map { analysis.publications[$0].holder }
    let computed = holders.compactMap { holder in if case .computed(let variable) = holder { variable } else { nil } }
    return (computed + analysis.computedFlows).compactMap { variable in
      guard let location = program[variable].definition, !analysis.isTest(location) else { return nil }
      let name = program.qualifiedName(of: variable)
      let message = "\(name) is a computed property, so each use publishes again: write let … = …"
      return fault(.warning, "computed", nodes: [program.id(of: variable)], location, message)
    }
  }

  /// Publications that each call of a function, a getter or a stored closure repeats.
  func publicationsInHelpers() -> [Fault] {
    graph.application.compactMap { publication in
      guard case .helper(let helper) = analysis.publications[publication].holder else { return nil }
      let message =
        "each call of \(program.qualifiedName(of: helper)) publishes another injection, so neither instances "
        + "nor overrides are shared: publish it once, with static let … = …, or use an InjectionFamily"
      return fault(.warning, "helper", [publication], location(publication), message)
    }
  }

  /// Consumers of views other than `@ViewInstance`.
  func consumersInViews() -> [Fault] {
    analysis.vocabulary.consumers.compactMap { property, consumer in
      guard consumer != "ViewInstance", let location = program[property].definition,
        let type = program.type(of: property), program.isView(type)
      else { return nil }
      let what = "\(program.qualifiedName(of: property)) is an @\(consumer) in a SwiftUI view: use @ViewInstance"
      let message = "\(what), because SwiftUI creates views outside their override scope"
      return fault(.error, "view", nodes: [program.id(of: property)], location, message)
    }
  }

  /// Injections that no code of the application uses.
  func unused() -> [Fault] {
    let users = graph.users()
    return graph.application.filter { users[$0] == nil }.map { publication in
      let message = "no code compiled for this platform uses \(graph.name(publication))"
      return fault(.warning, "unused", [publication], location(publication), message)
    }
  }
}
