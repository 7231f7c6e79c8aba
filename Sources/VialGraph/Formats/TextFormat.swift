/// The graph as text: a paragraph for each injection.
struct TextFormat {
  let graph: DependencyGraph
  let nodes: [NodeID]

  var text: String {
    let users = graph.users
    let paragraphs = nodes.map { paragraph($0, users[$0]) }
    return paragraphs.joined(separator: "\n") + "\n" + Self.legend
  }

  static let legend = """

    → is resolved when the instance is built; ⇢ may be, in a branch, in a context or by another implementation;
    ⤳ is resolved in a closure that is called later; ⇠ is resolved at the first read of a consumer or by a later call.

    """

  private func paragraph(_ node: NodeID, _ users: Set<String>) -> String {
    let program = graph.analysis.program
    let injection = graph.analysis.nodes[node]
    let type = injection.type?.description ?? "an injection"
    var lines = [
      "\(injection.name): \(type)  \(injection.kind)  \(program.shortPlace(of: injection.location))"
    ]
    let edges = graph.edges[node].sorted {
      ($0.value.certainty.rawValue, name($0.key)) < ($1.value.certainty.rawValue, name($1.key))
    }
    lines += edges.map { "  \($0.value.certainty.arrow) \(name($0.key))\(reason(node, $0.key, $0.value))" }
    if !users.isEmpty { lines.append("  used by \(users.sorted().joined(separator: ", "))") }
    return lines.joined(separator: "\n")
  }

  private func name(_ node: NodeID) -> String { graph.analysis.nodes[node].name }

  private func reason(_ node: NodeID, _ other: NodeID, _ edge: Reach.Edge) -> String {
    if let consumer = edge.consumer { return ", read by \(graph.analysis.program.qualifiedName(of: consumer))" }
    let path = graph.path(from: node, to: other)
    return path.isEmpty ? "" : " through \(path.joined(separator: ", "))"
  }
}

extension Node {
  /// The strategy, or what it is instead.
  var kind: String {
    if isRequired { return "required" }
    return strategy.map { ".\($0)" } ?? "assigned elsewhere"
  }
}

extension Certainty {
  var arrow: String {
    switch self {
    case .certain: "→"
    case .conditional, .dispatched: "⇢"
    case .deferred: "⤳"
    case .lazy: "⇠"
    }
  }
}
