import VialGraphProgram

extension FaultFinder {
  /// Injections that need each other while they are built, which stops the program at the resolve that closes the cycle.
  func cycles() -> [Finding] {
    var seen: Set<[String]> = []
    let executables = graph.edgesByExecutable
    return keptKeys()
      + [true, false].flatMap { areCertain in executables.map { (areCertain, $0) } }.flatMap { areCertain, edges in
        let needs = edges.map { edges in
          edges.filter { closesCycle($0.value) && (!areCertain || $0.value.moment.isCertain) }.keys.sorted()
        }
        return cycles(in: needs).map { finding(about: $0, edges) }.filter { seen.insert($0.nodes.sorted()).inserted }
      }
  }

  /// Returns a finding about injections of which each needs the next one, and the last one needs the first one.
  ///
  /// A replacement of an injection that leads to the next one is the place of the fault, because the cycle exists only with it.
  private func finding(about cycle: [PublicationID], _ edges: [[PublicationID: Reach.Edge]]) -> Finding {
    let path = cycle + [cycle[0]]
    let needs = zip(path, path.dropFirst()).compactMap { user, used in edges[user][used].map { (user: user, edge: $0) }
    }
    let replacement = needs.lazy.compactMap { graph.replacement(of: $0.user, leadingTo: $0.edge) }.first
    let isCertain = needs.allSatisfy(\.edge.moment.isCertain)
    let areFamilies = cycle.allSatisfy(isFamily)
    let condition = areFamilies ? ", if the keys repeat" : isCertain ? "" : ", if the code takes a branch"
    let names = path.map { analysis.names[$0] }.joined(separator: " → ")
    let executable = executable(of: replacement)
    let place = executable.map { " in \($0)" } ?? ""
    return finding(
      about: cycle,
      in: executable,
      at: replacement?.location,
      isCertain: condition.isEmpty,
      "dependency cycle\(place)\(condition): \(names)"
    )
  }

  /// Families whose factories resolve the family with the same key.
  private func keptKeys() -> [Finding] {
    analysis.application.filter(isFamily).compactMap { family in
      let steps = analysis.publications[family].code.map(analysis.steps) ?? []
      let needs = steps.filter { step in
        step.use?.resolution?.keepsKey == true && step.moment.isNow
          && analysis.publications(heldBy: step.symbol).contains(family)
      }
      guard let moment = needs.map(\.moment).reduce(nil, { $0?.or($1) ?? $1 }) else { return nil }
      let condition = moment.isCertain ? "" : ", if the code takes a branch"
      let name = analysis.names[family]
      return finding(
        about: [family],
        isCertain: moment.isCertain,
        "dependency cycle\(condition): \(name) → \(name), with the same key"
      )
    }
  }

  /// Whether an injection is resolved while an instance is built, apart from uses that another implementation can avoid.
  private func closesCycle(_ edge: Reach.Edge) -> Bool {
    edge.moment.isNow && edge.moment.isCertain(apartFrom: .branch) && edge.use != .pass
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
