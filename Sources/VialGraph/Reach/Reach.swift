/// The code and the injections that some bodies can reach, most certain steps first.
struct Reach {
  /// A use of an injection.
  struct Edge {
    let certainty: Certainty
    let use: Use
    let body: Body
    let location: Location

    /// The property that consumes the injection.
    let consumer: SymbolID?
  }

  /// The steps to follow, and the assumptions about the application.
  struct Rules {
    /// Whether all members of the types that are built are followed, because somebody will call them later, or only the
    /// members that code outside the program calls, such as the `body` of a view.
    var followsAllMembers = true

    /// Whether the factories of the injections that are reached are followed, too.
    var followsInjections = false

    /// Whether a dynamic call can reach the methods of a type, because some code builds instances of the type.
    var canBeBuilt: ((SymbolID) -> Bool)?
  }

  /// The most certain use of each injection in each body.
  private(set) var uses: [PublicationID: [Body: Edge]] = [:]

  /// The injections that each body inspects with `isProvided`, `current` and similar properties.
  private(set) var inspected: [Body: Set<PublicationID>] = [:]
  private(set) var bodies: [Body: Certainty] = [:]

  /// The body from which each body is reached.
  private(set) var callers: [Body: Body] = [:]

  /// The types of which the code builds instances.
  private(set) var types: [SymbolID: Certainty] = [:]

  /// Whether the result depends on the types that other code builds.
  private(set) var hasDynamicCalls = false
  private let analysis: Analysis
  private let rules: Rules
  private var queues: [[Body]] = Array(repeating: [], count: Certainty.allCases.count)
  private var program: Program { analysis.program }

  /// Finds the code that some bodies reach, and the code that builds instances of some types.
  init(from starts: [(Body, Certainty)], building built: [SymbolID] = [], _ analysis: Analysis, _ rules: Rules) {
    (self.analysis, self.rules) = (analysis, rules)
    for (body, certainty) in starts { follow(body, certainty, from: nil) }
    for type in built { build(type, .eager, in: .attributes(of: type)) }
    // A step never leads to more certain code than its own, so the earlier queues remain empty.
    for certainty in Certainty.allCases {
      while let body = queues[certainty.rawValue].popLast() { visit(body, certainty) }
    }
  }

  /// The most certain use of each injection that satisfies a condition.
  ///
  /// Among equals, a consumer explains the use best, otherwise the first place in the sources.
  func edges(where condition: (Edge) -> Bool = { _ in true }) -> [PublicationID: Edge] {
    func rank(_ edge: Edge) -> (Certainty, Int, Location) { (edge.certainty, edge.consumer ?? .max, edge.location) }
    return uses.compactMapValues { $0.values.filter(condition).min { rank($0) < rank($1) } }
  }
}

// MARK: - Steps

extension Reach {
  private mutating func follow(_ body: Body, _ certainty: Certainty, from caller: Body?) {
    if let known = bodies[body], known <= certainty { return }
    (bodies[body], callers[body]) = (certainty, caller)
    queues[certainty.rawValue].append(body)
  }

  private mutating func visit(_ body: Body, _ certainty: Certainty) {
    guard bodies[body] == certainty else { return }
    for step in analysis.steps(of: body) {
      let certainty = max(certainty, step.certainty)
      if let use = step.use {
        add(step, use, certainty, body, readBy: nil)
      } else if step.code == nil {
        visit(step.reference, certainty, in: body)
      }
      // The code of a replacement runs instead of a factory.
      if let code = step.code, step.use == nil || rules.followsInjections {
        follow(code, max(certainty, .deferred), from: body)
      }
    }
  }

  /// Adds the use of the injections that a variable can hold, perhaps by reading a consumer.
  private mutating func add(_ step: Step, _ use: Use, _ certainty: Certainty, _ body: Body, readBy read: Reference?) {
    let publications = analysis.publications(heldBy: step.symbol)
    if use == .inspect { inspected[body, default: []].formUnion(publications) }
    guard use.needsInstance else { return }
    var least = publications.count > 1 ? Certainty.possible : use == .pass ? .conditional : .eager
    if case .consume = use, read == nil { least = .lazy }
    let certainty = max(certainty, least)
    let location = read?.location ?? step.location
    let edge = Edge(certainty: certainty, use: use, body: body, location: location, consumer: read?.symbol)
    for publication in publications {
      uses[publication, default: [:]].merge([body: edge]) { $0.certainty <= $1.certainty ? $0 : $1 }
      if rules.followsInjections, let code = analysis.publications[publication].code {
        follow(code, certainty, from: body)
      }
    }
  }

  /// Adds the injections that a property consumes.
  private mutating func read(_ consumer: Reference, _ certainty: Certainty, in body: Body) {
    for step in analysis.steps(of: .declaration(consumer.symbol)) {
      if let use = step.use { add(step, use, certainty, body, readBy: consumer) }
    }
  }

  private mutating func visit(_ reference: Reference, _ certainty: Certainty, in body: Body) {
    let (id, roles) = (reference.symbol, reference.roles)
    let symbol = program[id]
    let isDynamic = roles.contains(.dynamic)
    if analysis.vocabulary.consumers[symbol.accessedVariable ?? id] != nil {
      // Assigning to a consumer resolves nothing.
      if !roles.contains(.write), symbol.isVariable { read(reference, certainty, in: body) }
    } else if symbol.isFunction {
      let certainty = roles.contains(.call) ? certainty : max(certainty, .conditional)
      call(id, certainty, isDynamic, in: body)
      if symbol.kind == .initializer, let type = program.type(of: id) { build(type, certainty, in: body) }
    } else if symbol.isVariable {
      if symbol.isStatic { follow(.declaration(id), certainty, from: body) }
      let accessors = symbol.accessors.filter { program[$0].isGetter || roles.contains(.write) }
      for accessor in accessors { call(accessor, certainty, isDynamic, in: body) }
    } else if symbol.isType {
      build(id, max(certainty, .possible), in: body)
    } else if let type = program.type(of: id), program[type].kind == .enumeration {
      build(type, certainty, in: body)
    }
  }

  private mutating func call(_ function: SymbolID, _ certainty: Certainty, _ isDynamic: Bool, in body: Body) {
    let type = program.type(of: function).map { program[$0] }
    let isMethod = program[function].kind == .method && type?.definition != nil && type?.kind != .protocol
    // A method that is called later is called on an instance that other code has built, or all members are followed.
    if isMethod, certainty >= .deferred, rules.followsAllMembers, !rules.followsInjections { return }
    follow(.declaration(function), certainty, from: body)
    guard isDynamic || type?.kind == .protocol else { return }
    let certainty = max(certainty, .possible)
    if !program[function].overriding.isEmpty { hasDynamicCalls = true }
    for overriding in program[function].overriding where canBeBuilt(program.type(of: overriding)) {
      if let known = bodies[.declaration(overriding)], known <= certainty { continue }
      call(overriding, certainty, true, in: body)
    }
  }

  private func canBeBuilt(_ type: SymbolID?) -> Bool {
    guard let canBeBuilt = rules.canBeBuilt, let type, program[type].definition != nil else { return true }
    return program[type].kind == .protocol || types[type] != nil || canBeBuilt(type)
  }

  /// Follows the initial values and the members of a type, and of its superclasses.
  private mutating func build(_ type: SymbolID, _ certainty: Certainty, in body: Body) {
    if let known = types[type], known <= certainty { return }
    let isKnown = types.updateValue(certainty, forKey: type) != nil
    for base in program[type].bases where program[base].kind == .class {
      build(base, certainty, in: body)
      // The index has no reference to the initializer of a superclass that is called implicitly.
      let initializers = program[base].members.filter { program[$0].name == "init()" }
      for initializer in initializers { follow(.declaration(initializer), certainty, from: body) }
    }
    let properties = program[type].members.filter(analysis.isStoredProperty)
    for property in properties { follow(.declaration(property), certainty, from: body) }
    for member in isKnown ? [] : program.supertypes(of: type).flatMap({ program[$0].members }) {
      let isFollowed = rules.followsAllMembers || isCalledFromOutside(member)
      guard isFollowed, analysis.vocabulary.held[member] == nil else { continue }
      if analysis.vocabulary.consumers[member] != nil {
        let location = program[member].definition ?? Location(file: 0, line: 0, column: 0)
        let read = Reference(symbol: member, roles: [], location: location, container: nil)
        self.read(read, .lazy, in: .declaration(member))
      } else {
        for code in [member] + program[member].accessors { follow(.declaration(code), .lazy, from: body) }
      }
    }
  }

  /// Whether a member implements a declaration outside the program, whose callers are unknown.
  private func isCalledFromOutside(_ member: SymbolID) -> Bool {
    program[member].kind == .deinitializer || program[member].name == "wrappedValue"
      || closure(of: member) { program[$0].overridden }.dropFirst().contains { program[$0].definition == nil }
  }
}
