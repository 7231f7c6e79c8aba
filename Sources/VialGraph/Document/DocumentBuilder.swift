/// Collects the nodes and the edges of a document.
struct DocumentBuilder {
  private(set) var nodes: [Document.ID: Document.Node] = [:]

  /// The edges by their keys, each with its earliest and most certain use.
  private(set) var edges: [[String]: Document.Edge] = [:]
  private let graph: DependencyGraph
  private let analysis: Analysis
  private let program: Program

  /// The nodes of declarations that were asked for.
  private var owners: [SymbolID: Document.ID?] = [:]

  /// The classes of the program that inherit from each class.
  private var subclasses: [SymbolID: [SymbolID]] = [:]

  init(_ graph: DependencyGraph) {
    (self.graph, analysis, program) = (graph, graph.analysis, graph.analysis.program)
    for type in program.symbols.indices where program[type].kind == .class && program[type].definition != nil {
      for base in program[type].bases { subclasses[base, default: []].append(type) }
    }
    addInjections()
    addCode()
    removeUnrelatedCode()
  }

  // MARK: - Injections

  private mutating func addInjections() {
    for (injection, publication) in analysis.publications.enumerated() {
      let id = analysis.identities[injection]
      let provided = analysis.replacements(of: injection).filter { $0.use == .provide && !analysis.isTest($0.location) }
      var node = node(id, .injection, analysis.names[injection], at: publication.location)
      node.type = analysis.type(of: injection)?.description ?? ""
      node.strategy = publication.strategy.map { $0 == "required" ? $0 : ".\($0)" } ?? ""
      node.isTest = analysis.isTest(publication.location)
      node.providers = provided.map { program.documentPlace(of: $0.location) }
      nodes[id] = node
      for (other, edge) in graph.edges[injection] {
        add(edge, from: id, to: other, through: graph.path(from: injection, to: other))
      }
    }
  }

  /// Adds the edge of the use of an injection, perhaps by code that runs after the user is built.
  private mutating func add(
    _ use: Reach.Edge,
    from user: Document.ID,
    to injection: PublicationID,
    isLater: Bool = false,
    through path: [String] = []
  ) {
    let consumer = use.consumer.map(program.qualifiedName)
    let isEarly = !isLater && use.certainty < .deferred
    add(
      Document.Edge(
        from: user,
        to: analysis.identities[injection],
        kind: consumer == nil ? .resolves : .consumes,
        when: isEarly ? .build : consumer == nil ? .later : .firstRead,
        certain: use.certainty == .eager || use.certainty == .lazy && consumer != nil,
        through: path + [consumer].compactMap(\.self),
        at: program.documentPlace(of: use.location)
      )
    )
  }

  private mutating func add(_ edge: Document.Edge) {
    func rank(_ edge: Document.Edge) -> (Int, String, Int) { (edge.rank, edge.at?.file ?? "", edge.at?.line ?? 0) }
    if let known = edges[edge.key], rank(known) <= rank(edge) { return }
    edges[edge.key] = edge
  }

  // MARK: - Code

  /// Adds the uses of injections and of other code by code outside of factories, and of code by factories.
  private mutating func addCode() {
    let factories = Set(analysis.publications.compactMap(\.code))
    for (body, steps) in analysis.steps {
      for step in steps where !analysis.isTest(step.location) {
        guard let user = owner(of: step) else { continue }
        let isInjection = nodes[user]?.isInjection == true
        if let use = step.use {
          if use.needsInstance, !isInjection, !factories.contains(body) { add(step, use, by: user) }
        } else if let used = owner(of: step.symbol), used != user, nodes[used]?.isInjection == false {
          let when: Document.Edge.When = isInjection ? .build : .later
          add(Document.Edge(from: user, to: used, kind: .uses, when: when, certain: true, at: nil))
        }
      }
    }
  }

  /// Adds the use of injections by code, and by the classes that inherit a consumer.
  private mutating func add(_ step: Step, _ use: Use, by user: Document.ID) {
    let consumer = analysis.consumer(of: step.container)
    let edge = Reach.Edge(
      certainty: max(step.certainty, use == .pass ? .conditional : .eager),
      use: use,
      body: step.container,
      location: step.location,
      consumer: consumer
    )
    let heirs = consumer.flatMap(program.type).map { closure(of: $0) { subclasses[$0] ?? [] }.dropFirst() } ?? []
    for injection in analysis.publications(heldBy: step.symbol) {
      for user in [user] + heirs.compactMap({ owner(of: $0) }) {
        add(edge, from: user, to: injection, isLater: consumer != nil || !isInitial(step.container))
      }
    }
  }

  /// Whether a body runs when an instance of its type is built.
  private func isInitial(_ body: Body) -> Bool {
    switch body {
    case .declaration(let symbol): program[symbol].kind == .initializer || analysis.isStoredProperty(symbol)
    case .topLevel: true
    case .part, .type: false
    }
  }

  /// Removes the code that breaks without no injection, apart from the types that only factories of injections use.
  private mutating func removeUnrelatedCode() {
    let users = Dictionary(grouping: edges.values, by: \.to).mapValues { $0.map(\.from) }
    let injections = nodes.values.filter(\.isInjection).map(\.id)
    let affected = Set(closure(of: nil as Document.ID?) { $0.map { users[$0] ?? [] } ?? injections })
    for (id, node) in nodes {
      let isImplementation = users[id]?.allSatisfy { nodes[$0]?.isInjection == true } == true
      if node.kind == .model, isImplementation {
        nodes[id]?.kind = .implementation
      } else if !affected.contains(id) {
        nodes[id] = nil
      }
    }
    edges = edges.filter { nodes[$1.from] != nil && nodes[$1.to] != nil }
  }

  // MARK: - Owners

  /// The node to which the code of a step belongs.
  private mutating func owner(of step: Step) -> Document.ID? {
    if case .type(let type) = step.container { return owner(of: type) }
    return owner(of: step.reference)
  }

  /// The node to which the code around a reference belongs.
  private mutating func owner(of reference: Reference) -> Document.ID? {
    if let container = reference.container { return owner(of: container) }
    let file = program.files[reference.location.file]
    if !file.isMain { return nil }
    let id = "\(file.module)/main.swift"
    let start = Location(file: reference.location.file, line: 1, column: 1)
    if nodes[id] == nil { nodes[id] = node(id, .code, id, at: start) }
    return id
  }

  /// The node to which a declaration belongs: an injection, the innermost type, a function or a global variable.
  ///
  /// The node is added when it is asked for.
  private mutating func owner(of symbol: SymbolID) -> Document.ID? {
    if let known = owners[symbol] { return known }
    owners[symbol] = .some(nil)
    let variable = program[symbol].accessedVariable ?? symbol
    guard let definition = program[variable].definition, !analysis.isTest(definition) else { return nil }
    let type = program[variable].isType ? program[variable].extendedType ?? variable : program.type(of: variable)
    var owner: SymbolID?
    if analysis.vocabulary.held[variable] != nil {
      owner = nodes[program.id(of: variable)] == nil ? nil : variable
    } else if let type, program[type].definition != nil, program[type].isType {
      owner = type
    } else if program[variable].isFunction || program[variable].isStatic {
      owner = variable
    }
    guard let owner, !program[owner].isImplicit, let definition = program[owner].definition else { return nil }
    let id = program.id(of: owner)
    owners[symbol] = id
    if nodes[id] == nil {
      nodes[id] = node(id, program.kind(of: owner), program.qualifiedName(of: owner), at: definition)
    }
    return id
  }

  private func node(_ id: Document.ID, _ kind: Document.Node.Kind, _ name: String, at location: Location)
    -> Document.Node
  {
    let module = program.files[location.file].module
    return Document.Node(id: id, kind: kind, name: name, module: module, at: program.documentPlace(of: location))
  }
}
