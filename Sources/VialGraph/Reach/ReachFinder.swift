/// Follows calls and reads from some bodies, most certain steps first.
struct ReachFinder {
  /// What is followed, and what is taken for granted.
  struct Rules {
    /// Whether all members of the types that are built are followed, because somebody will call them later, or only the
    /// members that code outside the program calls, such as the `body` of a view.
    var followsAllMembers = true

    /// Whether the factories of the injections that are reached are followed, too.
    var followsInjections = false

    /// The types whose methods a dynamic call can reach, or `nil` for all types.
    var builtTypes: Set<SymbolID>?
  }

  let analysis: Analysis
  let rules: Rules
  private var reach = Reach()
  private var queues: [[Body]] = Array(repeating: [], count: Certainty.allCases.count)

  var program: Program { analysis.program }

  init(_ analysis: Analysis, _ rules: Rules) {
    self.analysis = analysis
    self.rules = rules
  }

  /// Finds what some bodies reach, and the code that builds instances of some types.
  mutating func reach(from bodies: [(body: Body, certainty: Certainty)], building types: [SymbolID] = []) -> Reach {
    for (body, certainty) in bodies { follow(body, certainty, from: nil) }
    for type in types { build(type, .eager, in: .attributes(of: type)) }
    // A step never leads to more certain code than its own, so the earlier queues remain empty.
    for certainty in Certainty.allCases {
      while let body = queues[certainty.rawValue].popLast() {
        if reach.bodies[body] == certainty { visit(body, certainty) }
      }
    }
    return reach
  }

  private mutating func follow(_ body: Body, _ certainty: Certainty, from caller: Body?) {
    if let known = reach.bodies[body], known <= certainty { return }
    reach.bodies[body] = certainty
    reach.callers[body] = caller
    queues[certainty.rawValue].append(body)
  }

  private mutating func visit(_ body: Body, _ certainty: Certainty) {
    for step in analysis.steps(of: body) {
      let certainty = max(certainty, step.certainty)
      switch step.target {
      case .injection(let variable, let use): visit(variable, use, certainty, in: body)
      case .symbol(let symbol, let roles): visit(symbol, roles, certainty, in: body)
      }
    }
    if case .declaration(let symbol) = body { visitSuperclass(of: symbol, certainty, in: body) }
    guard rules.followsInjections else { return }
    for code in (analysis.replacements[body] ?? []).compactMap(\.body) {
      follow(code, max(certainty, .deferred), from: body)
    }
  }

  private mutating func visit(
    _ variable: SymbolID,
    _ use: Use,
    _ certainty: Certainty,
    in body: Body,
    consumer: SymbolID? = nil
  ) {
    let publications = analysis.publications(heldBy: variable)
    if use == .inspect { reach.inspected[body, default: []].formUnion(publications) }
    guard use.needsInstance else { return }
    var least = publications.count > 1 ? Certainty.possible : use == .pass ? .conditional : .eager
    if case .consume = use, consumer == nil { least = .lazy }
    let edge = Reach.Edge(certainty: max(certainty, least), use: use, body: body, consumer: consumer)
    for publication in publications {
      reach.add(edge, to: publication)
      guard rules.followsInjections else { continue }
      for code in analysis.publications[publication]?.bodies ?? [] { follow(code, edge.certainty, from: body) }
    }
  }

  /// Adds the injections that a property consumes.
  private mutating func read(consumer property: SymbolID, _ certainty: Certainty, in body: Body) {
    for step in analysis.steps(of: .declaration(property)) {
      guard case .injection(let variable, let use) = step.target else { continue }
      visit(variable, use, certainty, in: body, consumer: property)
    }
  }

  // MARK: - Calls and reads

  private mutating func visit(_ symbol: SymbolID, _ roles: Reference.Roles, _ certainty: Certainty, in body: Body) {
    let target = program.symbols[symbol]
    let variable = target.accessedVariable ?? symbol
    if analysis.consumers[variable] != nil {
      // Assigning to a consumer resolves nothing.
      if !roles.contains(.write), target.isVariable { read(consumer: variable, certainty, in: body) }
    } else if target.isFunction {
      let certainty = roles.contains(.call) ? certainty : max(certainty, .conditional)
      call(symbol, certainty, isDynamic: roles.contains(.dynamic), in: body)
      if target.kind == .initializer, let type = program.type(of: symbol) { build(type, certainty, in: body) }
    } else if target.isVariable {
      if target.isStatic || analysis.isLazy(symbol) { follow(.declaration(symbol), certainty, from: body) }
      for accessor in target.accessors where accessor == target.getter || roles.contains(.write) {
        call(accessor, certainty, isDynamic: roles.contains(.dynamic), in: body)
      }
    } else if target.isType {
      build(symbol, max(certainty, .possible), in: body)
    } else if let type = program.type(of: symbol), program.symbols[type].kind == .enumeration {
      build(type, certainty, in: body)
    }
  }

  private mutating func call(_ function: SymbolID, _ certainty: Certainty, isDynamic: Bool, in body: Body) {
    let type = program.type(of: function).map { program.symbols[$0] }
    let isMethodOfInstance =
      program.symbols[function].kind == .method && type?.definition != nil && type?.kind != .protocol
    // A method that is called later is called on an instance that other code has built, or all members are followed.
    if isMethodOfInstance, certainty >= .deferred, rules.followsAllMembers, !rules.followsInjections { return }
    follow(.declaration(function), certainty, from: body)
    guard isDynamic || type?.kind == .protocol else { return }
    let certainty = max(certainty, .possible)
    for overriding in program.symbols[function].overriding where canBeBuilt(program.type(of: overriding)) {
      if let known = reach.bodies[.declaration(overriding)], known <= certainty { continue }
      call(overriding, certainty, isDynamic: true, in: body)
    }
  }

  private func canBeBuilt(_ type: SymbolID?) -> Bool {
    guard let builtTypes = rules.builtTypes, let type, program.symbols[type].kind != .protocol,
      program.symbols[type].definition != nil
    else { return true }
    return builtTypes.contains(type) || reach.types[type] != nil
  }

  /// Follows the initial values and the members of a type, and of its superclasses.
  private mutating func build(_ type: SymbolID, _ certainty: Certainty, in body: Body) {
    if let known = reach.types[type], known <= certainty { return }
    let isKnown = reach.types.updateValue(certainty, forKey: type) != nil
    for base in program.symbols[type].bases where program.symbols[base].kind == .class {
      build(base, certainty, in: body)
    }
    for member in program.symbols[type].members where analysis.isStoredProperty(member) {
      follow(.declaration(member), certainty, from: body)
    }
    guard !isKnown else { return }
    for member in program.supertypes(of: type).flatMap({ program.symbols[$0].members }) {
      guard analysis.injectionTypes[member] == nil, rules.followsAllMembers || isCalledFromOutside(member) else {
        continue
      }
      if analysis.consumers[member] != nil { read(consumer: member, .lazy, in: .declaration(member)) }
      for code in [member] + program.symbols[member].accessors where analysis.consumers[member] == nil {
        follow(.declaration(code), .lazy, from: body)
      }
    }
  }

  /// Whether a member implements a declaration outside the program, whose callers are unknown.
  private func isCalledFromOutside(_ member: SymbolID) -> Bool {
    program.symbols[member].kind == .deinitializer
      || program.symbols[member].overridden.contains {
        program.symbols[$0].definition == nil || isCalledFromOutside($0)
      }
  }

  /// An initializer calls one of the superclass, and an implicit one does so without a reference in the index.
  private mutating func visitSuperclass(of symbol: SymbolID, _ certainty: Certainty, in body: Body) {
    guard program.symbols[symbol].kind == .initializer, let type = program.type(of: symbol) else { return }
    for base in program.symbols[type].bases where program.symbols[base].kind == .class {
      build(base, certainty, in: body)
    }
    guard program.symbols[symbol].isImplicit else { return }
    for overridden in program.symbols[symbol].overridden { follow(.declaration(overridden), certainty, from: body) }
  }
}
