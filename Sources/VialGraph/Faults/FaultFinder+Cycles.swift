extension FaultFinder {
  /// Injections that need each other while they are built, which stops the program at the resolve that closes the cycle.
  func cycles() -> [Fault] {
    var found: [Fault] = []
    var seen: Set<Set<NodeID>> = []
    for least in [Certainty.certain, .conditional] {
      for node in applicationNodes {
        guard let cycle = shortestCycle(through: node, least), seen.insert(Set(cycle)).inserted else { continue }
        let path = (cycle + [node]).map(name).joined(separator: " → ")
        let location = analysis.nodes[node].location
        found.append(
          least == .certain
            ? Fault(.error, location, "dependency cycle: \(path)")
            : Fault(.warning, location, "dependency cycle, if the code takes a branch: \(path)")
        )
      }
    }
    return found
  }

  private func shortestCycle(through start: NodeID, _ least: Certainty) -> [NodeID]? {
    var previous: [NodeID: NodeID] = [:]
    var pending = [start]
    var index = 0
    while index < pending.count {
      let node = pending[index]
      index += 1
      let next = graph.edges[node].filter { $0.value.certainty <= least && $0.value.use != .pass }.keys.sorted()
      if next.contains(start) {
        let cycle = sequence(first: node) { previous[$0] }.reversed()
        // The keys of a family can need other keys of the family.
        return cycle.allSatisfy(isFamily) ? nil : Array(cycle)
      }
      for other in next where previous[other] == nil && !analysis.nodes[other].isInTests {
        previous[other] = node
        pending.append(other)
      }
    }
    return nil
  }

  private func isFamily(_ node: NodeID) -> Bool {
    if case .family = analysis.nodes[node].type { true } else { false }
  }
}
