import VialGraphProgram

/// Collects the nodes and the edges of a document.
struct DocumentBuilder {
  private(set) var nodes: [Document.ID: Document.Node] = [:]

  /// The edges by their keys, each with its earliest and most certain use.
  private(set) var edges: [[String]: Document.Edge] = [:]
  private let graph: DependencyGraph
  private let analysis: Analysis
  private let program: Program

  /// The nodes that each executable reaches, by the names of the executables.
  private(set) var reached: [String: Set<Document.ID>] = [:]

  /// The nodes of the declarations for which a node was requested.
  private var owners: [SymbolID: Document.ID?] = [:]

  /// The injections whose instances are built by factories, implementations and overrides.
  private var injections: [Body: Document.ID] = [:]

  /// The types whose instances factories build, in contrast to types of which they use a static member.
  private var created: Set<Document.ID> = []

  /// The code of overrides.
  private let overrides: Set<Body>

  /// The classes of the program that inherit from each class.
  private var subclasses: [SymbolID: [SymbolID]] = [:]

  init(_ graph: DependencyGraph) {
    self.graph = graph
    analysis = graph.analysis
    program = graph.analysis.program
    overrides = Set(analysis.replacements.filter { $0.replacement?.isOverride == true }.compactMap(\.code))
    for type in program.symbols.indices where program[type].kind == .class && program[type].definition != nil {
      for base in program[type].bases { subclasses[base, default: []].append(type) }
    }
    addInjections()
    addCode()
    for executable in graph.executables {
      let code = executable.bodies.compactMap { owner(of: $0) }.filter { nodes[$0]?.isInjection == false }
      reached[executable.entry.name] = Set(code + executable.used.map { analysis.identities[$0] })
    }
    removeUnrelatedCode()
  }

  private mutating func add(_ edge: Document.Edge) {
    guard let known = edges[edge.key] else {
      edges[edge.key] = edge
      return
    }
    var joined = edge.rank < known.rank ? edge : known
    // Any other edge than a call uses the whole type.
    joined.isCall = known.isCall == true && edge.isCall == true ? true : nil
    joined.executables = known.executables.flatMap { known in edge.executables.map { Set(known + $0).sorted() } }
    edges[edge.key] = joined
  }

  private func node(_ id: Document.ID, _ kind: Document.Node.Kind, _ name: String, at location: Location)
    -> Document.Node
  {
    Document.Node(id: id, kind: kind, name: name, at: program.place(of: location))
  }
}

// MARK: - Injections

extension DocumentBuilder {
  private mutating func addInjections() {
    for (injection, publication) in analysis.publications.enumerated() {
      let id = analysis.identities[injection]
      var node = node(id, .injection, analysis.names[injection], at: publication.location)
      node.type = analysis.heldType(of: injection)?.description ?? ""
      node.strategy = publication.lifetime.strategy?.spelling ?? ""
      node.publishedAt = publication.locationInFunction.map(program.place)
      node.isTest = analysis.isTest(publication.location)
      node.providers = analysis.provisions(of: injection).map { program.place(of: $0.location) }
      node.overriders = graph.overrides(of: injection).map { program.place(of: $0.location) }
      nodes[id] = node
      // A replacement that no executable reaches, such as a fake of a library for tests, builds no instances of the application.
      let replacements = analysis.replacements(of: injection).filter { graph.isReached($0) }
      for case let code? in [publication.code] + replacements.map(\.code) { injections[code] = id }
      for (other, edge) in graph.edges[injection] {
        add(
          Document.Edge(
            from: id,
            to: analysis.identities[other],
            when: edge.moment.when,
            certain: edge.moment.isCertain && graph.isCertain(inEachExecutable: injection, needs: other),
            through: graph.path(from: injection, to: other),
            readBy: edge.consumer.map(program.qualifiedName),
            executables: graph.executables(inWhich: injection, needs: other)
          )
        )
      }
    }
  }
}

// MARK: - Code

extension DocumentBuilder {
  /// Adds the uses of injections and of other code by code outside of factories, and of code by factories.
  private mutating func addCode() {
    for step in analysis.steps.values.joined().sorted(by: { $0.location < $1.location }) {
      guard !analysis.isTest(step.location), isEvaluated(step.body), let user = user(of: step.body) else { continue }
      addEdges(of: step, .now, by: user, through: [])
      addStepsOfNamespaces(calledBy: step, user)
    }
    for (base, types) in subclasses {
      for type in types {
        guard let from = owner(of: type), let to = owner(of: base) else { continue }
        add(Document.Edge(from: from, to: to, when: .build, certain: true))
      }
    }
  }

  /// The nodes whose edges the steps of a body are.
  private struct User {
    /// A node, and when the body runs, seen from the node.
    struct Origin {
      let node: Document.ID
      let moment: Moment
    }

    /// The user of the code that the body names.
    let ofCode: Origin

    /// The user of the injections, or `nil` for a factory, whose uses are known from the code that it reaches.
    let ofInjections: Origin?

    /// The executables that run the body, or `nil` for all.
    let executables: [String]?
  }

  private mutating func user(of body: Body) -> User? {
    guard let owner = owner(of: body) else { return nil }
    let isFactory = analysis.factories.contains(body) || nodes[owner]?.isInjection == true
    let moment: Moment = isInitial(body) ? .now : .later
    let uses = isFactory ? nil : User.Origin(node: owner, moment: moment)
    guard let injection = injections[body] else {
      return User(ofCode: .init(node: owner, moment: isFactory ? .now : moment), ofInjections: uses, executables: nil)
    }
    // The injection uses the code of a replacement, and the code that replaces uses the injections of the replacement.
    let executables = graph.executables(running: body)
    return User(ofCode: .init(node: injection, moment: .now), ofInjections: uses, executables: executables)
  }

  /// Adds the edges of a step of a user, or of code that the user calls at a moment.
  private mutating func addEdges(of step: Step, _ moment: Moment, by user: User, through path: [SymbolID]) {
    guard let use = step.use else { return addReference(step, moment, by: user, through: path) }
    guard use.needsInstance, let origin = user.ofInjections else { return }
    addUse(step, origin.moment.then(moment), by: origin.node, through: path)
  }

  /// Adds the use of other code.
  private mutating func addReference(_ step: Step, _ moment: Moment, by user: User, through path: [SymbolID]) {
    let node = user.ofCode.node
    guard step.isReference, let used = owner(of: step.symbol), used != node, nodes[used]?.isInjection == false else {
      return
    }
    var moment = user.ofCode.moment.then(moment).then(step.moment)
    // The instance of a static variable belongs to the type of the variable.
    if path.isEmpty, nodes[node]?.isInjection == true, analysis.creates(step) { created.insert(used) }
    if overrides.contains(step.body) { moment = moment.then(.perhaps(at: step.location)) }
    add(
      Document.Edge(
        from: node,
        to: used,
        when: moment.when,
        certain: moment.isCertain,
        through: path.map(program.qualifiedName),
        executables: user.executables,
        isCall: callsNamespace(step) ? true : nil
      )
    )
  }

  /// Adds the steps of the functions of namespaces that a step calls, perhaps with other such functions.
  private mutating func addStepsOfNamespaces(calledBy call: Step, _ user: User) {
    var known: Set<SymbolID> = []
    func add(_ builder: inout DocumentBuilder, _ call: Step, _ moment: Moment, _ path: [SymbolID]) {
      // The steps of the user's own functions are steps of the user.
      let used = builder.owner(of: call.symbol)
      guard builder.callsNamespace(call), used != user.ofCode.node, used != user.ofInjections?.node,
        known.insert(call.symbol).inserted
      else { return }
      let moment = moment.then(call.moment)
      let path = path + [call.symbol]
      let accessors = builder.program[call.symbol].accessors.filter { builder.program[$0].isGetter }
      for step in ([call.symbol] + accessors).flatMap({ builder.analysis.steps(of: .declaration($0)) }) {
        builder.addEdges(of: step, moment, by: user, through: path)
        add(&builder, step, moment, path)
      }
    }
    add(&self, call, .now, [])
  }

  /// Whether a step uses a member of a type without an instance of which the member is a part.
  ///
  /// Such a type is a namespace, so its user does not use the other members.
  private func callsNamespace(_ step: Step) -> Bool {
    guard step.isReference, let type = program.enclosingType(of: step.symbol), program[type].definition != nil else {
      return false
    }
    let symbol = program[step.symbol]
    let isMember = symbol.isGlobalOrStatic || symbol.kind == .freeOrStaticFunction || program[type].kind == .enumeration
    return isMember && !symbol.isType && !analysis.creates(step)
  }

  /// Adds the use of injections by code, and by the classes that inherit a consumer.
  private mutating func addUse(_ step: Step, _ around: Moment, by user: Document.ID, through path: [SymbolID]) {
    let consumer = analysis.consumer(of: step)
    let inside = around.then(step.moment).then(analysis.momentOfUse(by: step))
    let moment = consumer == nil ? inside : inside.atFirstRead
    let heirs =
      consumer.flatMap(program.enclosingType).map { reachable(from: $0) { subclasses[$0] ?? [] }.dropFirst() } ?? []
    for injection in analysis.publications(heldBy: step.symbol) {
      for user in [user] + heirs.compactMap({ owner(of: $0) }) {
        add(
          Document.Edge(
            from: user,
            to: analysis.identities[injection],
            when: moment.when,
            certain: moment.isCertain,
            through: path.map(program.qualifiedName),
            readBy: consumer.map(program.qualifiedName)
          )
        )
      }
    }
  }

  /// Whether a body runs, apart from default arguments and initial values that each call replaces.
  private func isEvaluated(_ body: Body) -> Bool {
    switch body {
    case .defaultArgument(let function, let label): !analysis.isAlwaysPassed(label, to: function)
    case .declaration(let symbol): !analysis.isStoredProperty(symbol) || !analysis.isAlwaysReplaced(symbol)
    case .part, .type, .topLevel: true
    }
  }

  /// Whether a body runs when an instance of its type is built.
  private func isInitial(_ body: Body) -> Bool {
    switch body {
    case .declaration(let symbol), .defaultArgument(let symbol, _):
      program[symbol].kind == .initializer || analysis.isStoredProperty(symbol)
    case .topLevel: true
    case .part, .type: false
    }
  }

  /// Removes the code from which no injection can be reached, apart from the types that only factories use.
  private mutating func removeUnrelatedCode() {
    let users = Dictionary(grouping: edges.values, by: \.to).mapValues { $0.map(\.from) }
    let affected = Set(reachable(from: nodes.values.filter(\.isInjection).map(\.id)) { users[$0] ?? [] })
    for (id, node) in nodes {
      let isImplementation = created.contains(id) && users[id]?.allSatisfy { nodes[$0]?.isInjection == true } == true
      if node.kind == .model, isImplementation {
        nodes[id]?.kind = .implementation
      } else if !affected.contains(id) {
        nodes[id] = nil
      }
    }
    edges = edges.filter { nodes[$1.from] != nil && nodes[$1.to] != nil }
    reached = reached.mapValues { $0.filter { nodes[$0] != nil } }
  }
}

// MARK: - Owners

extension DocumentBuilder {
  /// The node to which a body belongs.
  private mutating func owner(of body: Body) -> Document.ID? {
    switch body {
    case .declaration(let symbol), .defaultArgument(let symbol, _), .part(let symbol?, _), .type(let symbol):
      return owner(of: symbol)
    case .part(nil, let location): return owner(of: .topLevel(file: location.file))
    case .topLevel(let file):
      let name = "\(program.files[file].module)/\(program.files[file].name)"
      // A publication in top-level code has the name of the file as its identity.
      let id = "\(name)/code"
      if nodes[id] == nil { nodes[id] = node(id, .code, name, at: Location(file: file, line: 1, column: 1)) }
      return id
    }
  }

  /// The node to which a declaration belongs, which is added at the first request.
  private mutating func owner(of symbol: SymbolID) -> Document.ID? {
    if let known = owners[symbol] { return known }
    let owner = declaration(around: symbol)
    let id = owner.map(program.id)
    owners.updateValue(id, forKey: symbol)
    if let owner, let id, nodes[id] == nil, let definition = program[owner].definition {
      let kind = analysis.mainTypes.contains(owner) ? .code : program.kind(of: owner)
      nodes[id] = node(id, kind, program.qualifiedName(of: owner), at: definition)
    }
    return id
  }

  /// The variable of the application that publishes an injection, the innermost type, the function or the global variable.
  private func declaration(around symbol: SymbolID) -> SymbolID? {
    let variable = program[symbol].accessedVariable ?? symbol
    guard let definition = program[variable].definition, !analysis.isTest(definition) else { return nil }
    // A variable that holds the injection of another variable is not shown.
    if analysis.vocabulary.heldTypes[variable] != nil { return nodes[program.id(of: variable)] == nil ? nil : variable }
    let type =
      program[variable].isType ? program[variable].extendedType ?? variable : program.enclosingType(of: variable)
    if let type, program[type].isType, program[type].definition != nil { return program[type].isImplicit ? nil : type }
    let isShown = program[variable].isFunction || program[variable].isVariable
    return isShown && !program[variable].isImplicit ? variable : nil
  }
}
