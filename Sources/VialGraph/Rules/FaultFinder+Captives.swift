extension FaultFinder {
  /// Instances that live longer than an instance that they keep, as `InjectionGraph.captiveDependencies` defines them.
  func captives() -> [Finding] {
    graph.application.filter { !isOwned($0) }.flatMap { holder in
      let kept = closure(of: holder) { $0 == holder || isOwned($0) ? graph.kept[$0] : [] }
      return kept.filter { outlives(holder, $0) }.compactMap { captive in
        let names = [holder, captive].map { "\(analysis.names[$0]), a .\(strategy($0))" }
        let message = "captive dependency: \(names[0]) keeps an instance of \(names[1])"
        return finding(about: [holder, captive], "\(message): use @WeakInstance or @DynamicInstance")
      }
    }
  }

  private func strategy(_ publication: PublicationID) -> String { analysis.publications[publication].strategy ?? "" }

  /// Whether the owners of an instance determine how long it lives.
  private func isOwned(_ id: PublicationID) -> Bool { ["shared", "onDemand", "required", ""].contains(strategy(id)) }

  private func outlives(_ holder: PublicationID, _ kept: PublicationID) -> Bool {
    let expiring = ["expiring", "cached"]
    if expiring.contains(strategy(kept)) { return !expiring.contains(strategy(holder)) }
    guard holder != kept, strategy(kept) == "flow" else { return false }
    // Clearing the flow of the kept instance must clear the flow of the holder, too.
    let cleared = analysis.publications[kept].flows.flatMap { flow in
      closure(of: flow) { analysis.vocabulary.childFlows[$0] ?? [] }
    }
    return analysis.publications[holder].flows.isDisjoint(with: cleared)
  }
}
