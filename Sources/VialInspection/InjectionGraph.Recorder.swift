import Vial

extension InjectionGraph {
  /// Collects a graph from events.
  @MainActor final class Recorder {
    private typealias Requester = InjectionResolution.Requester

    /// The resolve from which the node of each injection is created.
    private var nodes: [InjectionDeclaration: InjectionResolution] = [:]

    /// The injections that each injection, or each owner of consumers, has resolved.
    private var edges: [Requester: [InjectionDeclaration: RecordedEdge]] = [:]

    /// The injections that have resolved each injection and own its instance, because no cache does.
    private var owners: [InjectionDeclaration: Set<InjectionDeclaration>] = [:]

    /// The number of instances of each injection that were built.
    private var builds: [InjectionDeclaration: Int] = [:]

    nonisolated init() {}

    func receive(_ event: InjectionEvent) { if let resolution = event.resolution { add(resolution) } }

    /// Adds a node, and an edge from the requester.
    ///
    /// - Returns: The resolved injection if its node is new, and the requester if the edge is new or has another provider.
    @discardableResult func add(_ resolution: InjectionResolution) -> [InjectionDeclaration] {
      let declaration = resolution.declaration
      // If an override resolved its original, the node represents the override.
      let isOriginal = resolution.requester == .injection(declaration)
      let known = nodes[declaration]
      if isOriginal, known != nil { return [] }
      if known?.overriddenAt == nil || resolution.overriddenAt != nil { nodes[declaration] = resolution }
      let added = known == nil ? [declaration] : []
      guard !isOriginal, let requester = resolution.requester else { return added }
      let build = build(of: resolution)
      let isNewEdge = edges[requester, default: [:]][declaration, default: RecordedEdge()].add(resolution, in: build)
      guard isNewEdge, case .injection(let holder) = requester else { return added }
      if !resolution.strategy.ownsInstances { owners[declaration, default: []].insert(holder) }
      return added + [holder]
    }

    /// Ends the build to which the recorded edges of an injection belong.
    func didBuild(_ declaration: InjectionDeclaration) { builds[declaration, default: 0] += 1 }

    /// Removes the edges of an injection whose instance was released.
    ///
    /// The edges of an instance that is being built stay: its factory has resolved them since the last build.
    func removeEdges(from declaration: InjectionDeclaration) {
      let build = builds[declaration, default: 0]
      edges[.injection(declaration)] = edges[.injection(declaration)]?.compactMapValues { $0.resolved(in: build) }
    }

    /// The build of the requester to which a resolve belongs: the next one to complete, or an earlier one if no factory runs.
    private func build(of resolution: InjectionResolution) -> Int {
      guard case .injection(let declaration)? = resolution.requester else { return 0 }
      return builds[declaration, default: 0] - (resolution.depth == 0 ? 1 : 0)
    }

    // MARK: The graph

    var captives: [CaptiveDependency] { nodes.values.flatMap { CaptiveDependency.all(of: $0, retained) } }

    /// The captives of some injections, and of the injections that own their instances, directly and indirectly.
    ///
    /// The requester of the resolve is followed to the resolved injection only, because its other edges are not new.
    func captives(of changed: [InjectionDeclaration], after resolve: InjectionResolution) -> [CaptiveDependency] {
      var (holders, visited, index) = (changed, Set(changed), 0)
      while index < holders.count {
        holders += owners[holders[index], default: []].filter { visited.insert($0).inserted }
        index += 1
      }
      return holders.compactMap { nodes[$0] }.flatMap { holder in
        CaptiveDependency.all(of: holder) { owner in
          guard resolve.requester == .injection(owner) else { return retained(by: owner) }
          return [resolve.declaration: edges[.injection(owner)]?[resolve.declaration]?.retained ?? []]
        }
      }
    }

    /// The cached instances that retain an instance of an implementation.
    func holders(of provision: Provision) -> [CaptiveDependency] {
      nodes.values.flatMap { CaptiveDependency.all(of: $0, retained) { $0.provisionNumber == provision.number } }
    }

    var graph: InjectionGraph {
      let requesters = Set(self.nodes.keys.map(Requester.injection) + edges.keys)
      let nodes = Dictionary(uniqueKeysWithValues: requesters.compactMap { key in node(of: key).map { (key, $0) } })
      let edges = edges.flatMap { requester, targets in
        targets.keys.compactMap { target in
          nodes[requester].flatMap { from in nodes[.injection(target)].map { to in Edge(from: from, to: to) } }
        }
      }
      return InjectionGraph(
        nodes: nodes.values.sorted { $0.description < $1.description },
        edges: edges.sorted { $0.description < $1.description },
        captiveDependencies: captives.sorted { $0.description < $1.description }
      )
    }

    /// Returns the node of a requester, or `nil` for an injection whose factory was running when the recording began.
    private func node(of requester: Requester) -> Node? {
      guard case .injection(let declaration) = requester else { return Node(name: requester.description) }
      return nodes[declaration].map { resolution in
        let (name, strategy) = (declaration.typeName, resolution.strategy.description)
        return Node(name: name, declaration: declaration, strategy: strategy, overriddenAt: resolution.overriddenAt)
      }
    }

    /// The resolves whose instances the instances of an injection retain, by the injection that was resolved.
    private func retained(by holder: InjectionDeclaration) -> [InjectionDeclaration: [InjectionResolution]] {
      (edges[.injection(holder)] ?? [:]).mapValues(\.retained)
    }
  }
}

/// The resolves of one injection by one requester.
///
/// The instance that a factory resolved is retained, so of each provider the last resolve by a factory is kept. A consumer
/// can release its instance later, so each resolve by a consumer is kept. When their number exceeds a limit, those whose
/// instances were released are removed, so adding takes amortized constant time.
@MainActor private struct RecordedEdge {
  private typealias Resolve = (resolution: InjectionResolution, build: Int)

  private var byFactories: [InjectionResolution.Source: Resolve] = [:]
  private var byConsumers: [Resolve] = []
  private var limit = 8

  /// Adds a resolve in the build of the requester with a number.
  ///
  /// - Returns: Whether no known resolve has an instance of the same provider.
  mutating func add(_ resolution: InjectionResolution, in build: Int) -> Bool {
    let isKnown =
      byFactories[resolution.source] != nil || byConsumers.contains { $0.resolution.source == resolution.source }
    if !resolution.isByConsumer { byFactories[resolution.source] = (resolution, build) }
    guard resolution.isByConsumer else { return !isKnown }
    if byConsumers.count == limit {
      byConsumers.removeAll { !$0.resolution.isRetained }
      limit = max(8, 2 * byConsumers.count)
    }
    byConsumers.append((resolution, build))
    return !isKnown
  }

  /// The edge with the resolves of one build only; `nil` if there are none.
  func resolved(in build: Int) -> RecordedEdge? {
    var edge = RecordedEdge()
    for resolve in byFactories.values + byConsumers where resolve.build == build {
      _ = edge.add(resolve.resolution, in: build)
    }
    return edge.byFactories.isEmpty && edge.byConsumers.isEmpty ? nil : edge
  }

  /// The resolves whose instances are retained.
  var retained: [InjectionResolution] { (byFactories.values + byConsumers).map(\.resolution).filter(\.isRetained) }
}

extension InjectionResolution {
  /// The provider of an instance, as far as it matters for captive dependencies.
  ///
  /// All implementations that were deallocated are one source, so an edge has few sources.
  fileprivate struct Source: Hashable {
    let overriddenAt: CallSite?
    let provisionNumber: ProviderNumber?
  }

  fileprivate var source: Source { Source(overriddenAt: overriddenAt, provisionNumber: provisionNumber) }
}
