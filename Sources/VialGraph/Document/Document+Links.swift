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

    /// An executable, or all sources if there is none.
    struct Executable {
      let name: String?

      /// The nodes that other executables reach, but not this one.
      let foreign: Set<Int>
    }

    let executables: [Executable]

    /// The edges from each node, and the edges to each node.
    private(set) var needs: [[Link]]
    private(set) var users: [[Link]]

    init(_ document: Document) {
      nodes = document.nodes
      needs = Array(repeating: [], count: nodes.count)
      users = needs
      let positions = Dictionary(nodes.enumerated().map { ($1.id, $0) }) { first, _ in first }
      let known = document.modules.compactMap { module in
        module.reaches.map { (name: module.name, reached: Set($0.compactMap { positions[$0] })) }
      }
      let reached = known.reduce(into: Set()) { $0.formUnion($1.reached) }
      let executables = known.map { Executable(name: $0.name, foreign: reached.subtracting($0.reached)) }
      self.executables = executables.isEmpty ? [Executable(name: nil, foreign: [])] : executables
      for edge in document.edges {
        guard let from = positions[edge.from], let to = positions[edge.to] else { continue }
        needs[from].append(Link(edge: edge, node: to))
        users[to].append(Link(edge: edge, node: from))
      }
    }

    /// A node that breaks without another one.
    struct Dependent {
      let node: Node

      /// The nodes on the shortest way to the other node, a certain one if there is one, without its ends.
      let through: [Node]

      /// Whether each use on some way is certain.
      let isCertain: Bool
    }

    /// The number of nodes that break without a node, and how many of them certainly do.
    func countOfDependents(of node: Int) -> (all: Int, certain: Int) {
      func count(where condition: (Edge) -> Bool) -> Int {
        let found = executables.map { executable in
          reachable(from: node) { users(of: $0, from: node, in: executable).filter { condition($0.edge) }.map(\.node) }
        }
        return Set(found.joined()).count - 1
      }
      return (count { _ in true }, count(where: \.certain))
    }

    /// The code that breaks without a node, nearest first, in the order of the identities.
    func dependents(of start: Int) -> [Dependent] {
      let all = ways(to: start) { _ in true }
      let certain = ways(to: start, where: \.certain)
      let found = nodes.indices.compactMap { node -> Dependent? in
        guard node != start, let through = certain[node] ?? all[node] else { return nil }
        return Dependent(node: nodes[node], through: through, isCertain: certain[node] != nil)
      }
      return found.sorted { ($0.through.count, $0.node.id) < ($1.through.count, $1.node.id) }
    }

    /// The nodes between each direct or indirect user of a node and the node, on the shortest way in an executable.
    private func ways(to start: Int, where condition: (Edge) -> Bool) -> [Int: [Node]] {
      executables.reduce(into: [:]) { result, executable in
        var ways: [Int: [Node]] = [:]
        _ = reachable(from: start) { node in
          let users = users(of: node, from: start, in: executable).filter { condition($0.edge) }.map(\.node)
          let way = node == start ? [] : [nodes[node]] + (ways[node] ?? [])
          for user in users where ways[user] == nil { ways[user] = way }
          return users
        }
        result.merge(ways) { $0.count <= $1.count ? $0 : $1 }
      }
    }

    /// The users of a node in an executable that need the start of a way, to which the node leads.
    private func users(of node: Int, from start: Int, in executable: Executable) -> [Link] {
      let users = users[node].filter { link in
        link.edge.isPossible(in: executable.name) && !executable.foreign.contains(link.node)
      }
      return node == start ? users : users.filter { $0.edge.isCall != true }
    }

    /// The nodes that a node needs in an executable, apart from namespaces that do not end a way.
    private func needs(of node: Int, to ends: Set<Int>, in executable: Executable) -> [Link] {
      needs[node].filter { link in
        let leadsOn = link.edge.isCall != true || ends.contains(link.node)
        return leadsOn && link.edge.isPossible(in: executable.name) && !executable.foreign.contains(link.node)
      }
    }

    /// The parallel edges of an executable that a way can follow in the same manner.
    struct Step {
      let user: Int
      let needed: Int

      /// Whether the edges only call a namespace, so that a way to anything else does not follow them.
      let endsWay: Bool

      /// Whether one of the edges is certain.
      let isCertain: Bool
    }

    /// The steps of all ways in an executable, of which a way to a node consists.
    func steps(in executable: Executable) -> [Step] {
      nodes.indices.filter { !executable.foreign.contains($0) }.flatMap { user in
        let possible = needs[user].filter { $0.edge.isPossible(in: executable.name) }
        return Dictionary(grouping: possible) { [$0.node, $0.edge.isCall == true ? 1 : 0] }
          .sorted { $0.key.lexicographicallyPrecedes($1.key) }
          .map { key, links in
            Step(
              user: user,
              needed: key[0],
              endsWay: key[1] == 1,
              isCertain: links.contains(where: \.edge.certain)
            )
          }
      }
    }

    /// The edges from one of some nodes to one of others: the shortest way of uses that are certain while instances are built,
    /// otherwise of certain uses, otherwise of all uses; `nil` without a way.
    func path(from starts: [Int], to ends: [Int]) -> [Link]? {
      let conditions: [(Edge) -> Bool] = [{ $0.certain && $0.when == .build }, \.certain, { _ in true }]
      // A way is a way in one executable.
      return conditions.lazy.flatMap { condition in
        executables.lazy.compactMap { shortestPath(from: starts, to: Set(ends), in: $0, where: condition) }
      }.first
    }

    private func shortestPath(
      from starts: [Int],
      to ends: Set<Int>,
      in executable: Executable,
      where condition: (Edge) -> Bool
    ) -> [Link]? {
      var ways: [Int: [Link]] = [:]
      let found = reachable(from: starts.filter { !executable.foreign.contains($0) }) { node in
        let links = needs(of: node, to: ends, in: executable).filter { condition($0.edge) }
        let way = starts.contains(node) ? [] : ways[node] ?? []
        for link in links where ways[link.node] == nil { ways[link.node] = way + [link] }
        return links.map(\.node)
      }
      return found.first { ends.contains($0) && ways[$0] != nil }.flatMap { ways[$0] }
    }

    /// The longest chain of injections of an executable, each of which certainly needs the next one when it is built.
    ///
    /// The edges of a cycle are left out, because a chain in a cycle has no end.
    var longestChain: [Node] { executables.map { longestChain(in: $0) }.max { $0.count < $1.count } ?? [] }

    private func longestChain(in executable: Executable) -> [Node] {
      let next = nodes.indices.map { node in
        let needs = needs(of: node, to: [], in: executable).filter { $0.edge.when == .build && $0.edge.certain }
        return nodes[node].isInjection ? needs.map(\.node).filter { nodes[$0].isInjection } : []
      }
      let components = StronglyConnectedComponents(next).numbers.map { $0 ?? 0 }
      // The length of the chain that begins with each injection, and the next injection of the chain.
      var lengths = Array(repeating: 1, count: nodes.count)
      var successors: [Int: Int] = [:]
      // The injections that an injection needs are in components with lower numbers.
      let injections = nodes.indices.filter { nodes[$0].isInjection }
      for node in injections.sorted(by: { components[$0] < components[$1] }) {
        let others = next[node].filter { components[$0] != components[node] }
        guard let longest = others.max(by: { lengths[$0] < lengths[$1] }) else { continue }
        lengths[node] = lengths[longest] + 1
        successors[node] = longest
      }
      guard let first = injections.max(by: { lengths[$0] < lengths[$1] }) else { return [] }
      return sequence(first: first) { successors[$0] }.map { nodes[$0] }
    }
  }
}

extension Document.Edge {
  /// Whether the use occurs in an executable, or in any one.
  fileprivate func isPossible(in executable: String?) -> Bool {
    executable.flatMap { executables?.contains($0) } ?? true
  }
}
