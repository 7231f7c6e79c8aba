import VialGraphProgram

extension FaultFinder {
  /// Instances that live longer than instances that they keep, as `InjectionGraph.captiveDependencies` defines them.
  func captives() -> [Finding] {
    let kept = analysis.publications.indices.map { self.kept(by: $0) }
    return analysis.application.filter { !isOwned($0) && !isScalar($0) }.flatMap { holder -> [Finding] in
      // The factory of the holder, and each replacement of the factory.
      let replacements: [Step?] = [nil] + graph.replacements(of: holder)
      return replacements.compactMap { replacement -> Finding? in
        let first = self.kept(by: holder) { graph.leads(replacement, of: holder, to: $0) }
        let reached = reachable(from: first) { isOwned($0) ? kept[$0] : [] }
        let captives = reached.filter { outlives(holder, $0) }
        return captives.isEmpty ? nil : finding(about: holder, keeping: captives, because: replacement)
      }
    }
  }

  private func finding(about holder: PublicationID, keeping captives: [PublicationID], because replacement: Step?)
    -> Finding
  {
    let kept = Dictionary(grouping: captives, by: lifetime).sorted { $0.key < $1.key }
    let what = kept.map { "\(names($1)) (\($0))" }.joined(separator: ", ")
    let subject = "\(analysis.names[holder]) (\(lifetime(of: holder)))"
    let executable = executable(of: replacement)
    let place = executable.map { " in \($0)" } ?? ""
    return finding(
      about: [holder] + captives,
      in: executable,
      at: replacement?.location,
      "captive dependency\(place): \(subject) keeps \(what): \(cure(holder, captives))"
    )
  }

  /// Whether an instance, or an optional one, is a number, a text or another value that keeps nothing.
  private func isScalar(_ id: PublicationID) -> Bool {
    guard let type = analysis.heldType(of: id)?.provided else { return false }
    let wrapped = type.hasPrefix("Optional<") ? String(type.dropFirst("Optional<".count).dropLast()) : type
    return Self.scalars.contains(wrapped)
  }

  /// The strategy of an injection, with the names of its flows.
  private func lifetime(of id: PublicationID) -> String {
    let names = flows(id).sorted().map(program.qualifiedName)
    let isOfFlow = strategy(id) == .flow && !names.isEmpty
    return (strategy(id)?.spelling ?? "") + (isOfFlow ? "(\(names.joined(separator: ", ")))" : "")
  }

  private func cure(_ holder: PublicationID, _ captives: [PublicationID]) -> String {
    let flows = Set(captives.flatMap(flows))
    let isOneFlow = flows.count == 1 && captives.allSatisfy { strategy($0) == .flow }
    let flow = isOneFlow ? flows.first.map { ", or give both the flow \(program.qualifiedName(of: $0))" } : nil
    return "use @WeakInstance or @DynamicInstance, or reset the consumer\(flow ?? "")"
  }

  /// The injections whose instances an instance retains, because its factory stores them or its consumers read them.
  private func kept(by holder: PublicationID, where condition: (Reach.Edge) -> Bool = { _ in true }) -> [PublicationID]
  {
    let reach = graph.reaches[holder]
    let edges = reach.edges { edge in
      if !condition(edge) { return false }
      if edge.consumer == nil && edge.moment.isNow { return edge.use.retainsInstance }
      guard let consumer = edge.consumer ?? property(assignedBy: edge) else { return false }
      let isReset = analysis.resetConsumers[consumer]?.contains { $0.map { reach.bodies[.type($0)] != nil } ?? true }
      if isReset == true { return false }
      // An instance that a method builds later belongs to the caller of the method.
      let owner = program.enclosingType(of: consumer).flatMap { reach.bodies[.type($0)] } ?? .later
      return owner.isNow && edge.use.retainsInstance
    }
    return edges.keys.sorted()
  }

  /// The property of a class to which a method assigns the instance that it resolves.
  private func property(assignedBy edge: Reach.Edge) -> SymbolID? {
    analysis.assignmentsByLocation[edge.location]?.map(\.variable).first { variable in
      let type = program.enclosingType(of: variable)
      return !program[variable].isStatic && type.map { program[$0].kind == .class } ?? false
    }
  }

  /// The strategy of an injection, or of the implementations of a required injection.
  private func strategy(_ id: PublicationID) -> Strategy? {
    let provided = analysis.provisions(of: id).map { $0.replacement?.implementation?.lifetime?.strategy }
    let own = analysis.publications[id].lifetime.strategy
    return provided.contains(nil) ? own : provided.first.flatMap(\.self) ?? own
  }

  private func flows(_ id: PublicationID) -> Set<SymbolID> {
    analysis.provisions(of: id).reduce(analysis.publications[id].lifetime.flows) { flows, provision in
      flows.union(provision.replacement?.implementation?.lifetime?.flows ?? [])
    }
  }

  private func isOwned(_ id: PublicationID) -> Bool { strategy(id)?.isOwned ?? true }

  private func outlives(_ holder: PublicationID, _ kept: PublicationID) -> Bool {
    if strategy(kept)?.expires == true, strategy(holder)?.expires != true { return true }
    if holder == kept || flows(kept).isEmpty { return false }
    // Clearing the flow of the kept instance must clear the flow of the holder, too.
    let cleared = flows(kept).flatMap { flow in
      reachable(from: flow) { analysis.vocabulary.childFlows[$0] ?? [] }
    }
    return flows(holder).isDisjoint(with: cleared)
  }
}
