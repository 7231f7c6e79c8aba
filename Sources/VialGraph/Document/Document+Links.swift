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

    /// A node that breaks without another one.
    struct Found {
      let node: Node
      let distance: Int

      /// The nodes on the shortest way to the other node, without its ends.
      let through: [Node]

      /// Whether each use on some way is certain.
      let isCertain: Bool
    }

    /// The code that breaks without a node, nearest first.
    func dependents(of start: Int) -> [Found] {
      var distances = [start: 0]
      var next: [Int: Int] = [:]
      let order = closure(of: start) { node in
        users[node].compactMap { edge in
          guard let user = positions[document.edges[edge].from] else { return nil }
          if distances[user] == nil { (distances[user], next[user]) = ((distances[node] ?? 0) + 1, node) }
          return user
        }
      }
      let certain = closure(of: start) { node in
        users[node].map { document.edges[$0] }.filter(\.certain).compactMap { positions[$0.from] }
      }
      let isCertain = Set(certain).contains
      return order.dropFirst().map { node in
        let through = sequence(first: node) { next[$0] }.dropFirst().dropLast().map { document.nodes[$0] }
        return Found(
          node: document.nodes[node],
          distance: distances[node] ?? 0,
          through: through,
          isCertain: isCertain(node)
        )
      }
    }
  }
}
