import VialGraphProgram

extension Document {
  /// The edges of a document in both directions, by the positions of nodes in the document.
  struct Links {
    /// An edge, and the position of the node at its other end.
    struct Link {
      let edge: Edge
      let node: Int
    }

    let nodes: [Node]

    /// The names of the executables, or only `nil` without executables.
    private let executables: [String?]

    /// The edges from each node, and the edges to each node.
    private(set) var needs: [[Link]]
    private(set) var users: [[Link]]

    init(_ document: Document) {
      nodes = document.nodes
      let names = document.modules.filter { $0.reaches != nil }.map(\.name)
      executables = names.isEmpty ? [nil] : names
      needs = Array(repeating: [], count: nodes.count)
      users = needs
      let positions = Dictionary(nodes.enumerated().map { ($1.id, $0) }) { first, _ in first }
      for edge in document.edges {
        guard let from = positions[edge.from], let to = positions[edge.to] else { continue }
        needs[from].append(Link(edge: edge, node: to))
        users[to].append(Link(edge: edge, node: from))
      }
    }

    /// A node that breaks without another one.
    struct Found {
      let node: Node

      /// The nodes on the shortest way to the other node, a certain one if there is one, without its ends.
      let through: [Node]

      /// Whether each use on some way is certain.
      let isCertain: Bool
    }

    /// The number of nodes that break without a node.
    func countOfDependents(of node: Int) -> Int { reachable(from: node) { users[$0].map(\.node) }.count - 1 }

    /// The code that breaks without a node, nearest first.
    func dependents(of start: Int) -> [Found] {
      let all = ways(to: start) { _ in true }
      let certain = ways(to: start, where: \.certain)
      return reachable(from: start) { users[$0].map(\.node) }.dropFirst().map { node in
        Found(node: nodes[node], through: certain[node] ?? all[node] ?? [], isCertain: certain[node] != nil)
      }
    }

    /// The nodes between each direct or indirect user of a node and the node, on the shortest way.
    private func ways(to start: Int, where condition: (Edge) -> Bool) -> [Int: [Node]] {
      var ways: [Int: [Node]] = [:]
      _ = reachable(from: start) { node in
        let users = users[node].filter { condition($0.edge) }.map(\.node)
        for user in users where ways[user] == nil { ways[user] = ways[node].map { [nodes[node]] + $0 } ?? [] }
        return users
      }
      return ways
    }

    /// The edges from one of some nodes to one of others: the shortest way of uses that are certain while instances are built,
    /// otherwise of certain uses, otherwise of all uses; `nil` without a way.
    func path(from starts: [Int], to ends: [Int]) -> [Link]? {
      let conditions: [(Edge) -> Bool] = [{ $0.certain && $0.when == .build }, \.certain, { _ in true }]
      // A way is a way in one executable.
      return conditions.lazy.flatMap { condition in
        executables.lazy.compactMap { executable in
          shortestPath(from: starts, to: Set(ends)) { condition($0) && $0.isPossible(in: executable) }
        }
      }.first
    }

    private func shortestPath(from starts: [Int], to ends: Set<Int>, where condition: (Edge) -> Bool) -> [Link]? {
      var ways: [Int: [Link]] = [:]
      let found = reachable(from: starts) { node in
        let links = needs[node].filter { condition($0.edge) }
        for link in links where ways[link.node] == nil { ways[link.node] = (ways[node] ?? []) + [link] }
        return links.map(\.node)
      }
      return found.first { ends.contains($0) && ways[$0] != nil }.flatMap { ways[$0] }
    }

    /// The longest chain of injections of an executable, each of which needs the next one when it is built.
    ///
    /// An edge that closes a cycle ends the chain.
    var longestChain: [Node] { executables.map { longestChain(in: $0) }.max { $0.count < $1.count } ?? [] }

    private func longestChain(in executable: String?) -> [Node] {
      var chains: [Int: [Int]] = [:]
      func chain(_ node: Int) -> [Int] {
        if let known = chains[node] { return known }
        chains[node] = []
        let next = needs[node].filter { link in
          link.edge.when == .build && nodes[link.node].isInjection && link.edge.isPossible(in: executable)
        }
        let longest = [node] + (next.map { chain($0.node) }.max { $0.count < $1.count } ?? [])
        chains[node] = longest
        return longest
      }
      let injections = nodes.indices.filter { nodes[$0].isInjection }
      return injections.map(chain).max { $0.count < $1.count }?.map { nodes[$0] } ?? []
    }
  }
}

extension Document.Edge {
  /// Whether the use occurs in an executable, or in any one.
  fileprivate func isPossible(in executable: String?) -> Bool {
    executable.flatMap { executables?.contains($0) } ?? true
  }
}
