extension FaultFinder {
  /// Publications that each use of a computed property repeats.
  func publicationsInComputedProperties() -> [Fault] {
    let computed = applicationNodes.map { analysis.nodes[$0] }.filter(\.isComputed).map { ($0.name, $0.location) }
    let flows = analysis.computedFlows.compactMap { flow in
      program.symbols[flow].definition.map { (program.qualifiedName(of: flow), $0) }
    }
    return (computed + flows.filter { !analysis.isTest($0.1.file) }).map { name, location in
      Fault(
        .warning,
        location,
        "\(name) is a computed property, so each use publishes again: write `let \(name.lastName) = …`"
      )
    }
  }

  /// Instances that a static property or a global variable keeps for ever, whatever is overridden later.
  func resolvesInStatics() -> [Fault] {
    program.symbols.indices.filter { program.symbols[$0].isStatic && analysis.injectionTypes[$0] == nil }.flatMap {
      variable in
      analysis.steps(of: .declaration(variable)).compactMap { step -> Fault? in
        guard case .injection(let injection, let use) = step.target, [.resolve, .resolveMember].contains(use),
          step.certainty < .deferred, !program.files[step.location.file].path.hasSuffix("/main.swift")
        else { return nil }
        let names = analysis.nodes(of: injection).map(name).sorted().joined(separator: ", ")
        let message =
          "\(program.qualifiedName(of: variable)) resolves \(names) once and keeps the instance, so later overrides have no effect: resolve it where it is used"
        return Fault(.warning, step.location, message)
      }
    }
  }

  /// Consumers of views other than `@ViewInstance`, which belong to the scope in which SwiftUI creates the view.
  func consumersInViews() -> [Fault] {
    analysis.consumers.compactMap { property, consumer in
      guard consumer != .viewInstance, let location = program.symbols[property].definition,
        let type = program.type(of: property), let view = protocolOfView(type)
      else { return nil }
      let name = program.qualifiedName(of: property)
      return Fault(
        .error,
        location,
        "\(name) is an \(consumer.rawValue) in a SwiftUI \(view), which SwiftUI creates outside its scope: use @ViewInstance"
      )
    }
  }

  private func protocolOfView(_ type: SymbolID) -> String? {
    program.supertypes(of: type).map { program.symbols[$0] }
      .first { $0.usr.hasPrefix("s:7SwiftUI") && ["View", "ViewModifier"].contains($0.name) }
      .map { $0.name == "View" ? "view" : "view modifier" }
  }

  /// Injections that no code of the application names, apart from their overrides.
  func unusedInjections() -> [Fault] {
    let users = graph.users
    return applicationNodes.filter { users[$0].isEmpty }.map { node in
      Fault(
        .warning,
        analysis.nodes[node].location,
        "no code of the application uses \(name(node)), as far as this platform compiles it"
      )
    }
  }
}

extension String {
  fileprivate var lastName: Substring { split(separator: ".").last ?? self[...] }
}
