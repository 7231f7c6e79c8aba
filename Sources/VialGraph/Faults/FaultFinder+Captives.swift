extension FaultFinder {
  /// Instances that live longer than an instance that they keep, as `InjectionGraph.captiveDependencies` defines them.
  func captives() -> [Fault] {
    graph.application.filter { !isOwned($0) }.flatMap { holder in
      let kept = closure(of: holder) { $0 == holder || isOwned($0) ? self.kept(by: $0) : [] }
      return kept.filter { outlives(holder, $0) }.map { captive in
        let cure = "use @WeakInstance or @DynamicInstance"
        let message = "captive dependency: \(name(holder)) keeps an instance of \(name(captive)): \(cure)"
        return fault(.warning, location(holder), message)
      }
    }
  }

  private func name(_ publication: SymbolID) -> String { "\(graph.name(publication)), a .\(strategy(publication))" }
  private func strategy(_ publication: SymbolID) -> String { analysis.publications[publication]?.strategy ?? "" }

  /// Whether the owners of an instance determine how long it lives.
  private func isOwned(_ id: SymbolID) -> Bool { ["shared", "onDemand", "required", ""].contains(strategy(id)) }

  /// The injections whose instances an instance retains, because its factory stores them or its consumers read them.
  private func kept(by publication: SymbolID) -> [SymbolID] {
    guard let reach = graph.reaches[publication] else { return [] }
    return reach.edges { edge in
      guard let consumer = edge.consumer else { return edge.use == .resolve && edge.certainty < .deferred }
      // An instance that a method builds later belongs to the caller of the method.
      let owner = program.type(of: consumer).flatMap { reach.types[$0] } ?? .lazy
      return owner < .deferred && [.consume("Instance"), .consume("ViewInstance")].contains(edge.use)
    }
    .keys.sorted()
  }

  private func outlives(_ holder: SymbolID, _ kept: SymbolID) -> Bool {
    let expiring = ["expiring", "cached"]
    if expiring.contains(strategy(kept)) { return !expiring.contains(strategy(holder)) }
    guard holder != kept, strategy(kept) == "flow", let flows = analysis.publications[kept]?.flows else { return false }
    // Clearing the flow of the kept instance must clear the flow of the holder, too.
    let cleared = flows.flatMap { flow in
      closure(of: flow) { flow in
        let references = program[flow].definition.map { program.files[$0.file].references } ?? []
        return references.filter { $0.container == flow && analysis.injectionTypes[$0.symbol] == "flow" }.map(\.symbol)
      }
    }
    return analysis.publications[holder]?.flows.isDisjoint(with: cleared) ?? true
  }
}
