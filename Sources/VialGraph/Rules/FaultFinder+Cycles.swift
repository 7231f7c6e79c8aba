extension FaultFinder {
  /// Injections that need each other while they are built, which stops the program at the resolve that closes the cycle.
  func cycles() -> [Finding] {
    var seen: Set<Set<PublicationID>> = []
    return [Certainty.eager, .conditional].flatMap { least in
      let needs = graph.edges.map { edges in
        edges.filter { $0.value.certainty <= least && $0.value.use != .pass }.keys.sorted()
      }
      // Both ways from an injection in a cycle are endless.
      let edges = reversed(endless(reversed(endless(needs))))
      let cycles = graph.application.compactMap { shortestCycle(through: $0, edges) }
      return cycles.filter { seen.insert(Set($0)).inserted }.compactMap { cycle in
        let path = (cycle + cycle.prefix(1)).map { analysis.names[$0] }.joined(separator: " → ")
        if least == .eager { return finding(.error, about: cycle, "dependency cycle: \(path)") }
        return finding(about: cycle, "dependency cycle, if the code takes a branch: \(path)")
      }
    }
  }

  /// The edges that remain when the edges to injections without edges are removed repeatedly.
  private func endless(_ edges: [[PublicationID]]) -> [[PublicationID]] {
    let users = reversed(edges)
    var counts = edges.map(\.count)
    var ends = counts.indices.filter { counts[$0] == 0 }
    while let end = ends.popLast() {
      for user in users[end] {
        counts[user] -= 1
        if counts[user] == 0 { ends.append(user) }
      }
    }
    return edges.map { $0.filter { counts[$0] > 0 } }
  }

  private func reversed(_ edges: [[PublicationID]]) -> [[PublicationID]] {
    edges.enumerated().reduce(into: edges.map { _ in [] }) { result, next in
      for other in next.element { result[other].append(next.offset) }
    }
  }

  private func shortestCycle(through start: PublicationID, _ edges: [[PublicationID]]) -> [PublicationID]? {
    var previous: [PublicationID: PublicationID] = [:]
    _ = closure(of: start) { next in
      for other in edges[next] where previous[other] == nil { previous[other] = next }
      return edges[next]
    }
    guard let last = previous[start] else { return nil }
    let cycle = Array(sequence(first: last) { $0 == start ? nil : previous[$0] }.reversed())
    // The keys of a family can need other keys of the family.
    return cycle.allSatisfy { analysis.type(of: $0)?.kind == .family } ? nil : cycle
  }
}
