/// The dependencies of each injection, found without running the program.
struct DependencyGraph {
  let analysis: Analysis

  /// What building and using an instance of each node reaches.
  private(set) var reaches: [Reach] = []

  /// The edges from each node, with the most certain use of the other node.
  private(set) var edges: [[NodeID: Reach.Edge]] = []
  private(set) var keptEdges: [[NodeID: Reach.Edge]] = []

  init(_ analysis: Analysis, progress: (String) -> Void = { _ in }) {
    self.analysis = analysis
    let everyType = analysis.nodes.indices.map { reach(of: $0, builtTypes: nil) }
    for node in analysis.nodes.indices {
      progress("following the injections: \(node + 1) of \(analysis.nodes.count)")
      // A dynamic call reaches a type that the instance, or an instance that it needs, builds.
      let builtTypes = everyType.closure(of: node) { $0.edges.filter { $0.value.certainty < .deferred }.map(\.key) }
        .reduce(into: Set<SymbolID>()) { $0.formUnion(everyType[$1].types.keys) }
      reaches.append(reach(of: node, builtTypes: builtTypes))
    }
    edges = reaches.map(\.edges)
    keptEdges = reaches.map(\.keptEdges)
    for node in analysis.nodes.indices { addProvisions(of: node) }
  }

  private func reach(of node: NodeID, builtTypes: Set<SymbolID>?) -> Reach {
    ReachFinder.reach(from: analysis.nodes[node].bodies, in: analysis, .init(builtTypes: builtTypes))
  }

  /// Adds what the implementations need that the application provides for a node.
  private mutating func addProvisions(of node: NodeID) {
    let provisions = analysis.replacements.filter {
      $0.use == .provide && !analysis.isTest($0.location.file) && analysis.nodes(of: $0.injection).contains(node)
    }
    let least: Certainty = provisions.count == 1 && analysis.nodes[node].isRequired ? .certain : .conditional
    for body in provisions.compactMap(\.body) {
      let reach = ReachFinder.reach(from: [body], in: analysis, .init())
      reaches[node].bodies.merge(reach.bodies, uniquingKeysWith: min)
      reaches[node].callers.merge(reach.callers) { first, _ in first }
      reaches[node].types.merge(reach.types, uniquingKeysWith: min)
      edges[node].add(reach.edges, least)
      keptEdges[node].add(reach.keptEdges, least)
    }
  }
}

extension [NodeID: Reach.Edge] {
  fileprivate mutating func add(_ others: Self, _ least: Certainty) {
    for (node, var edge) in others {
      edge.certainty = Swift.max(edge.certainty, least)
      if self[node].map({ $0.certainty > edge.certainty }) ?? true { self[node] = edge }
    }
  }
}

extension Array {
  /// Returns a position and the positions that can be reached from it, nearest first.
  func closure(of start: Int, _ next: (Element) -> [Int]) -> [Int] {
    var found = [start]
    var seen: Set = [start]
    var index = 0
    while index < found.count {
      found += next(self[found[index]]).sorted().filter { seen.insert($0).inserted }
      index += 1
    }
    return found
  }
}

extension DependencyGraph {
  /// The declarations between a node and the use of another node.
  func path(from node: NodeID, to other: NodeID) -> [String] {
    guard let edge = edges[node][other] else { return [] }
    var path: [String] = []
    var next: Body? = edge.body
    while let body = next, !analysis.nodes[node].bodies.contains(body) {
      if case .declaration(let symbol) = body, symbol != edge.consumer {
        path.append(analysis.program.qualifiedName(of: symbol))
      }
      next = reaches[node].callers[body]
    }
    return path.reversed()
  }
}
