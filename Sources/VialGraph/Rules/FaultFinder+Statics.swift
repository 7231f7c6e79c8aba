extension FaultFinder {
  /// Static properties and global variables that keep an instance, a consumer, or an object with consumers.
  func statics() -> [Finding] {
    variables.flatMap { variable in
      let steps = analysis.steps(of: .declaration(variable)).filter(\.moment.isNow)
      let resolved = steps.filter { [.resolve, .resolveMember].contains($0.use) }.map { step in
        let what = "resolves \(names(heldBy: step.symbol)) once for all"
        let message = "\(what), so later overrides have no effect: resolve at each use"
        return finding(about: variable, at: step.location, message)
      }
      let consumer = steps.lazy.compactMap(consumer(createdBy:)).first ?? consumer(keptBy: variable)
      let kept = consumer.map { consumer in
        let what = "lives as long as the program and \(consumer)"
        let cure = "create it where it is used, or publish it as an injection"
        return finding(about: variable, "\(what), so later overrides have no effect: \(cure)")
      }
      return (resolved + [kept ?? nil]).compactMap(\.self)
    }
  }

  /// The static properties and the global variables that hold no injections.
  ///
  /// The variables of `main.swift` are a part of its code.
  private var variables: [SymbolID] {
    program.symbols.indices.filter { variable in
      let isMain = program[variable].definition.map { program.files[$0.file].isMain } ?? true
      return program[variable].isStatic && analysis.vocabulary.heldTypes[variable] == nil && !isMain
    }
  }

  private func consumer(createdBy step: Step) -> String? {
    guard case .consume(let consumer) = step.use, consumer != "DynamicInstance" else { return nil }
    return (consumer == "Instance" ? "is an Instance" : "is a \(consumer)") + Self.keepsFirst
  }

  private static let keepsFirst = ", which keeps the first instance that it reads"

  /// The consumer of an object that a variable keeps, or a property that keeps an instance, as the end of a sentence.
  private func consumer(keptBy variable: SymbolID) -> String? {
    // A function or a metatype keeps no instance.
    guard let type = program[variable].typeOfVariable, !type.contains(#/ -> |\.Type\b/#) else { return nil }
    // The types are qualified, and only the last part of a name is the type.
    let words = type.split { !$0.isLetter && !$0.isNumber && !"_.".contains($0) }.compactMap {
      $0.split(separator: ".").last
    }
    let reach = Reach(from: [(.declaration(variable), .now)], analysis)
    let consumers = reach.bodies.filter { $0.value.isNow && $0.value.isCertain(apartFrom: .branch) }.keys.flatMap {
      body in
      // Types of which the code builds instances for other purposes are not a part of the type of the variable.
      let owners = sequence(first: body) { reach.callers[$0] }.prefix { owner in
        owner.type != nil || owner.declaration.map(analysis.isStoredProperty) ?? false
      }
      let types = owners.compactMap(\.type).flatMap(program.supertypes)
      let isKept = types.contains { words.contains(program[$0].name[...]) }
      return isKept ? body.type.map { program[$0].members.filter { keepsInstance($0, reach) } } ?? [] : []
    }
    return consumers.min().map { member in
      let name = program.qualifiedName(of: member)
      let isConsumer = analysis.vocabulary.consumers[member] != nil
      return isConsumer
        ? "has the consumer \(name)\(Self.keepsFirst)"
        : "has the property \(name), which keeps the instance that it resolves"
    }
  }

  private func keepsInstance(_ member: SymbolID, _ reach: Reach) -> Bool {
    if program[member].isStatic { return false }
    // An argument of a memberwise initializer can replace an initial value.
    let isInitial = analysis.isLazy(member) || reach.bodies[.declaration(member)]?.isNow == true
    let isConsumer = ![nil, "DynamicInstance"].contains(analysis.vocabulary.consumers[member])
    return isConsumer || isInitial && analysis.resolvesOnce(member)
  }
}
