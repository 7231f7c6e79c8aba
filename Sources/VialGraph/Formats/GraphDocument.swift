import Foundation

/// The graph in a form that all formats share, and that `--format json` prints.
struct GraphDocument: Codable {
  struct Node: Codable {
    let name: String
    let type: String
    let strategy: String
    let place: String
    let needs: [Need]
    let usedBy: [String]
  }

  struct Need: Codable {
    let name: String

    /// `eager`, `conditional`, `possible`, `deferred` or `lazy`.
    let when: String

    /// The declarations between the injection and the use.
    let through: [String]
    let readBy: String?
  }

  let nodes: [Node]
  let faults: [Fault]

  init(_ graph: DependencyGraph, _ publications: [SymbolID], _ faults: [Fault]) {
    let program = graph.analysis.program
    let users = graph.users()
    nodes = publications.compactMap { variable in
      guard let publication = graph.analysis.publications[variable] else { return nil }
      let edges = (graph.edges[variable] ?? [:]).map { (name: graph.name($0), variable: $0, edge: $1) }
      return Node(
        name: graph.name(variable),
        type: graph.analysis.injectionTypes[variable] ?? "",
        strategy: publication.strategy.map { $0 == "required" ? $0 : ".\($0)" } ?? "",
        place: program.place(of: publication.location),
        needs: edges.sorted { ($0.edge.certainty, $0.name) < ($1.edge.certainty, $1.name) }.map { name, other, edge in
          let (path, consumer) = (graph.path(from: variable, to: other), edge.consumer.map(program.qualifiedName))
          return Need(name: name, when: "\(edge.certainty)", through: path, readBy: consumer)
        },
        usedBy: (users[variable] ?? []).sorted()
      )
    }
    self.faults = faults
  }
}
