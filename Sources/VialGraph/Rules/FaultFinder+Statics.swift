extension FaultFinder {
  /// Static properties and global variables that keep an instance, a consumer, or an object with consumers.
  func statics() -> [Finding] {
    variables.flatMap { variable in
      let steps = analysis.steps(of: .declaration(variable)).filter { $0.certainty < .deferred }
      let resolves = steps.filter { [.resolve, .resolveMember].contains($0.use) }.map { step in
        let what = "resolves \(names(analysis.publications(heldBy: step.symbol))) once for all"
        let message = "\(what), so later overrides have no effect: resolve at each use"
        return finding(about: variable, at: step.location, message)
      }
      let consumer = consumer(keptBy: variable, steps).map { consumer in
        let what = "lives as long as the program and \(consumer), which keeps the first instance that it reads"
        let cure = "create it where it is used, or publish it as an injection"
        return finding(about: variable, "\(what), so later overrides have no effect: \(cure)")
      }
      return (resolves + [consumer ?? nil]).compactMap(\.self)
    }
  }

  /// The static properties and the global variables that hold no injections.
  ///
  /// The variables of `main.swift` are a part of its code.
  private var variables: [SymbolID] {
    program.symbols.indices.filter { variable in
      let isMain = program[variable].definition.map { program.files[$0.file].isMain } ?? true
      return program[variable].isStatic && analysis.vocabulary.held[variable] == nil && !isMain
    }
  }

  /// The consumer that a variable keeps by its initial value, as the end of a sentence.
  private func consumer(keptBy variable: SymbolID, _ steps: [Step]) -> String? {
    if let consumer = analysis.vocabulary.consumers[variable] { return keeps(consumer) ? "is an \(consumer)" : nil }
    for step in steps { if case .consume(let consumer) = step.use, keeps(consumer) { return "is an \(consumer)" } }
    let words = (program[variable].typeOfVariable ?? "").split { !($0.isLetter || $0.isNumber || $0 == "_") }
    let reach = Reach(from: [(.declaration(variable), .eager)], analysis, isProgram: true)
    // Types of which the code builds instances for other purposes are not a part of the type of the variable.
    let kept = reach.bodies.compactMap { body, certainty -> SymbolID? in
      guard case .type(let type) = body, certainty < .deferred else { return nil }
      return program.supertypes(of: type).contains { words.contains(program[$0].name[...]) } ? type : nil
    }
    let consumers = kept.sorted().flatMap { closure(of: $0, parts) }.flatMap(consumers)
    return consumers.first.map { "has the consumer \(program.qualifiedName(of: $0))" }
  }

  /// The types that the initial values of the stored properties of a type build.
  private func parts(of type: SymbolID) -> [SymbolID] {
    let steps = program[type].members.filter(analysis.isStoredProperty).flatMap { analysis.steps(of: .declaration($0)) }
    let initializers = steps.filter { $0.certainty < .deferred && program[$0.symbol].kind == .initializer }
    return initializers.compactMap { program.type(of: $0.symbol) }
  }

  private func consumers(of type: SymbolID) -> [SymbolID] {
    program.supertypes(of: type).flatMap { program[$0].members }.filter { member in
      !program[member].isStatic && analysis.vocabulary.consumers[member].map(keeps) ?? false
    }
  }

  /// Whether a consumer keeps the instance that it has read.
  private func keeps(_ consumer: String) -> Bool { consumer != "DynamicInstance" }
}
