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

  /// The injections that the overrides of a program replace, and the consumers to which its code assigns instances.
  struct Replaced {
    var injections: Set<PublicationID> = []
    var consumers: Set<SymbolID> = []
  }

  /// The uses of each injection, also with `isProvided`, `current` and similar properties.
  private(set) var uses: [PublicationID: [Edge]] = [:]
  private(set) var bodies: [Body: Certainty] = [:]

  /// The body from which each body is reached.
  private(set) var callers: [Body: Body] = [:]
  let analysis: Analysis

  /// The injections and the consumers whose own code does not certainly run, or `nil` if the code is not a program.
  private let replaced: Replaced?

  /// Whether the code is a program, which runs the factories of the injections and some members of the types that it reaches.
  ///
  /// Otherwise, the code builds an instance. The factories of other injections are not a part of it, and all members of the
  /// types that it builds are reached later.
  private var isProgram: Bool { replaced != nil }

  /// The consumers to which the code assigns instances.
  private(set) var assigned: Set<SymbolID> = []

  /// The properties whose initial values the arguments of memberwise initializers replace.
  private var passed: Set<SymbolID> = []

  /// The bodies to visit, of which the most certain ones are visited first.
  private var queues: [Certainty: [Body]] = [:]

  /// The dynamic calls of methods of types of which no code builds an instance yet.
  private var waiting: [SymbolID: (certainty: Certainty, caller: Body)] = [:]
  private var program: Program { analysis.program }

  init(from starts: [(Body, Certainty)], _ analysis: Analysis, program replaced: Replaced? = nil) {
    (self.analysis, self.replaced) = (analysis, replaced)
    for (body, certainty) in starts { follow(body, certainty, from: nil) }
    visitQueues()
  }

  /// Whether dynamic calls are not followed, because the code builds no instances that they reach.
  var isWaiting: Bool { !waiting.isEmpty }

  /// Follows the waiting calls of the methods of types that other code builds, and returns whether there are any.
  mutating func followCalls(ofTypes isBuilt: (SymbolID) -> Bool) -> Bool {
    let methods = waiting.keys.filter { program.enclosingType(of: $0).map(isBuilt) ?? false }.sorted()
    for method in methods { callWaiting(method) }
    visitQueues()
    return !methods.isEmpty
  }

  /// The body from which the bodies around a use are reached.
  func start(of edge: Edge) -> Body { sequence(first: edge.body) { callers[$0] }.reduce(edge.body) { $1 } }

  /// The most certain use of each injection that satisfies a condition.
  ///
  /// Among equals, a consumer explains the use best, otherwise the first place in the sources.
  func edges(where condition: (Edge) -> Bool = { _ in true }) -> [PublicationID: Edge] {
    func rank(_ edge: Edge) -> (Certainty, Int, Location) { (edge.certainty, edge.consumer ?? .max, edge.location) }
    return uses.compactMapValues { $0.filter { $0.use.needsInstance && condition($0) }.min { rank($0) < rank($1) } }
  }
}

// MARK: - Steps

extension Reach {
  private mutating func follow(_ body: Body, _ certainty: Certainty, from caller: Body?) {
    if let known = bodies[body], known <= certainty { return }
    (bodies[body], callers[body]) = (certainty, caller)
    queues[certainty, default: []].append(body)
  }

  private mutating func visitQueues() {
    while let level = Certainty.allCases.first(where: { queues[$0]?.isEmpty == false }) {
      if let body = queues[level]?.popLast(), bodies[body] == level { visit(body, level) }
    }
  }

  private mutating func visit(_ body: Body, _ certainty: Certainty) {
    if let type = body.type { followMembers(of: type, certainty) }
    for step in analysis.steps(of: body) {
      let certainty = max(certainty, step.certainty)
      if let use = step.use {
        add(step, use, certainty, body)
      } else if step.code == nil {
        visit(step, certainty, in: body)
      }
      // The code of a replacement runs instead of a factory. A function that publishes for variables is a part of their code.
      if let code = step.code, step.use == nil || isProgram {
        let isPart = step.use == nil && !analysis.factories.contains(code)
        follow(code, isPart ? certainty : max(certainty, .deferred), from: body)
      }
    }
  }

  /// Adds the use of the injections that a variable can hold.
  private mutating func add(_ step: Step, _ use: Use, _ certainty: Certainty, _ body: Body) {
    if use.replaces { return }
    let publications = analysis.publications(heldBy: step.symbol)
    let consumer = analysis.consumer(of: step)
    var least = publications.count > 1 ? Certainty.possible : use == .pass ? .conditional : .eager
    if case .consume = use, consumer == nil || step.consumer != nil { least = .lazy }
    let certainty = max(certainty, least)
    let edge = Edge(certainty: certainty, use: use, body: body, location: step.location, consumer: consumer)
    for publication in publications {
      uses[publication, default: []].append(edge)
      if isProgram, use.needsInstance, let code = analysis.publications[publication].code {
        let isReplaced = replaced?.injections.contains(publication) == true
        follow(code, isReplaced ? max(certainty, .conditional) : certainty, from: body)
      }
    }
  }

  private mutating func visit(_ step: Step, _ certainty: Certainty, in body: Body) {
    let (id, roles) = (step.symbol, step.reference.roles)
    let symbol = program[id]
    let type = symbol.isType ? id : program.enclosingType(of: id)
    if symbol.isFunction {
      let certainty = roles.contains(.call) ? certainty : max(certainty, .conditional)
      call(id, certainty, isDynamic: roles.contains(.dynamic), in: body)
      // An argument that is passed replaces the default argument.
      for label in (analysis.defaultArguments[id] ?? []).subtracting(step.labels).sorted() {
        follow(.defaultArgument(of: id, label: label), certainty, from: body)
      }
      if symbol.kind == .initializer, let type {
        follow(.type(type), certainty, from: body)
        if symbol.isImplicit { followInitialValues(of: type, step, certainty) }
      }
    } else if symbol.isVariable {
      // Assigning to a consumer resolves nothing.
      let isRead = analysis.vocabulary.consumers[id] == nil ? symbol.isStatic : !roles.contains(.write)
      if roles.contains(.write) { assigned.insert(id) }
      let isReplaced =
        replaced?.consumers.contains(id) == true || roles.contains(.dynamic) && !symbol.overriding.isEmpty
      let certainty = isReplaced ? max(certainty, .conditional) : certainty
      if isRead { follow(.declaration(id), certainty, from: body) }
      // The first assignment of an initializer to a property of its type calls no observer.
      let isInitial = body.declaration.map { program[$0].kind == .initializer } ?? false
      let least: Certainty = step.canWrite ? .conditional : isInitial && roles.contains(.write) ? .possible : .eager
      let isWritten = step.canWrite || roles.contains(.write)
      for accessor in symbol.accessors where isWritten || program[accessor].isGetter {
        let certainty = program[accessor].isGetter ? certainty : max(certainty, least)
        call(accessor, certainty, isDynamic: roles.contains(.dynamic), in: body)
      }
    } else if let type, symbol.isType || program[type].kind == .enumeration {
      follow(.type(type), symbol.isType ? max(certainty, .possible) : certainty, from: body)
    }
  }

  private mutating func call(_ function: SymbolID, _ certainty: Certainty, isDynamic: Bool, in body: Body) {
    let isOfProtocol = program.enclosingType(of: function).map { program[$0].kind == .protocol } ?? false
    // The instance of the method is built by other code, or all of its members are followed.
    if program[function].kind == .method, !isOfProtocol, certainty >= .deferred, !isProgram { return }
    let isOverridden = isDynamic && !program[function].overriding.isEmpty
    follow(.declaration(function), isOverridden ? max(certainty, .possible) : certainty, from: body)
    guard isDynamic || isOfProtocol else { return }
    let certainty = max(certainty, .possible)
    for method in program[function].overriding {
      if let known = bodies[.declaration(method)] ?? waiting[method]?.certainty, known <= certainty { continue }
      if canBeCalled(method) {
        call(method, certainty, isDynamic: true, in: body)
      } else {
        waiting[method] = (certainty, body)
      }
    }
  }

  /// Whether code builds an instance with a method, perhaps outside the program.
  private func canBeCalled(_ method: SymbolID) -> Bool {
    guard let type = program.enclosingType(of: method), program[type].definition != nil else { return true }
    return program[type].kind == .protocol || bodies[.type(type)] != nil
  }

  private mutating func callWaiting(_ method: SymbolID) {
    guard let (certainty, body) = waiting.removeValue(forKey: method) else { return }
    call(method, certainty, isDynamic: true, in: body)
  }

  /// Follows the initial values that the arguments of a memberwise initializer do not replace.
  private mutating func followInitialValues(of type: SymbolID, _ step: Step, _ certainty: Certainty) {
    for property in program[type].members where analysis.isStoredProperty(property) {
      if step.labels.contains(program[property].name) {
        passed.insert(property)
      } else {
        follow(.declaration(property), certainty, from: .type(type))
      }
    }
  }

  /// Follows the initial values and the members of a type, and of its superclasses.
  private mutating func followMembers(of type: SymbolID, _ certainty: Certainty) {
    for base in program[type].bases {
      follow(.type(base), certainty, from: .type(type))
      // The index has no reference to the initializer of a superclass that is called implicitly.
      for initializer in program[base].members where program[initializer].name == "init()" {
        follow(.declaration(initializer), certainty, from: .type(type))
      }
    }
    for member in program[type].members {
      let isReplaced = passed.contains(member)
      if analysis.isStoredProperty(member), !isReplaced { follow(.declaration(member), certainty, from: .type(type)) }
      for code in (isReplaced ? [] : [member]) + program[member].accessors {
        callWaiting(code)
        let isOfInstance = !program[member].isStatic && program[member].kind != .function
        if !isProgram && isOfInstance || isCalledFromOutside(member), analysis.vocabulary.heldTypes[member] == nil {
          follow(.declaration(code), .lazy, from: .type(type))
        }
      }
    }
  }

  /// Whether a member implements a declaration outside the program, whose callers are unknown.
  private func isCalledFromOutside(_ member: SymbolID) -> Bool {
    program[member].kind == .deinitializer || ["wrappedValue", "projectedValue"].contains(program[member].name)
      || reachable(from: member) { program[$0].overridden }.dropFirst().contains { program[$0].definition == nil }
  }
}
