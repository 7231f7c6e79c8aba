extension FaultFinder {
  /// Injections that need each other while they are built, which stops the program at the resolve that closes the cycle.
  func cycles() -> [Finding] {
    var seen: Set<Set<PublicationID>> = []
    return [Certainty.eager, .conditional].flatMap { least in
      let edges = edgesInCycles(least)
      let cycles = graph.application.compactMap { edges[$0].isEmpty ? nil : shortestCycle(through: $0, edges) }
      return cycles.filter { seen.insert(Set($0)).inserted }.compactMap { cycle in
        let path = (cycle + cycle.prefix(1)).map { analysis.names[$0] }.joined(separator: " → ")
        if least == .eager { return finding(.error, about: cycle, "dependency cycle: \(path)") }
        return finding(about: cycle, "dependency cycle, if the code takes a branch: \(path)")
      }
    }
  }

  /// The edges between injections that need others, and that others need, after the others are removed repeatedly.
  private func edgesInCycles(_ least: Certainty) -> [[PublicationID]] {
    let edges = graph.edges.map { edges in
      edges.filter { $0.value.certainty <= least && $0.value.use != .pass }.keys.sorted()
    }
    return reversed(withoutEnds(reversed(withoutEnds(edges))))
  }

  func reversed(_ edges: [[PublicationID]]) -> [[PublicationID]] {
    edges.enumerated().reduce(into: edges.map { _ in [] }) { result, next in
      for other in next.element { result[other].append(next.offset) }
    }
  }

  /// The edges that remain when injections without edges are removed repeatedly.
  private func withoutEnds(_ edges: [[PublicationID]]) -> [[PublicationID]] {
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

  private func shortestCycle(through start: PublicationID, _ edges: [[PublicationID]]) -> [PublicationID]? {
    var previous: [PublicationID: PublicationID] = [:]
    var (found, index) = ([start], 0)
    while index < found.count, previous[start] == nil {
      for other in edges[found[index]] where previous[other] == nil {
        previous[other] = found[index]
        found.append(other)
      }
      index += 1
    }
    guard let last = previous[start] else { return nil }
    let cycle = Array(sequence(first: last) { $0 == start ? nil : previous[$0] }.reversed())
    // The keys of a family can need other keys of the family.
    return cycle.allSatisfy { analysis.type(of: $0)?.kind == .family } ? nil : cycle
  }
}
