import Foundation

extension Document {
  /// Builds the document of a program.
  init(_ graph: DependencyGraph, _ faults: [Fault]) {
    let (analysis, program) = (graph.analysis, graph.analysis.program)
    var builder = Builder(graph: graph)
    builder.addInjections()
    builder.addDirectUsers()
    builder.addInheritors()
    builder.addIndirectUsers()
    builder.findImplementations()
    let names = Dictionary(grouping: builder.nodes.values, by: \.name)
    nodes = builder.nodes.values.sorted { ($0.at.file, $0.at.line, $0.id) < ($1.at.file, $1.at.line, $1.id) }
    for index in nodes.indices where names[nodes[index].name]?.count != 1 { nodes[index].name = nodes[index].id }
    edges = builder.edges.values.sorted {
      ($0.from, $0.to, $0.kind.rawValue) < ($1.from, $1.to, $1.kind.rawValue)
    }
    let reaches = Dictionary(graph.executables.map { ($0.entry.name, $0.reach.uses.keys) }) { $1 }
    let known = Set(program.files.map(\.module))
    modules = known.sorted().map { module in
      let imports = program.imports[module] ?? []
      return Module(
        name: module,
        imports: imports.intersection(known).sorted(),
        isTest: analysis.testModules.contains(module),
        reaches: reaches[module].map { $0.map { analysis.identities[$0] }.sorted() }
      )
    }
    unread = (Array(program.changedFiles) + program.unreadFiles.keys).map { program.path($0) }.sorted()
    complete = unread.isEmpty
    self.faults = faults
  }
}

extension Program {
  /// The identity of a declaration in a document, with the file of a private declaration, whose name is unique there only.
  func id(of symbol: SymbolID) -> Document.ID {
    let name = qualifiedName(of: symbol)
    guard let definition = self[self[symbol].accessedVariable ?? symbol].definition else { return name }
    let file = files[definition.file]
    let isPrivate = self[symbol].usr.contains("P33_")
    return [file.module, isPrivate ? URL(fileURLWithPath: file.path).lastPathComponent : nil, name]
      .compactMap(\.self).joined(separator: "/")
  }

  /// The path of a file relative to the folder of the application.
  func path(_ file: String) -> String {
    file.hasPrefix(folder + "/") ? String(file.dropFirst(folder.count + 1)) : file
  }

  func documentPlace(of location: Location) -> Document.Place {
    let file = files[location.file]
    let name = URL(fileURLWithPath: file.path).lastPathComponent
    return Document.Place(file: path(file.path), fileID: "\(file.module)/\(name)", line: location.line)
  }

  /// Whether SwiftUI creates and updates the instances of a type.
  func isView(_ type: SymbolID) -> Bool {
    supertypes(of: type).contains {
      self[$0].usr.hasPrefix("s:7SwiftUI") && ["View", "ViewModifier"].contains(self[$0].name)
    }
  }

  /// Whether a type is a view of UIKit or AppKit.
  fileprivate func isClassicView(_ type: SymbolID) -> Bool {
    let names: Set = ["UIView", "UIViewController", "NSView", "NSViewController"]
    return supertypes(of: type).contains { self[$0].definition == nil && names.contains(self[$0].name) }
  }
}

/// Collects the nodes and the edges of a document.
private struct Builder {
  let graph: DependencyGraph
  var nodes: [Document.ID: Document.Node] = [:]
  var edges: [[String]: Document.Edge] = [:]

  /// The types whose consumers use injections: the type, the injection and the consumer.
  private var consumptions: [(type: SymbolID, injection: PublicationID, consumer: SymbolID)] = []
  private let bodies: [Body: Owner]
  private var injections: [SymbolID: PublicationID] = [:]
  private var containers: [Body: Body] = [:]
  private var analysis: Analysis { graph.analysis }
  private var program: Program { graph.analysis.program }

  private enum Owner: Hashable {
    case injection(PublicationID)

    /// A type, a function or a global variable.
    case symbol(SymbolID)

    /// The top-level code of a module.
    case main(String)
  }

  init(graph: DependencyGraph) {
    self.graph = graph
    var bodies: [Body: Owner] = [:]
    for (id, publication) in graph.analysis.publications.enumerated() {
      if let code = publication.code { bodies[code] = .injection(id) }
      if let variable = publication.variable { injections[variable] = id }
    }
    for replacement in graph.analysis.replacements {
      if let code = replacement.code { containers[code] = replacement.container }
    }
    self.bodies = bodies
  }

  // MARK: - Nodes

  mutating func addInjections() {
    for (injection, publication) in analysis.publications.enumerated() {
      let id = analysis.identities[injection]
      let providers = analysis.replacements(of: injection).filter {
        $0.use == .provide && !analysis.isTest($0.location)
      }
      nodes[id] = Document.Node(
        id: id,
        kind: .injection,
        name: analysis.names[injection],
        type: analysis.type(of: injection)?.description ?? "",
        module: program.files[publication.location.file].module,
        at: program.documentPlace(of: publication.location),
        strategy: publication.strategy.map { $0 == "required" ? $0 : ".\($0)" } ?? "",
        isTest: analysis.isTest(publication.location),
        providers: providers.map {
          Document.Provider(
            module: program.files[$0.location.file].module,
            at: program.documentPlace(of: $0.location)
          )
        }
      )
      let kept = Set(graph.kept[injection])
      for (other, edge) in graph.edges[injection] {
        add(
          Document.Edge(
            from: id,
            to: analysis.identities[other],
            kind: edge.consumer == nil ? .resolves : .consumes,
            when: edge.certainty < .deferred ? .build : edge.consumer == nil ? .later : .firstRead,
            certain: edge.certainty == .eager || edge.certainty == .lazy && edge.consumer != nil,
            kept: kept.contains(other),
            through: graph.path(from: injection, to: other)
              + [edge.consumer.map(program.qualifiedName)].compactMap(\.self),
            at: place(of: edge.body)
          )
        )
      }
    }
  }

  /// Adds the types and functions whose own code uses injections.
  mutating func addDirectUsers() {
    for body in analysis.steps.keys {
      guard let owner = owner(of: body), !isInjection(owner) else { continue }
      for step in analysis.steps(of: body) where step.use?.needsInstance == true && !analysis.isTest(step.location) {
        let consumer = consumer(of: body)
        let isInitial = consumer == nil && isInitial(body) && step.certainty < .deferred
        for injection in analysis.publications(heldBy: step.symbol) {
          add(
            Document.Edge(
              from: addNode(owner),
              to: analysis.identities[injection],
              kind: consumer == nil ? .resolves : .consumes,
              when: consumer != nil ? .firstRead : isInitial ? .build : .later,
              certain: step.certainty == .eager && step.use != .pass,
              kept: consumer.map { ["Instance", "ViewInstance"].contains(analysis.vocabulary.consumers[$0]) } ?? false,
              through: consumer.map { [program.qualifiedName(of: $0)] } ?? [],
              at: program.documentPlace(of: step.location)
            )
          )
          if let consumer, case .symbol(let type) = owner { consumptions.append((type, injection, consumer)) }
        }
      }
    }
  }

  /// Adds the classes that inherit consumers.
  mutating func addInheritors() {
    var derived: [SymbolID: [SymbolID]] = [:]
    for type in program.symbols.indices where program[type].kind == .class && program[type].definition != nil {
      for base in program[type].bases { derived[base, default: []].append(type) }
    }
    for (type, injection, consumer) in consumptions {
      for inheritor in closure(of: type, { derived[$0] ?? [] }).dropFirst() {
        guard let owner = owner(of: inheritor) else { continue }
        add(
          Document.Edge(
            from: addNode(owner),
            to: analysis.identities[injection],
            kind: .inherits,
            when: .firstRead,
            certain: true,
            kept: true,
            through: [program.qualifiedName(of: consumer)],
            at: program[inheritor].definition.map(program.documentPlace)
          )
        )
      }
    }
  }

  /// Adds the types that use other nodes, such as views that use models, also through functions that are not nodes.
  mutating func addIndirectUsers() {
    var uses: [Owner: Set<Owner>] = [:]
    for file in program.files where !analysis.testModules.contains(file.module) {
      for reference in file.references {
        let container = reference.container.map(owner) ?? (file.isMain ? .main(file.module) : nil)
        guard !program[reference.symbol].isType, let used = owner(of: reference.symbol), let container,
          container != used, !isInjection(used)
        else { continue }
        uses[container, default: []].insert(used)
      }
    }
    var users: [Owner: [Owner]] = [:]
    for (user, others) in uses { for other in others { users[other, default: []].append(user) } }
    let direct = uses.keys.flatMap { [$0] + (uses[$0] ?? []) }.filter { nodes[id(of: $0)] != nil }
    var affected: Set<Owner> = []
    for owner in Set(direct) { affected.formUnion(closure(of: owner) { affected.contains($0) ? [] : users[$0] ?? [] }) }
    let shown = affected.filter { nodes[id(of: $0)] != nil || isTypeOrMain($0) }
    let newEdges = shown.flatMap { user in
      let used = closure(of: user) {
        $0 == user || !shown.contains($0) ? (uses[$0] ?? []).filter(affected.contains) : []
      }
      return used.dropFirst().filter(shown.contains).map { (user, $0) }
    }
    for (user, used) in newEdges {
      let edge = Document.Edge(
        from: addNode(user),
        to: addNode(used),
        kind: .uses,
        when: isInjection(user) ? .build : .later,
        certain: true,
        at: nil
      )
      add(edge)
    }
  }

  /// Finds the types that only factories of injections use.
  mutating func findImplementations() {
    let users = Dictionary(grouping: edges.values.filter { $0.kind == .uses }, by: \.to)
    for (type, users) in users where nodes[type]?.kind == .model {
      if users.allSatisfy({ nodes[$0.from]?.isInjection == true }) { nodes[type]?.kind = .implementation }
    }
  }

  // MARK: - Owners

  private func owner(of body: Body) -> Owner? {
    if let owner = bodies[body] { return owner }
    switch body {
    case .declaration(let symbol): return owner(of: symbol)
    case .attributes(let type): return owner(of: type)
    case .topLevel(let module): return .main(module)
    case .part: return containers[body].flatMap(owner)
    }
  }

  /// The innermost type around a declaration, otherwise the injection, the function or the global variable.
  private func owner(of symbol: SymbolID) -> Owner? {
    let variable = program[symbol].accessedVariable ?? symbol
    guard let definition = program[variable].definition, !analysis.isTest(definition) else { return nil }
    if let injection = injections[variable] { return .injection(injection) }
    if analysis.vocabulary.held[variable] != nil { return nil }
    let type = program[variable].isType ? program[variable].extendedType ?? variable : program.type(of: variable)
    if let type, program[type].definition != nil, program[type].isType { return .symbol(type) }
    return program[variable].isFunction || program[variable].isStatic ? .symbol(variable) : nil
  }

  private func isInjection(_ owner: Owner) -> Bool {
    if case .injection = owner { true } else { false }
  }

  private func isTypeOrMain(_ owner: Owner) -> Bool {
    guard case .symbol(let symbol) = owner else { return !isInjection(owner) }
    return program[symbol].isType && program[symbol].kind != .protocol
  }

  private func id(of owner: Owner) -> Document.ID {
    switch owner {
    case .injection(let injection): analysis.identities[injection]
    case .symbol(let symbol): program.id(of: symbol)
    case .main(let module): "\(module)/main.swift"
    }
  }

  private mutating func addNode(_ owner: Owner) -> Document.ID {
    let id = id(of: owner)
    if nodes[id] != nil { return id }
    switch owner {
    case .injection: break
    case .main(let module):
      let file = program.files.firstIndex { $0.module == module && $0.isMain } ?? 0
      let at = program.documentPlace(of: Location(file: file, line: 1, column: 1))
      nodes[id] = Document.Node(id: id, kind: .code, name: id, module: module, at: at)
    case .symbol(let symbol):
      guard let definition = program[symbol].definition else { return id }
      nodes[id] = Document.Node(
        id: id,
        kind: kind(of: symbol),
        name: program.qualifiedName(of: symbol),
        module: program.files[definition.file].module,
        at: program.documentPlace(of: definition)
      )
    }
    return id
  }

  private func kind(of symbol: SymbolID) -> Document.Node.Kind {
    if program[symbol].isType, program.isView(symbol) || program.isClassicView(symbol) { return .view }
    return [.class, .structure].contains(program[symbol].kind) ? .model : .code
  }

  // MARK: - Edges

  private mutating func add(_ edge: Document.Edge) {
    func rank(_ edge: Document.Edge) -> (Int, String, Int) { (edge.rank, edge.at?.file ?? "", edge.at?.line ?? 0) }
    let key = [edge.from, edge.to, edge.kind.rawValue]
    if let known = edges[key], rank(known) <= rank(edge) { return }
    edges[key] = edge
  }

  private func consumer(of body: Body) -> SymbolID? {
    guard case .declaration(let symbol) = body else { return nil }
    let variable = program[symbol].accessedVariable ?? symbol
    return analysis.vocabulary.consumers[variable] == nil ? nil : variable
  }

  /// Whether a body runs when an instance of its type is built.
  private func isInitial(_ body: Body) -> Bool {
    switch body {
    case .declaration(let symbol): program[symbol].kind == .initializer || analysis.isStoredProperty(symbol)
    case .topLevel: true
    case .part, .attributes: false
    }
  }

  private func place(of body: Body) -> Document.Place? {
    switch body {
    case .declaration(let symbol): program[symbol].definition.map(program.documentPlace)
    case .part, .attributes, .topLevel: nil
    }
  }
}
