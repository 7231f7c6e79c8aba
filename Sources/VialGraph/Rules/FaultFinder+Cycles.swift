extension FaultFinder {
  /// Injections that need each other while they are built, which stops the program at the resolve that closes the cycle.
  func cycles() -> [Fault] {
    var found: [Fault] = []
    var seen: Set<Set<PublicationID>> = []
    for least in [Certainty.eager, .conditional] {
      let message = least == .eager ? "dependency cycle" : "dependency cycle, if the code takes a branch"
      let edges = edgesInCycles(least)
      for publication in graph.application where !edges[publication].isEmpty {
        guard let cycle = shortestCycle(through: publication, edges), seen.insert(Set(cycle)).inserted else { continue }
        let path = (cycle + [publication]).map(graph.name).joined(separator: " → ")
        found.append(
          fault(least == .eager ? .error : .warning, "cycle", cycle, location(publication), "\(message): \(path)")
        )
      }
    }
    return found
  }

  /// The edges that remain when injections that nothing needs, or that need nothing, are removed repeatedly.
  private func edgesInCycles(_ least: Certainty) -> [[PublicationID]] {
    let edges = graph.edges.map { edges in
      edges.filter { $0.value.certainty <= least && $0.value.use != .pass }.keys.sorted()
    }
    var users: [[PublicationID]] = Array(repeating: [], count: edges.count)
    for (publication, others) in edges.enumerated() { for other in others { users[other].append(publication) } }
    var remains = Array(repeating: true, count: edges.count)
    for (next, previous) in [(edges, users), (users, edges)] {
      var counts = next.map { $0.filter { remains[$0] }.count }
      var ends = edges.indices.filter { remains[$0] && counts[$0] == 0 }
      while let end = ends.popLast() {
        remains[end] = false
        for other in previous[end] where remains[other] {
          counts[other] -= 1
          if counts[other] == 0 { ends.append(other) }
        }
      }
    }
    return edges.enumerated().map { publication, others in remains[publication] ? others.filter { remains[$0] } : [] }
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
    return cycle.allSatisfy { analysis.type(of: $0)?.isFamily == true } ? nil : cycle
  }
}
