extension FaultFinder {
  /// Instances that a static property or a global variable keeps for ever.
  func resolvesInStatics() -> [Fault] {
    statics.flatMap { variable in
      analysis.steps(of: .declaration(variable)).compactMap { step in
        guard [.resolve, .resolveMember].contains(step.use), step.certainty < .deferred else { return nil }
        let names = names(analysis.publications(heldBy: step.symbol))
        let what = "\(program.qualifiedName(of: variable)) resolves \(names) once for all"
        let message = "\(what), so later overrides have no effect: resolve at each use"
        return fault(.warning, "static", nodes: [program.id(of: variable)], step.location, message)
      }
    }
  }

  /// Static properties and global variables that keep a consumer, or an object with consumers.
  func consumersInStatics() -> [Fault] {
    statics.compactMap { variable in
      guard let location = program[variable].definition, let what = consumerKept(by: variable) else { return nil }
      let name = program.qualifiedName(of: variable)
      let message =
        "\(name) lives as long as the program and \(what), which keeps the first instance that it reads, "
        + "so later overrides have no effect: create it where it is used, or publish it as an injection"
      return fault(.warning, "static", nodes: [program.id(of: variable)], location, message)
    }
  }

  /// The static properties and the global variables of the application that hold no injections.
  ///
  /// The variables of `main.swift` are a part of its code.
  private var statics: [SymbolID] {
    program.symbols.indices.filter { variable in
      guard program[variable].isStatic, analysis.vocabulary.held[variable] == nil,
        let location = program[variable].definition
      else { return false }
      return !analysis.isTest(location) && !program.files[location.file].isMain
    }
  }

  private func consumerKept(by variable: SymbolID) -> String? {
    if let consumer = analysis.vocabulary.consumers[variable] {
      return keeps(consumer) ? "is an \(consumer)" : nil
    }
    for step in analysis.steps(of: .declaration(variable)) where step.certainty < .deferred {
      if case .use(.consume(let consumer)) = step.action, keeps(consumer) { return "is an \(consumer)" }
    }
    let name = program[variable].typeOfVariable ?? ""
    let reach = ReachFinder.reach(from: [(.declaration(variable), .eager)], analysis, .init(followsAllMembers: false))
    // Types of which the code builds instances for other purposes are not a part of the type of the variable.
    let kept = reach.types.filter {
      $0.value < .deferred && program.supertypes(of: $0.key).contains { isNamed($0, in: name) }
    }
    let consumers = kept.keys.sorted().flatMap { closure(of: $0, parts) }.flatMap(consumers)
    return consumers.first.map { "has the consumer \(program.qualifiedName(of: $0))" }
  }

  private func isNamed(_ type: SymbolID, in name: String) -> Bool {
    name.split { !($0.isLetter || $0.isNumber || $0 == "_") }.contains { $0 == program[type].name }
  }

  /// The types that the initial values of the stored properties of a type build.
  private func parts(of type: SymbolID) -> [SymbolID] {
    program[type].members.filter(analysis.isStoredProperty).flatMap { property in
      analysis.steps(of: .declaration(property)).filter { $0.certainty < .deferred }.compactMap { step in
        program[step.symbol].kind == .initializer ? program.type(of: step.symbol) : nil
      }
    }
  }

  private func consumers(of type: SymbolID) -> [SymbolID] {
    program.supertypes(of: type).flatMap { program[$0].members }.filter {
      analysis.vocabulary.consumers[$0].map(keeps) ?? false
    }
  }

  /// Whether a consumer keeps the instance that it has read.
  private func keeps(_ consumer: String) -> Bool { consumer != "DynamicInstance" }
}
