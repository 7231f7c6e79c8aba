extension Document {
  /// The edges of a document in both directions, by the positions of nodes and edges in the document.
  struct Links {
    let document: Document
    private(set) var needs: [[Int]]
    private(set) var users: [[Int]]
    let positions: [ID: Int]

    init(_ document: Document) {
      self.document = document
      positions = Dictionary(document.nodes.enumerated().map { ($1.id, $0) }) { first, _ in first }
      needs = Array(repeating: [], count: document.nodes.count)
      users = needs
      for (index, edge) in document.edges.enumerated() {
        guard let from = positions[edge.from], let to = positions[edge.to] else { continue }
        needs[from].append(index)
        users[to].append(index)
      }
    }

    /// A node that another one leads to.
    struct Found {
      let node: Node
      let distance: Int

      /// The nodes on the shortest way from this node, without its ends.
      let through: [Node]

      /// Whether each use on some way is certain.
      let isCertain: Bool
    }

    /// The code that breaks without a node, nearest first.
    func dependents(of node: Int) -> [Found] { found(from: node, users) { positions[$0.from] } }

    /// The nodes that a node needs, nearest first.
    func dependencies(of node: Int) -> [Found] { found(from: node, needs) { positions[$0.to] } }

    private func found(from start: Int, _ edges: [[Int]], _ end: (Edge) -> Int?) -> [Found] {
      var distances = [start: 0]
      var previous: [Int: Int] = [:]
      let order = closure(of: start) { node in
        edges[node].compactMap { edge in
          guard let next = end(document.edges[edge]) else { return nil }
          if distances[next] == nil { (distances[next], previous[next]) = ((distances[node] ?? 0) + 1, node) }
          return next
        }
      }
      let certain = Set(
        closure(of: start) { node in
          edges[node].map { document.edges[$0] }.filter(\.certain).compactMap(end)
        }
      )
      return order.dropFirst().map { node in
        let way = sequence(first: node) { previous[$0] }.dropFirst().dropLast()
        let through = way.map { document.nodes[$0] }
        return Found(
          node: document.nodes[node],
          distance: distances[node] ?? 0,
          through: through,
          isCertain: certain.contains(node)
        )
      }
    }
  }
}
