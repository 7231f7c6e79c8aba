extension FaultFinder {
  /// Injections that need each other while they are built, which stops the program at the resolve that closes the cycle.
  func cycles() -> [Finding] {
    var seen: Set<Set<PublicationID>> = []
    let programs = graph.edgesByProgram
    return [Certainty.eager, .conditional].flatMap { least in programs.map { (least, $0) } }.flatMap { least, edges in
      let needs = edges.map { edges in
        edges.filter { $0.value.certainty <= least && $0.value.use != .pass }.keys.sorted()
      }
      return cycles(in: needs).filter { seen.insert(Set($0)).inserted }.map { cycle in
        let path = cycle + [cycle[0]]
        let isCertain = zip(path, path.dropFirst()).allSatisfy { edges[$0][$1]?.certainty == .eager }
        let areFamilies = cycle.allSatisfy(isFamily)
        let condition = areFamilies ? ", if the keys repeat" : isCertain ? "" : ", if the code takes a branch"
        let names = path.map { analysis.names[$0] }.joined(separator: " → ")
        return finding(about: cycle, isError: condition.isEmpty, "dependency cycle\(condition): \(names)")
      }
    }
  }

  /// The cycles that a depth-first search closes, at least one of each group of injections that need each other.
  private func cycles(in needs: [[PublicationID]]) -> [[PublicationID]] {
    var cycles: [[PublicationID]] = []
    var path: [PublicationID] = []
    // The positions of the injections in the path, or -1 for those that were in the path before.
    var positions: [PublicationID: Int] = [:]
    func visit(_ id: PublicationID) {
      if let position = positions[id] {
        if position >= 0 { cycles.append(Array(path[position...])) }
        return
      }
      positions[id] = path.count
      path.append(id)
      needs[id].forEach(visit)
      path.removeLast()
      positions[id] = -1
    }
    analysis.application.forEach(visit)
    // The keys of a family can need other keys of the family.
    return cycles.filter { $0.count > 1 || !isFamily($0[0]) }
  }

  private func isFamily(_ id: PublicationID) -> Bool { analysis.heldType(of: id)?.kind == .family }
}
