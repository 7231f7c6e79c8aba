import Vial

extension InjectionGraph {
  /// Collects a graph from the events of one task and the tasks that it starts.
  @MainActor final class Recorder {
    private typealias Requester = InjectionResolution.Requester

    /// The recorder of the enclosing recording, which also collects the events of this recording.
    private nonisolated let outer = TaskRecorder.current

    /// The resolve from which the node of each injection is created.
    private var nodes: [InjectionDeclaration: InjectionResolution] = [:]

    /// The injections that each injection, or each owner of consumers, has resolved.
    private var edges: [Requester: [InjectionDeclaration: RecordedEdge]] = [:]

    /// The number of instances of each injection that were built.
    private var builds: [InjectionDeclaration: Int] = [:]

    nonisolated init() {}

    func receive(_ event: InjectionEvent) {
      guard TaskRecorder.current?.isInside(self) == true else { return }
      if let resolution = event.resolution { add(resolution) }
    }

    private func isInside(_ recorder: Recorder) -> Bool { self === recorder || outer?.isInside(recorder) == true }

    /// Adds a node, and an edge from the requester.
    ///
    /// - Returns: Whether the node or the edge is new, or another provider has provided.
    @discardableResult func add(_ resolution: InjectionResolution) -> Bool {
      let declaration = resolution.declaration
      // If an override resolved its original, the node represents the override.
      let isOriginal = resolution.requester == .injection(declaration)
      let known = nodes[declaration]
      if isOriginal, known != nil { return false }
      if known?.overriddenAt == nil || resolution.overriddenAt != nil { nodes[declaration] = resolution }
      guard !isOriginal, let requester = resolution.requester else { return known == nil }
      let build = build(of: resolution)
      let isNewEdge = edges[requester, default: [:]][declaration, default: RecordedEdge()].add(resolution, in: build)
      return known == nil || isNewEdge
    }

    /// Ends the build to which the recorded edges of an injection belong.
    func didBuild(_ declaration: InjectionDeclaration) { builds[declaration, default: 0] += 1 }

    /// Removes the edges of an injection whose instance was released.
    ///
    /// The edges of an instance that is being built stay: its factory has resolved them since the last build.
    func removeEdges(from declaration: InjectionDeclaration) {
      let requester = Requester.injection(declaration)
      let build = builds[declaration, default: 0]
      edges[requester] = edges[requester]?.compactMapValues { edge in edge.resolved(in: build) }
    }

    /// The build of the requester to which a resolve belongs: the next one to complete, or an earlier one if no factory runs.
    private func build(of resolution: InjectionResolution) -> Int {
      guard case .injection(let declaration)? = resolution.requester else { return 0 }
      return builds[declaration, default: 0] - (resolution.depth == 0 ? 1 : 0)
    }

    // MARK: The graph

    var captives: [CaptiveDependency] { nodes.values.flatMap { CaptiveDependency.all(of: $0, retained) } }

    /// The cached instances that retain an instance of an implementation.
    func holders(of provision: Provision) -> [CaptiveDependency] {
      nodes.values.flatMap { CaptiveDependency.all(of: $0, retained) { $0.provisionNumber == provision.number } }
    }

    var graph: InjectionGraph {
      let graphNodes = Set(nodes.keys.map(Requester.injection) + edges.keys).compactMap(node)
      let graphEdges = edges.flatMap { requester, targets in targets.keys.compactMap { edge(from: requester, to: $0) } }
      return InjectionGraph(
        nodes: graphNodes.sorted { $0.description < $1.description },
        edges: graphEdges.sorted { $0.description < $1.description },
        captiveDependencies: captives.sorted { $0.description < $1.description }
      )
    }

    private func edge(from requester: Requester, to declaration: InjectionDeclaration) -> Edge? {
      guard let from = node(of: requester), let to = node(of: .injection(declaration)) else { return nil }
      return Edge(from: from, to: to)
    }

    /// Returns the node of a requester, or `nil` for an injection whose factory was running when the recording began.
    private func node(of requester: Requester) -> Node? {
      switch requester {
      case .owner(let owner): return Node(name: owner, declaration: nil, strategy: nil, overriddenAt: nil)
      case .injection(let declaration):
        guard let resolution = nodes[declaration] else { return nil }
        return Node(
          name: declaration.typeName,
          declaration: resolution.declaration,
          strategy: resolution.strategy.description,
          overriddenAt: resolution.overriddenAt
        )
      }
    }

    /// The resolves whose instances the instances of an injection retain, by the injection that was resolved.
    private func retained(by holder: InjectionDeclaration) -> [InjectionDeclaration: [InjectionResolution]] {
      (edges[.injection(holder)] ?? [:]).mapValues(\.retained)
    }
  }
}

/// The recorder of the current task.
nonisolated enum TaskRecorder { @TaskLocal static var current: InjectionGraph.Recorder? }

/// The resolves of one injection by one requester.
///
/// Each resolve by a consumer is kept, because the consumer can release its instance later. When the list exceeds its
/// limit, the resolves whose instances are no longer retained are removed, so adding takes amortized constant time.
@MainActor private struct RecordedEdge {
  private var resolves: [(resolution: InjectionResolution, build: Int)] = []
  private var limit = 8

  nonisolated init() {}

  /// Adds a resolve in the build of the requester with a number.
  ///
  /// - Returns: Whether no known resolve has an instance of the same provider.
  mutating func add(_ resolution: InjectionResolution, in build: Int) -> Bool {
    let isNew = !resolves.contains { $0.resolution.source == resolution.source }
    resolves.append((resolution, build))
    if resolves.count > limit { removeUnnecessaryResolves() }
    return isNew
  }

  /// Keeps the resolves whose instances are retained, and of each provider the last one by a factory only.
  ///
  /// The instance that a factory resolved is always retained, so one of these resolves is enough.
  private mutating func removeUnnecessaryResolves() {
    var sources: Set<InjectionResolution.Source> = []
    let byFactories = resolves.reversed().filter { resolve in
      !resolve.resolution.isByConsumer && sources.insert(resolve.resolution.source).inserted
    }
    let byConsumers = resolves.filter { resolve in
      resolve.resolution.isByConsumer && resolve.resolution.isRetained && !sources.contains(resolve.resolution.source)
    }
    resolves = byFactories.reversed() + byConsumers
    limit = max(8, 2 * resolves.count)
  }

  /// The edge with the resolves of one build only; `nil` if there are none.
  func resolved(in build: Int) -> RecordedEdge? {
    var edge = RecordedEdge()
    edge.resolves = resolves.filter { $0.build == build }
    return edge.resolves.isEmpty ? nil : edge
  }

  /// The resolves whose instances are retained.
  var retained: [InjectionResolution] { resolves.map(\.resolution).filter(\.isRetained) }
}

extension InjectionResolution {
  /// The provider of an instance, as far as it matters for captive dependencies.
  ///
  /// All implementations that were deallocated are one source, so an edge has few resolves.
  fileprivate struct Source: Hashable {
    let overriddenAt: CallSite?
    let provisionNumber: ProviderNumber?
  }

  fileprivate var source: Source {
    Source(overriddenAt: overriddenAt, provisionNumber: provisionNumber)
  }
}
