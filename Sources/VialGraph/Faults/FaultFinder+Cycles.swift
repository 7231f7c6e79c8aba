extension FaultFinder {
  /// Injections that need each other while they are built, which stops the program at the resolve that closes the cycle.
  func cycles() -> [Document.Fault] {
    var found: [Document.Fault] = []
    var seen: Set<Set<SymbolID>> = []
    for least in [Certainty.eager, .conditional] {
      let message = least == .eager ? "dependency cycle" : "dependency cycle, if the code takes a branch"
      for publication in graph.application {
        guard let cycle = shortestCycle(through: publication, least), seen.insert(Set(cycle)).inserted else { continue }
        let path = (cycle + [publication]).map(graph.name).joined(separator: " → ")
        let severity = least == .eager ? Document.Fault.Severity.error : .warning
        found.append(fault(severity, "cycle", cycle, location(publication), "\(message): \(path)"))
      }
    }
    return found
  }

  private func shortestCycle(through start: SymbolID, _ least: Certainty) -> [SymbolID]? {
    var previous: [SymbolID: SymbolID] = [:]
    var last: SymbolID?
    _ = closure(of: start) { publication in
      let edges = graph.edges[publication]?.filter { $0.value.certainty <= least && $0.value.use != .pass } ?? [:]
      for other in edges.keys where previous[other] == nil { previous[other] = publication }
      if edges[start] != nil { last = last ?? publication }
      return edges.keys.sorted()
    }
    let cycle = last.map { sequence(first: $0) { $0 == start ? nil : previous[$0] }.reversed() } ?? []
    // The keys of a family can need other keys of the family.
    let isOfFamilies = cycle.allSatisfy { analysis.injectionTypes[$0]?.hasPrefix("family of") == true }
    return isOfFamilies ? nil : cycle
  }
}
