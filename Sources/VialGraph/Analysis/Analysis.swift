/// The injections of a program, and the steps of its code.
final class Analysis {
  let program: Program
  let vial: [SymbolID: VialSymbol]

  /// The variables that hold injections, families or flows.
  let injectionTypes: [SymbolID: InjectionType]

  /// The wrapped properties, with their wrappers.
  private(set) var consumers: [SymbolID: VialSymbol.Consumer] = [:]
  let testModules: Set<String>
  var nodes: [Node] = []
  private(set) var replacements: [Replacement] = []
  private var replacementIndices: [Body: [Int]] = [:]

  /// The injections that a variable without a publication can hold.
  var aliases: [SymbolID: Set<InjectionReference>] = [:]

  /// The flows that are created in computed properties.
  var computedFlows: [SymbolID] = []
  private var nodesByVariable: [SymbolID: NodeID] = [:]
  private var lazyVariables: Set<SymbolID> = []
  private var steps: [Body: [Step]] = [:]
  private var isAnnotated: [Bool]
  private var definitionsByFile: [[SymbolID]]

  init(_ program: Program, progress: (String) -> Void = { _ in }) {
    self.program = program
    var vial: [SymbolID: VialSymbol] = [:]
    var types: [SymbolID: InjectionType] = [:]
    definitionsByFile = Array(repeating: [], count: program.files.count)
    for (identifier, symbol) in program.symbols.enumerated() {
      vial[identifier] = VialSymbol(symbol)
      guard let file = symbol.definition?.file else { continue }
      definitionsByFile[file].append(identifier)
      if symbol.isVariable { types[identifier] = InjectionType(usr: symbol.usr) }
    }
    self.vial = vial
    injectionTypes = types
    testModules = Set(
      program.imports.filter { !$0.value.isDisjoint(with: ["XCTest", "Testing", "VialTesting"]) }.keys
    )
    isAnnotated = Array(repeating: false, count: program.files.count)
    let relevant = program.files.indices.filter { number in
      program.files[number].references.contains { vial[$0.symbol] != nil || injectionTypes[$0.symbol] != nil }
    }
    for number in relevant { findConsumers(in: number) }
    for (index, number) in relevant.enumerated() {
      progress("reading the sources: \(index + 1) of \(relevant.count) files")
      annotate(number)
    }
    addUnknownNodes()
  }

  private func findConsumers(in file: Int) {
    for reference in program.files[file].references {
      guard case .consumer(let consumer) = vial[reference.symbol], let property = reference.container,
        program.symbols[property].isVariable
      else { continue }
      consumers[property] = consumer
    }
  }

  /// A stored property without a publication holds injections that other code has passed to its type.
  private func addUnknownNodes() {
    for (variable, type) in injectionTypes.sorted(by: { $0.key < $1.key }) where type != .flow {
      let symbol = program.symbols[variable]
      guard let location = symbol.definition, nodesByVariable[variable] == nil, nodes(of: .variable(variable)).isEmpty,
        symbol.getter.map({ program.symbols[$0].isImplicit }) ?? true, symbol.overriding.isEmpty, !symbol.isImplicit,
        program.type(of: variable).map({ program.symbols[$0].kind != .protocol }) ?? true
      else { continue }
      _ = add(Node(location: location, variable: variable, isInTests: isTest(location.file)))
    }
  }
}

extension Analysis {
  func isTest(_ file: Int) -> Bool { testModules.contains(program.files[file].module) }

  /// The symbols that a file defines.
  func definitions(in file: Int) -> [SymbolID] { definitionsByFile[file] }

  /// Adds a node, or extends the node of the same variable.
  func add(_ node: Node) -> NodeID {
    guard let variable = node.variable else {
      nodes.append(node)
      return nodes.count - 1
    }
    if let known = nodesByVariable[variable] {
      nodes[known].bodies += node.bodies
      nodes[known].flows.formUnion(node.flows)
      nodes[known].contexts.formUnion(node.contexts)
      return known
    }
    nodes.append(node)
    name(nodes.count - 1, after: variable)
    return nodes.count - 1
  }

  func add(_ replacement: Replacement) {
    replacementIndices[replacement.container, default: []].append(replacements.count)
    replacements.append(replacement)
  }

  func replacements(in body: Body) -> [Replacement] { (replacementIndices[body] ?? []).map { replacements[$0] } }

  /// Gives the injection of a local constant the name of the property that it is assigned to.
  func name(_ node: NodeID, after variable: SymbolID) {
    guard nodesByVariable[variable] == nil, [nil, variable].contains(nodes[node].variable) else { return }
    nodes[node].variable = variable
    nodes[node].type = injectionTypes[variable]
    nodes[node].name = program.qualifiedName(of: variable)
    nodesByVariable[variable] = node
  }

  /// The nodes that a reference can stand for.
  func nodes(of reference: InjectionReference) -> Set<NodeID> {
    var found: Set<NodeID> = []
    var seen: Set<InjectionReference> = [reference]
    var pending = [reference]
    while let next = pending.popLast() {
      guard case .variable(let variable) = next else {
        if case .node(let node) = next { found.insert(node) }
        continue
      }
      if let node = nodesByVariable[variable] {
        found.insert(node)
      } else {
        let others = Array(aliases[variable] ?? []) + program.symbols[variable].overriding.map { .variable($0) }
        pending += others.filter { seen.insert($0).inserted }
      }
    }
    return found
  }

  /// The steps of all bodies that were read so far, which include each use of an injection.
  var allSteps: [Body: [Step]] { steps }

  /// The steps of a body, whose file is read if necessary.
  func steps(of body: Body) -> [Step] {
    if case .declaration(let symbol) = body, let file = program.symbols[symbol].definition?.file { annotate(file) }
    return steps[body] ?? []
  }

  /// Whether a variable is declared with `lazy`.
  func isLazy(_ variable: SymbolID) -> Bool {
    if let file = program.symbols[variable].definition?.file { annotate(file) }
    return lazyVariables.contains(variable)
  }

  private func annotate(_ file: Int) {
    guard !isAnnotated[file] else { return }
    isAnnotated[file] = true
    var annotator = Annotator(self, FileContext(file, of: program, vial: vial, definitions: definitions(in: file)))
    lazyVariables.formUnion(annotator.lazyVariables)
    steps.merge(annotator.steps()) { $0 + $1 }
  }
}
