extension FaultFinder {
  /// Injections that need each other while they are built, which stops the program at the resolve that closes the cycle.
  func cycles() -> [Fault] {
    var found: [Fault] = []
    var seen: Set<Set<SymbolID>> = []
    for least in [Certainty.eager, .conditional] {
      for publication in graph.application {
        guard let cycle = shortestCycle(through: publication, least), seen.insert(Set(cycle)).inserted else { continue }
        let path = (cycle + [publication]).map(graph.name).joined(separator: " → ")
        found.append(
          least == .eager
            ? .error(location(publication), "dependency cycle: \(path)")
            : .warning(location(publication), "dependency cycle, if the code takes a branch: \(path)")
        )
      }
    }
    return found
  }

  private func shortestCycle(through start: SymbolID, _ least: Certainty) -> [SymbolID]? {
    var previous: [SymbolID: SymbolID] = [:]
    func next(_ publication: SymbolID) -> [SymbolID] {
      let edges = graph.edges[publication]?.filter { $0.value.certainty <= least && $0.value.use != .pass } ?? [:]
      return edges.keys.sorted()
    }
    for publication in closure(
      of: start,
      { publication in
        for other in next(publication) where previous[other] == nil { previous[other] = publication }
        return next(publication)
      }
    ) where next(publication).contains(start) {
      let cycle = sequence(first: publication) { $0 == start ? nil : previous[$0] }.reversed()
      // The keys of a family can need other keys of the family.
      let isOfFamilies = cycle.allSatisfy { analysis.injectionTypes[$0]?.hasPrefix("family of") == true }
      return isOfFamilies ? nil : Array(cycle)
    }
    return nil
  }

  /// Instances that live longer than an instance that they keep, as `InjectionGraph.captiveDependencies` defines them.
  func captives() -> [Fault] {
    graph.application.filter { !isRetainedByOwners($0) }.flatMap { holder in
      let kept = closure(of: holder) { $0 == holder || isRetainedByOwners($0) ? self.kept(by: $0) : [] }
      return kept.filter { outlives(holder, $0) }.map { captive in
        Fault.warning(
          location(holder),
          "captive dependency: \(graph.name(holder)), a .\(strategy(holder)), keeps an instance of \(graph.name(captive)), "
            + "a .\(strategy(captive)): use @WeakInstance or @DynamicInstance, or the same flow"
        )
      }
    }
  }

  private func strategy(_ publication: SymbolID) -> String { analysis.publications[publication]?.strategy ?? "" }

  private func isRetainedByOwners(_ publication: SymbolID) -> Bool {
    ["shared", "onDemand", "required", ""].contains(strategy(publication))
  }

  /// The injections whose instances an instance keeps: those that it stores when it is built, and those of its consumers.
  private func kept(by publication: SymbolID) -> [SymbolID] {
    let reach = graph.reaches[publication]
    let edges = reach?.edges { edge in
      guard edge.use.keepsInstance, let consumer = edge.consumer else {
        return edge.use == .resolve && edge.certainty < .deferred
      }
      // An instance that a method builds later belongs to the caller of the method.
      return program.type(of: consumer).flatMap { reach?.types[$0] }.map { $0 < .deferred } ?? false
    }
    return (edges ?? [:]).keys.sorted()
  }

  private func outlives(_ holder: SymbolID, _ kept: SymbolID) -> Bool {
    let expiring = ["expiring", "cached"]
    if expiring.contains(strategy(kept)) { return !expiring.contains(strategy(holder)) }
    guard holder != kept, strategy(kept) == "flow", let flows = analysis.publications[kept]?.flows else { return false }
    // Clearing the flow of the kept instance must clear the flow of the holder, too.
    let cleared = flows.flatMap { flow in
      closure(of: flow) { flow in
        let references = program.symbols[flow].definition.map { program.files[$0.file].references } ?? []
        return references.filter { $0.container == flow && analysis.injectionTypes[$0.symbol] == "flow" }.map(\.symbol)
      }
    }
    return analysis.publications[holder]?.flows.isDisjoint(with: cleared) ?? true
  }
}
