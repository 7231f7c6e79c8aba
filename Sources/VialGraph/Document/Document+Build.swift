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
    let reaches = Dictionary(analysis.executables.map { ($0.name, analysis.reach(of: $0).uses.keys) }) { $1 }
    let known = Set(program.files.map(\.module))
    modules = known.sorted().map { module in
      let imports = program.imports[module] ?? []
      return Module(
        name: module,
        imports: imports.intersection(known).sorted(),
        isTest: analysis.testModules.contains(module),
        reaches: reaches[module].map { $0.map(program.id).sorted() }
      )
    }
    unread = program.changedFiles.map { program.path($0) }.sorted()
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
  private var consumptions: [(type: SymbolID, injection: SymbolID, consumer: SymbolID)] = []
  private let bodies: [Body: Owner]
  private var analysis: Analysis { graph.analysis }
  private var program: Program { graph.analysis.program }

  /// An injection, a type, a function or a global variable, or the top-level code of a module.
  private enum Owner: Hashable {
    case symbol(SymbolID)
    case main(String)
  }

  init(graph: DependencyGraph) {
    self.graph = graph
    var bodies: [Body: Owner] = [:]
    for (variable, publication) in graph.analysis.publications {
      for body in publication.bodies { bodies[body] = .symbol(variable) }
    }
    self.bodies = bodies
  }

  // MARK: - Nodes

  mutating func addInjections() {
    let provisions = analysis.allReplacements.filter { $0.use == .provide && !analysis.isTest($0.location) }
    let providers = Dictionary(
      provisions.flatMap { provision in
        let at = program.documentPlace(of: provision.location)
        let provider = Document.Provider(module: program.files[provision.location.file].module, at: at)
        return analysis.publications(heldBy: provision.variable).map { ($0, [provider]) }
      },
      uniquingKeysWith: +
    )
    for (variable, publication) in analysis.publications {
      let id = program.id(of: variable)
      nodes[id] = Document.Node(
        id: id,
        kind: .injection,
        name: graph.name(variable),
        type: analysis.injectionTypes[variable] ?? "",
        module: program.files[publication.location.file].module,
        at: program.documentPlace(of: publication.location),
        strategy: publication.strategy.map { $0 == "required" ? $0 : ".\($0)" } ?? "",
        isTest: analysis.isTest(publication.location),
        providers: providers[variable] ?? []
      )
      let kept = Set(graph.kept(by: variable))
      for (other, edge) in graph.edges[variable] ?? [:] {
        add(
          Document.Edge(
            from: id,
            to: program.id(of: other),
            kind: edge.consumer == nil ? .resolves : .consumes,
            when: edge.certainty < .deferred ? .build : edge.consumer == nil ? .later : .firstRead,
            certain: edge.certainty == .eager || edge.certainty == .lazy && edge.consumer != nil,
            kept: kept.contains(other),
            through: graph.path(from: variable, to: other)
              + [edge.consumer.map(program.qualifiedName)].compactMap(\.self),
            at: place(of: edge.body)
          )
        )
      }
    }
  }

  /// Adds the types and functions whose own code uses injections.
  mutating func addDirectUsers() {
    for (body, steps) in analysis.steps {
      guard let owner = owner(of: body), !isInjection(owner) else { continue }
      for step in steps where step.use?.needsInstance == true && !analysis.isTest(step.location) {
        let consumer = consumer(of: body)
        let isInitial = consumer == nil && isInitial(body) && step.certainty < .deferred
        for injection in analysis.publications(heldBy: step.symbol) {
          add(
            Document.Edge(
              from: addNode(owner),
              to: program.id(of: injection),
              kind: consumer == nil ? .resolves : .consumes,
              when: consumer != nil ? .firstRead : isInitial ? .build : .later,
              certain: step.certainty == .eager && step.use != .pass,
              kept: consumer.map { ["Instance", "ViewInstance"].contains(analysis.consumers[$0]) } ?? false,
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
            to: program.id(of: injection),
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
    case .part: return analysis.allReplacements.first { $0.body == body }.flatMap { owner(of: $0.container) }
    }
  }

  /// The innermost type around a declaration, otherwise the injection, the function or the global variable.
  private func owner(of symbol: SymbolID) -> Owner? {
    let variable = program[symbol].accessedVariable ?? symbol
    guard let definition = program[variable].definition, !analysis.isTest(definition) else { return nil }
    if analysis.publications[variable] != nil { return .symbol(variable) }
    if analysis.injectionTypes[variable] != nil { return nil }
    let type = program[variable].isType ? program[variable].extendedType ?? variable : program.type(of: variable)
    if let type, program[type].definition != nil, program[type].isType { return .symbol(type) }
    return program[variable].isFunction || program[variable].isStatic ? .symbol(variable) : nil
  }

  private func isInjection(_ owner: Owner) -> Bool {
    if case .symbol(let symbol) = owner { return analysis.publications[symbol] != nil }
    return false
  }

  private func isTypeOrMain(_ owner: Owner) -> Bool {
    guard case .symbol(let symbol) = owner else { return true }
    return program[symbol].isType && program[symbol].kind != .protocol
  }

  private func id(of owner: Owner) -> Document.ID {
    switch owner {
    case .symbol(let symbol): program.id(of: symbol)
    case .main(let module): "\(module)/main.swift"
    }
  }

  private mutating func addNode(_ owner: Owner) -> Document.ID {
    let id = id(of: owner)
    if nodes[id] != nil { return id }
    switch owner {
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
    return analysis.consumers[variable] == nil ? nil : variable
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
