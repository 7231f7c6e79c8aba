extension FaultFinder {
  /// Instances that live longer than an instance that they keep, as `InjectionGraph.captiveDependencies` defines them.
  func captives() -> [Fault] { applicationNodes.flatMap(captives(of:)) }

  private func captives(of holder: NodeID) -> [Fault] {
    let node = analysis.nodes[holder]
    guard let strategy = node.strategy, !Self.retainedByOwners.contains(strategy) else { return [] }
    var found: [Fault] = []
    var seen: Set = [holder]
    var pending: [(node: NodeID, path: String)] = [(holder, "")]
    var index = 0
    while index < pending.count {
      let (next, path) = pending[index]
      index += 1
      for kept in kept(by: next) where seen.insert(kept).inserted {
        guard let strategy = analysis.nodes[kept].strategy else { continue }
        if outlives(holder, kept) {
          found.append(
            Fault(
              .warning,
              node.location,
              "captive dependency: \(name(holder)) (\(node.kind)) keeps an instance of \(name(kept)) (.\(strategy))\(path)"
            )
          )
        }
        if Self.retainedByOwners.contains(strategy) { pending.append((kept, "\(path), through \(name(kept))")) }
      }
    }
    return found
  }

  private static let retainedByOwners: Set = ["shared", "onDemand"]
  private static let canExpire: Set = ["expiring", "cached"]

  /// The injections whose instances an instance keeps: those that its initializer stores, and those of its consumers.
  private func kept(by node: NodeID) -> [NodeID] {
    graph.keptEdges[node].filter { _, edge in
      guard let consumer = edge.consumer else { return edge.certainty < .deferred && edge.use == .resolve }
      // An instance that a method builds later belongs to the caller of the method.
      let type = program.type(of: consumer).flatMap { graph.reaches[node].types[$0] }
      return type.map { $0 < .deferred } ?? false
    }
    .keys.sorted()
  }

  private func outlives(_ holder: NodeID, _ kept: NodeID) -> Bool {
    let (holder, kept) = (analysis.nodes[holder], analysis.nodes[kept])
    if let strategy = kept.strategy, Self.canExpire.contains(strategy) {
      return !Self.canExpire.contains(holder.strategy ?? "")
    }
    guard kept.strategy == "flow" else { return false }
    guard holder.strategy == "flow" else { return true }
    // Clearing the flow of the kept instance must clear the flow of the holder, too.
    return holder.flows.isDisjoint(with: kept.flows.flatMap(flowAndChildren))
  }

  private func flowAndChildren(of flow: SymbolID) -> [SymbolID] {
    var found = [flow]
    var index = 0
    while index < found.count {
      found += analysis.children(ofFlow: found[index]).filter { !found.contains($0) }
      index += 1
    }
    return found
  }
}
