extension FaultFinder {
  /// Instances that live longer than an instance that they keep, as `InjectionGraph.captiveDependencies` defines them.
  func captives() -> [Finding] {
    let kept = graph.reaches.map(kept)
    return analysis.application.filter { !isOwned($0) }.flatMap { holder in
      let captives = reachable(from: holder) { $0 == holder || isOwned($0) ? kept[$0] : [] }
      return captives.filter { outlives(holder, $0) }.map { captive in
        let names = [holder, captive].map { "\(analysis.names[$0]) (.\(strategy($0)))" }
        let message = "captive dependency: \(names[0]) keeps an instance of \(names[1])"
        return finding(about: [holder, captive], "\(message): use @WeakInstance or @DynamicInstance")
      }
    }
  }

  /// The injections whose instances an instance retains, because its factory stores them or its consumers read them.
  private func kept(by reach: Reach) -> [PublicationID] {
    let edges = reach.edges { edge in
      guard let consumer = edge.consumer else { return edge.use == .resolve && edge.moment.isNow }
      // An instance that a method builds later belongs to the caller of the method.
      let owner = program.enclosingType(of: consumer).flatMap { reach.bodies[.type($0)] } ?? .later
      return owner.isNow && [.consume("Instance"), .consume("ViewInstance")].contains(edge.use)
    }
    return edges.keys.sorted()
  }

  /// The strategy of an injection, or of the implementations of a required injection.
  private func strategy(_ id: PublicationID) -> String {
    let provided = analysis.provisions(of: id).map(\.strategy)
    let own = analysis.publications[id].strategy ?? ""
    return provided.contains(nil) ? own : provided.first.flatMap(\.self) ?? own
  }

  private func flows(_ id: PublicationID) -> Set<SymbolID> {
    analysis.provisions(of: id).reduce(analysis.publications[id].flows) { $0.union($1.flows) }
  }

  /// Whether the owners of an instance determine how long it lives.
  private func isOwned(_ id: PublicationID) -> Bool { ["shared", "onDemand", "required", ""].contains(strategy(id)) }

  private func outlives(_ holder: PublicationID, _ kept: PublicationID) -> Bool {
    let expiring = ["expiring", "cached"]
    if expiring.contains(strategy(kept)) { return !expiring.contains(strategy(holder)) }
    guard holder != kept, strategy(kept) == "flow" else { return false }
    // Clearing the flow of the kept instance must clear the flow of the holder, too.
    let cleared = flows(kept).flatMap { flow in
      reachable(from: flow) { analysis.vocabulary.childFlows[$0] ?? [] }
    }
    return flows(holder).isDisjoint(with: cleared)
  }
}
