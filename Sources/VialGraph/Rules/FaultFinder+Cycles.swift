import VialGraphProgram

extension FaultFinder {
  /// A step of a cycle: an injection needs another one.
  private struct Need {
    let user: PublicationID
    let used: PublicationID
    let edge: Reach.Edge
  }

  /// The identity of a cycle, in which each injection can be the first one.
  private struct Cycle: Hashable {
    let injections: Set<Identity>
    let site: Finding.Site?

    init(_ finding: Finding) {
      injections = Set(finding.declarations)
      site = finding.site
    }
  }

  /// Injections that need each other while they are built, which stops the program at the resolve that closes the cycle.
  func cycles() -> [Finding] {
    var findings = keptKeys()
    var seen: Set<Cycle> = []
    for areCertain in [true, false] {
      for part in graph.parts {
        let needs = analysis.publications.indices.map { publication in
          part.edges(from: publication, in: graph).filter { _, edge in
            closesCycle(edge) && (!areCertain || edge.moment.isCertain)
          }.keys.sorted()
        }
        let found = cycles(in: needs).map { finding(about: $0, in: part) }
        findings += found.filter { seen.insert(Cycle($0)).inserted }
      }
    }
    return findings
  }

  /// Returns a finding about injections of which each needs the next one, and the last one needs the first one.
  ///
  /// A replacement of an injection that leads to the next one is the place of the fault, because the cycle exists only with it.
  private func finding(about cycle: [PublicationID], in part: DependencyGraph.Part) -> Finding {
    let path = cycle + [cycle[0]]
    let needs = zip(path, path.dropFirst()).compactMap { user, used in
      part.edges(from: user, in: graph)[used].map { Need(user: user, used: used, edge: $0) }
    }
    let replacement = needs.lazy.compactMap { graph.replacement(of: $0.user, leadingTo: $0.edge, in: part) }.first
    let isCertain = needs.allSatisfy(\.edge.moment.isCertain)
    let areFamilies = cycle.allSatisfy(isFamily)
    let condition = areFamilies ? ", if the keys repeat" : isCertain ? "" : ", if the code takes a branch"
    let names = path.map { analysis.names[$0] }.joined(separator: " → ")
    let executable = executable(of: replacement)
    let place = executable.map { " in \($0)" } ?? ""
    let isOfOverride = cycle.count == 1 && replacement?.replacement?.isOverride == true
    let cure = isOfOverride ? "get the original with override(with: { original in … })" : cure(needs)
    return finding(
      about: cycle,
      in: executable.map(Finding.Site.executable),
      at: replacement?.location,
      isCertain: condition.isEmpty,
      "dependency cycle\(place)\(condition): \(names): \(cure)"
    )
  }

  /// The need of a cycle that a consumer can delay, otherwise the last one.
  private func cure(_ needs: [Need]) -> String {
    for need in needs.reversed() {
      if let type = type(thatKeeps: need) {
        return "let \(program.qualifiedName(of: type)) consume \(analysis.names[need.used]) with @Instance"
      }
    }
    let last = needs[needs.count - 1]
    return "let \(analysis.names[last.user]) resolve \(analysis.names[last.used]) later, for example in a closure"
  }

  /// The class or the structure that can have a consumer instead of the instance: the type whose code resolves the instance,
  /// otherwise the type whose initializer the code calls.
  private func type(thatKeeps need: Need) -> SymbolID? {
    if need.edge.consumer != nil { return nil }
    let owner = need.edge.body.declaration.flatMap(program.enclosingType)
    let built = analysis.steps(of: need.edge.body).filter { program[$0.symbol].kind == .initializer }
    let types = [owner] + built.map { program.enclosingType(of: $0.symbol) }
    return types.compactMap(\.self).first { type in
      [.class, .structure].contains(program[type].kind) && program[type].definition != nil
    }
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
    edge.moment.isNow && edge.moment.isCertain(apartFrom: .branch) && !edge.use.isPass
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
