import VialGraphProgram

/// The code and the injections that some bodies can reach, early and certain steps first.
struct Reach {
  /// A use of an injection.
  struct Edge {
    var moment: Moment
    let use: Use
    let body: Body
    let location: Location

    /// The property that consumes the injection.
    let consumer: SymbolID?
  }

  /// The reason why code is followed.
  enum Mode {
    /// It builds an instance. The factories of other injections are not a part of it, and all members of the types that it
    /// builds are reached later.
    case instance

    /// It is executed, with the factories of the injections and with some members of the types that it reaches.
    case execution(Replaced)

    /// It is executed. The conditions under which it reaches code do not matter.
    case reachability
  }

  /// The injections that the overrides of an execution replace, and the consumers to which its code assigns instances.
  ///
  /// Their own code does not certainly run.
  struct Replaced {
    var injections: Set<PublicationID> = []
    var consumers: Set<SymbolID> = []
  }

  /// The uses of each injection, also with `isProvided`, `current` and similar properties.
  private(set) var uses: [PublicationID: [Edge]] = [:]
  private(set) var bodies: [Body: Moment] = [:]

  /// The body from which each body is reached first, or earlier or more certainly than before.
  private(set) var callers: [Body: Body] = [:]
  let analysis: Analysis

  /// All bodies from which each body is reached.
  private var allCallers: [Body: Set<Body>] = [:]
  private let firstBodies: Set<Body>
  private let mode: Mode

  private var replaced: Replaced? { if case .execution(let replaced) = mode { replaced } else { nil } }
  private var isExecution: Bool { if case .instance = mode { false } else { true } }
  private var ignoresConditions: Bool { if case .reachability = mode { true } else { false } }

  /// The consumers to which the code assigns instances.
  private(set) var assigned: Set<SymbolID> = []

  /// The properties whose initial values the arguments of memberwise initializers replace.
  private var passed: Set<SymbolID> = []

  /// The bodies to visit by the order of their moments, of which the first ones are visited first.
  private var queues: [Int: [Body]] = [:]
  private var visited: [Body: Moment] = [:]

  /// The dynamic calls of methods of types of which no code builds an instance yet.
  private var waiting: [SymbolID: (moment: Moment, caller: Body)] = [:]
  private var program: Program { analysis.program }

  init(from starts: [(Body, Moment)], _ analysis: Analysis, _ mode: Mode = .instance) {
    self.analysis = analysis
    self.mode = mode
    firstBodies = Set(starts.map(\.0))
    for (body, moment) in starts { follow(body, moment, from: nil) }
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

  /// All of the first bodies that lead to a use.
  func starts(of edge: Edge) -> Set<Body> {
    if firstBodies.count == 1 { return firstBodies }
    return firstBodies.intersection(reachable(from: edge.body) { Array(allCallers[$0] ?? []) })
  }

  /// The first use of each injection that satisfies a condition, with the moment to which all of these uses lead.
  ///
  /// Among equals, a consumer explains the use best, otherwise the first place in the sources.
  func edges(where condition: (Edge) -> Bool = { _ in true }) -> [PublicationID: Edge] {
    func rank(_ edge: Edge) -> (Int, Int, Location) { (edge.moment.order, edge.consumer ?? .max, edge.location) }
    return uses.compactMapValues { uses in
      let uses = uses.filter { $0.use.needsInstance && condition($0) }
      guard var edge = uses.min(by: { rank($0) < rank($1) }) else { return nil }
      edge.moment = uses.map(\.moment).reduce(edge.moment) { $0.or($1) }
      return edge
    }
  }
}

// MARK: - Steps

extension Reach {
  private mutating func follow(_ body: Body, _ moment: Moment, from caller: Body?) {
    // Code does not take two branches of a statement at once.
    if moment.condition == .never { return }
    if let caller { allCallers[body, default: []].insert(caller) }
    let moment = ignoresConditions ? Moment(moment.when) : moment
    let known = bodies[body]
    let joined = known?.or(moment) ?? moment
    if joined == known { return }
    bodies[body] = joined
    let isBetter = known.map { joined.order < $0.order } ?? true
    if isBetter, !chain(from: caller).contains(body) { callers[body] = caller }
    queues[joined.order, default: []].append(body)
  }

  /// A body and the bodies from which it is reached.
  private func chain(from body: Body?) -> [Body] {
    body.map { Array(sequence(first: $0) { callers[$0] }) } ?? []
  }

  private mutating func visitQueues() {
    while let order = queues.keys.min() {
      guard let body = queues[order]?.popLast() else {
        queues[order] = nil
        continue
      }
      if let moment = bodies[body], moment.order == order, visited[body] != moment {
        visited[body] = moment
        visit(body, moment)
      }
    }
    collectUses()
  }

  private mutating func visit(_ body: Body, _ moment: Moment) {
    if let type = body.type { followMembers(of: type, moment) }
    for step in analysis.steps(of: body) {
      let moment = moment.then(step.moment)
      if let use = step.use {
        followFactories(step, use, moment, body)
      } else if step.code == nil {
        visit(step, moment, in: body)
      }
      // The code of a replacement runs instead of a factory. A function that publishes for variables is a part of their code.
      if let code = step.code, step.use == nil || isExecution {
        let isPart = step.use == nil && !analysis.factories.contains(code)
        follow(code, isPart ? moment : moment.then(.later), from: body)
      }
    }
  }

  /// The use of injections by a step of a body.
  private func edge(_ step: Step, _ use: Use, _ moment: Moment, _ body: Body) -> Edge {
    let consumer = analysis.consumer(of: step)
    var moment = moment.then(step.ownMoment(isAmbiguous: analysis.publications(heldBy: step.symbol).count > 1))
    if case .consume = use, consumer == nil || step.consumer != nil { moment = moment.then(.later) }
    // A method that is called later can be the first one that reads a consumer.
    if consumer != nil, !moment.isNow { moment = .firstRead }
    return Edge(moment: moment, use: use, body: body, location: step.location, consumer: consumer)
  }

  private mutating func followFactories(_ step: Step, _ use: Use, _ moment: Moment, _ body: Body) {
    if !isExecution || !use.needsInstance { return }
    let edge = edge(step, use, moment, body)
    for publication in analysis.publications(heldBy: step.symbol) {
      guard let code = analysis.publications[publication].code else { continue }
      let isOverridden = replaced?.injections.contains(publication) == true
      follow(code, isOverridden ? edge.moment.then(.perhaps(at: step.location)) : edge.moment, from: body)
    }
  }

  /// Collects the uses of injections by the bodies that are reached.
  private mutating func collectUses() {
    uses = [:]
    for (body, moment) in bodies {
      for step in analysis.steps(of: body) {
        guard let use = step.use, !use.replaces else { continue }
        let edge = edge(step, use, moment.then(step.moment), body)
        for publication in analysis.publications(heldBy: step.symbol) { uses[publication, default: []].append(edge) }
      }
    }
  }

  private mutating func visit(_ step: Step, _ moment: Moment, in body: Body) {
    let id = step.symbol
    let roles = step.reference.roles
    let symbol = program[id]
    let type = symbol.isType ? id : program.enclosingType(of: id)
    if symbol.isFunction {
      call(id, moment, isDynamic: roles.contains(.dynamic), at: step.location, in: body)
      if let override = override(calledBy: step, in: body) { follow(.declaration(override), moment, from: body) }
      // An argument that is passed replaces the default argument.
      for label in (analysis.defaultArguments[id] ?? []).subtracting(step.labels).sorted() {
        follow(.defaultArgument(of: id, label: label), moment, from: body)
      }
      if symbol.kind == .initializer, let type {
        follow(.type(type), moment, from: body)
        if symbol.isImplicit { followInitialValues(of: type, step, moment) }
      }
    } else if symbol.isVariable {
      visitVariable(step, moment, in: body)
    } else if let type, symbol.isType || program[type].kind == .enumeration {
      let isOther = symbol.isType
      follow(.type(type), isOther ? moment.then(.perhaps(.implementation, at: step.location)) : moment, from: body)
    }
  }

  private mutating func visitVariable(_ step: Step, _ moment: Moment, in body: Body) {
    let id = step.symbol
    let roles = step.reference.roles
    let symbol = program[id]
    // Assigning to a consumer resolves nothing.
    let isRead = analysis.vocabulary.consumers[id] == nil ? symbol.isStatic : !roles.contains(.write)
    if roles.contains(.write) { assigned.insert(id) }
    let isAssigned = replaced?.consumers.contains(id) == true
    let isOverridden = roles.contains(.dynamic) && !symbol.overriding.isEmpty
    let moment = isAssigned || isOverridden ? moment.then(.perhaps(at: step.location)) : moment
    if isRead { follow(.declaration(id), moment, from: body) }
    let isWritten = step.canWrite || roles.contains(.write)
    for accessor in symbol.accessors where isWritten || program[accessor].isGetter {
      if isObserver(accessor), isInitialization(step, in: body) { continue }
      let isDynamic = roles.contains(.dynamic)
      let isPossibleWrite = step.canWrite && !program[accessor].isGetter
      let moment = isPossibleWrite ? moment.then(.perhaps(at: step.location)) : moment
      call(accessor, moment, isDynamic: isDynamic, at: step.location, in: body)
    }
  }

  private func isObserver(_ accessor: SymbolID) -> Bool {
    ["willSet:", "didSet:"].contains(where: program[accessor].name.hasPrefix)
  }

  /// Whether an initializer assigns to a property of the instance that it initializes, which calls no observer.
  private func isInitialization(_ step: Step, in body: Body) -> Bool {
    guard let initializer = body.declaration, program[initializer].kind == .initializer, step.moment.isNow,
      let type = program.enclosingType(of: initializer), type == program.enclosingType(of: step.symbol)
    else { return false }
    // After the call of another initializer of the type, the instance is initialized.
    return !analysis.steps(of: body).contains { call in
      program[call.symbol].kind == .initializer && program.enclosingType(of: call.symbol) == type
    }
  }

  private mutating func call(
    _ function: SymbolID,
    _ moment: Moment,
    isDynamic: Bool,
    at place: Location,
    in body: Body
  ) {
    let isOfProtocol = program.enclosingType(of: function).map { program[$0].kind == .protocol } ?? false
    // The instance of the method is built by other code, or all of its members are followed.
    if program[function].kind == .method, !isOfProtocol, !moment.isNow, !isExecution { return }
    let perhaps = moment.then(.perhaps(.implementation, at: place))
    let isOverridden = isDynamic && !program[function].overriding.isEmpty
    follow(.declaration(function), isOverridden ? perhaps : moment, from: body)
    // A class inherits an initializer, and the code is in the superclass.
    if program[function].kind == .initializer, program[function].isImplicit {
      for inherited in program[function].overridden {
        follow(.declaration(inherited), moment, from: .declaration(function))
      }
    }
    guard isDynamic || isOfProtocol else { return }
    for method in program[function].overriding {
      let known = bodies[.declaration(method)] ?? waiting[method]?.moment
      if let known, known.or(perhaps) == known { continue }
      if canBeCalled(method) {
        call(method, perhaps, isDynamic: true, at: place, in: body)
      } else {
        waiting[method] = (waiting[method]?.moment.or(perhaps) ?? perhaps, body)
      }
    }
  }

  /// The override of a method that an initializer calls for the instance that it initializes.
  ///
  /// The initializers of the subclasses that lead to the initializer tell the class of the instance.
  private func override(calledBy step: Step, in body: Body) -> SymbolID? {
    guard step.isOfSelf, step.reference.roles.contains(.dynamic), !program[step.symbol].overriding.isEmpty,
      let initializer = body.declaration, program[initializer].kind == .initializer,
      var type = program.enclosingType(of: initializer)
    else { return nil }
    for caller in chain(from: callers[body]) {
      let initializer = caller.declaration.flatMap { program[$0].kind == .initializer ? $0 : nil }
      guard let other = caller.type ?? initializer.flatMap(program.enclosingType),
        program.supertypes(of: other).contains(type)
      else { break }
      type = other
    }
    let overrides = reachable(from: step.symbol) { program[$0].overriding }.dropFirst()
    // The nearest superclass that overrides the method.
    return program.supertypes(of: type).lazy.compactMap { type in
      overrides.first { program.enclosingType(of: $0) == type }
    }.first
  }

  /// Whether code builds an instance with a method, perhaps outside the program.
  private func canBeCalled(_ method: SymbolID) -> Bool {
    guard let type = program.enclosingType(of: method), program[type].definition != nil else { return true }
    return program[type].kind == .protocol || bodies[.type(type)] != nil
  }

  private mutating func callWaiting(_ method: SymbolID) {
    guard let (moment, body) = waiting.removeValue(forKey: method) else { return }
    let place = program[method].definition ?? Location(file: 0, line: 1, column: 1)
    call(method, moment, isDynamic: true, at: place, in: body)
  }

  /// Follows the initial values that the arguments of a memberwise initializer do not replace.
  private mutating func followInitialValues(of type: SymbolID, _ step: Step, _ moment: Moment) {
    for property in program[type].members where analysis.isStoredProperty(property) {
      if step.labels.contains(program[property].name) {
        passed.insert(property)
      } else {
        follow(.declaration(property), moment, from: .type(type))
      }
    }
  }

  /// Follows the initial values and the members of a type, and of its superclasses.
  private mutating func followMembers(of type: SymbolID, _ moment: Moment) {
    for base in program[type].bases {
      follow(.type(base), moment, from: .type(type))
      // The index has no reference to the initializer of a superclass that is called implicitly.
      for initializer in program[base].members where program[initializer].name == "init()" {
        follow(.declaration(initializer), moment, from: .type(type))
      }
    }
    for member in program[type].members {
      let isPassed = passed.contains(member)
      if analysis.isStoredProperty(member), !isPassed { follow(.declaration(member), moment, from: .type(type)) }
      for code in (isPassed ? [] : [member]) + program[member].accessors {
        callWaiting(code)
        let isOfInstance = !program[member].isStatic && ![.function, .initializer].contains(program[member].kind)
        if !isExecution && isOfInstance || isCalledFromOutside(member), analysis.vocabulary.heldTypes[member] == nil {
          let isConsumer = analysis.vocabulary.consumers[member] != nil
          follow(.declaration(code), isConsumer ? .firstRead : .later, from: .type(type))
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
