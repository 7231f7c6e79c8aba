import VialGraphProgram

extension FaultFinder {
  /// Static properties and global variables that keep an instance, a consumer, or an object with consumers.
  func statics() -> [Finding] {
    variables.flatMap { variable in
      let steps = analysis.steps(of: .declaration(variable)).filter(\.moment.isNow)
      let resolved = steps.filter { $0.use?.resolution != nil }.map { step in
        let what = "resolves \(names(heldBy: step.symbol)) once for all"
        let message = "\(what), so later overrides have no effect: resolve at each use"
        return finding(about: variable, at: step.location, message)
      }
      let isReported = !resolved.isEmpty
      let consumer = steps.lazy.compactMap(consumer(createdBy:)).first ?? part(keptBy: variable, isReported)
      let kept = consumer.flatMap { consumer in
        let what = "lives as long as the program and \(consumer)"
        let cure = "create it where it is used, or publish it as an injection"
        return finding(about: variable, "\(what), so later overrides have no effect: \(cure)")
      }
      let initial = (resolved + [kept]).compactMap(\.self)
      return initial.isEmpty ? [assigned(to: variable)].compactMap(\.self) : initial
    }
  }

  /// The first assignment to a variable of an instance, or of an object with consumers.
  private func assigned(to variable: SymbolID) -> Finding? {
    let assignments = analysis.assignmentsByVariable[variable, default: []].sorted { $0.location < $1.location }
    return assignments.lazy.compactMap { assignment -> Finding? in
      switch assignment.value {
      case .instance(let injection):
        let what = "keeps the instance of \(names(heldBy: injection)) that this code assigns"
        let message = "\(what), so later overrides have no effect: resolve at each use"
        return finding(about: variable, at: assignment.location, message)
      case .object(let initializer):
        guard let type = program.enclosingType(of: initializer) else { return nil }
        let reach = Reach(from: [(.type(type), .now), (.declaration(initializer), .now)], analysis)
        // The type of the variable can be a protocol, or `Any`.
        guard let consumer = consumer(keptByObjectsOf: [program[type].name], reach) else { return nil }
        let what = "keeps the object that this code assigns, which \(consumer)"
        let cure = "create it where it is used, or publish it as an injection"
        return finding(about: variable, at: assignment.location, "\(what), so later overrides have no effect: \(cure)")
      }
    }.first
  }

  /// The static properties and the global variables that hold no injections.
  ///
  /// The variables of `main.swift` are a part of its code.
  private var variables: [SymbolID] {
    program.symbols.indices.filter { variable in
      let isMain = program[variable].definition.map { program.files[$0.file].isMain } ?? true
      return program[variable].isGlobalOrStatic && analysis.vocabulary.heldTypes[variable] == nil && !isMain
    }
  }

  private func consumer(createdBy step: Step) -> String? {
    guard case .consume(let wrapper, _) = step.use, wrapper.returnsEarlierInstance else { return nil }
    return (wrapper == .instance ? "is an Instance" : "is a \(wrapper.rawValue)") + Self.keepsFirst
  }

  private static let keepsFirst = ", which keeps the first instance that it reads"

  /// A part of an object that a variable keeps, which keeps an instance, as the end of a sentence.
  private func part(keptBy variable: SymbolID, _ isReported: Bool) -> String? {
    if typeNames(of: variable).isEmpty { return nil }
    let reach = Reach(from: [(.declaration(variable), .now)], analysis)
    return consumer(keptByObjectsOf: typeNames(of: variable), reach)
      ?? (isReported ? nil : instance(keptBy: variable, reach))
  }

  /// The names of the types in the type of a variable, apart from functions and metatypes.
  private func typeNames(of variable: SymbolID) -> [String] { program[variable].typeOfVariable?.names ?? [] }

  /// An instance that the initial value of a variable resolves in other code, if the variable, or an object that it keeps, has
  /// a property of the type of the instance.
  private func instance(keptBy variable: SymbolID, _ reach: Reach) -> String? {
    let resolved = reach.uses.injections.sorted().filter { publication in
      reach.uses[publication].contains { edge in
        edge.use.retainsInstance && edge.consumer == nil && edge.moment.isNow
          && edge.moment.isCertain(apartFrom: .branch)
      }
    }
    if resolved.isEmpty { return nil }
    let types = Dictionary(grouping: program.symbols.indices.filter { program[$0].isType }) { program[$0].name }
    let kept = reachable(from: typeNames(of: variable)) { name in
      let members = types[name, default: []].flatMap { program[$0].members }
      return members.filter { analysis.isStoredProperty($0) && !program[$0].isGlobalOrStatic }.flatMap(typeNames)
    }
    let found = resolved.first { publication in
      let name = analysis.heldType(of: publication)?.provided?.name
      return kept.contains { types[$0] != nil && $0 == name }
    }
    return found.map { "keeps an instance of \(analysis.names[$0]), which its initial value resolves" }
  }

  /// The consumer of an object of some types, or a property that keeps an instance, as the end of a sentence.
  private func consumer(keptByObjectsOf names: [String], _ reach: Reach) -> String? {
    let consumers = reach.bodies.filter { $0.value.isNow && $0.value.isCertain(apartFrom: .branch) }.keys.flatMap {
      body in
      // Types of which the code builds instances for other purposes are not a part of the type of the variable.
      let owners = reach.chain(from: body).prefix { owner in
        owner.type != nil || owner.declaration.map(analysis.isStoredProperty) ?? false
      }
      let types = owners.compactMap(\.type).flatMap(program.supertypes)
      let isKept = types.contains { names.contains(program[$0].name) }
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
    if program[member].isGlobalOrStatic || analysis.assignedConsumers.contains(member) { return false }
    // An argument of a memberwise initializer can replace an initial value.
    let isInitial = analysis.keepsInstanceLazily(member) || reach.bodies[.declaration(member)]?.isNow == true
    let isConsumer = analysis.vocabulary.consumers[member]?.returnsEarlierInstance == true
    return isConsumer || isInitial && analysis.resolvesOnce(member)
  }
}
