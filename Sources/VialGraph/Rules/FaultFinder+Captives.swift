import VialGraphProgram

extension FaultFinder {
  /// Instances that live longer than instances that they keep, as `InjectionGraph.captiveDependencies` defines them.
  func captives() -> [Finding] {
    let kept = analysis.publications.indices.map { self.kept(by: $0) }
    return analysis.application.filter { !isScalar($0) }.flatMap { publication -> [Finding] in
      // The factory of the publication, and each replacement of the factory.
      let replacements: [Step?] = [nil] + graph.replacements(of: publication)
      return replacements.compactMap { replacement -> Finding? in
        let lifetime = analysis.lifetime(of: publication, with: replacement)
        if lifetime.isOwned { return nil }
        let holder = Instance(publication: publication, lifetime: lifetime)
        let first = self.kept(by: publication) { graph.leads(replacement, of: publication, to: $0) }
        let executable = executable(of: replacement)
        let reached = reachable(from: first) { isOwned($0, in: executable) ? kept[$0] : [] }
        let captives = reached.compactMap { kept in
          instances(of: kept, in: executable).first { outlives(holder, $0) }
        }
        return captives.isEmpty ? nil : finding(about: holder, keeping: captives, because: replacement)
      }
    }
  }

  /// An instance of a publication, with the lifetime that the factory or a replacement gives it.
  private struct Instance {
    let publication: PublicationID
    let lifetime: Lifetime
  }

  /// The instances that a publication can have in an executable, or in any one: of the implementations and the overrides, and
  /// of the factory.
  private func instances(of publication: PublicationID, in executable: String?) -> [Instance] {
    let replacements = graph.replacements(of: publication).filter { replacement in
      let executables = replacement.code.flatMap(graph.executables(running:))
      return executable.map { executables?.contains($0) ?? true } ?? true
    }
    return (replacements + [nil]).map {
      Instance(publication: publication, lifetime: analysis.lifetime(of: publication, with: $0))
    }
  }

  private func isOwned(_ publication: PublicationID, in executable: String?) -> Bool {
    instances(of: publication, in: executable).allSatisfy(\.lifetime.isOwned)
  }

  private func finding(about holder: Instance, keeping captives: [Instance], because replacement: Step?) -> Finding {
    let kept = Dictionary(grouping: captives) { description(of: $0.lifetime) }.sorted { $0.key < $1.key }
    let what = kept.map { "\(names($1.map(\.publication))) (\($0))" }.joined(separator: ", ")
    let subject = "\(analysis.names[holder.publication]) (\(description(of: holder.lifetime)))"
    let executable = executable(of: replacement)
    let place = executable.map { " in \($0)" } ?? ""
    return finding(
      about: [holder.publication] + captives.map(\.publication),
      in: executable.map(Finding.Site.executable),
      at: replacement?.location,
      "captive dependency\(place): \(subject) keeps \(what): \(cure(captives.map(\.lifetime)))"
    )
  }

  /// Whether an instance, or an optional one, is a number, a text or another value that keeps nothing.
  private func isScalar(_ id: PublicationID) -> Bool { analysis.heldType(of: id)?.provided?.unwrapped.isScalar == true }

  /// The strategy of a lifetime, with the names of its flows.
  private func description(of lifetime: Lifetime) -> String {
    let names = lifetime.flows.sorted().map(program.qualifiedName)
    let isOfFlow = lifetime.strategy == .flow && !names.isEmpty
    return (lifetime.strategy?.spelling ?? "") + (isOfFlow ? "(\(names.joined(separator: ", ")))" : "")
  }

  private func cure(_ captives: [Lifetime]) -> String {
    let flows = captives.reduce(into: Set()) { $0.formUnion($1.flows) }
    let isOneFlow = flows.count == 1 && captives.allSatisfy { $0.strategy == .flow }
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
      if isReset == true || analysis.assignedConsumers.contains(consumer) { return false }
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
      return !program[variable].isGlobalOrStatic && type.map { program[$0].kind == .class } ?? false
    }
  }

  private func outlives(_ holder: Instance, _ kept: Instance) -> Bool {
    if kept.lifetime.strategy?.expires == true, holder.lifetime.strategy?.expires != true { return true }
    if holder.publication == kept.publication || kept.lifetime.flows.isEmpty { return false }
    // Clearing the flow of the kept instance must clear the flow of the holder, too.
    let cleared = kept.lifetime.flows.flatMap { flow in
      reachable(from: flow) { analysis.vocabulary.childFlows[$0] ?? [] }
    }
    return holder.lifetime.flows.isDisjoint(with: cleared)
  }
}
