import Vial

extension InjectionGraph {
  /// Collects a graph from events.
  @MainActor final class Recorder {
    private typealias Requester = InjectionResolution.Requester

    /// The resolve from which the node of each injection is created.
    private var nodes: [InjectionDeclaration: InjectionResolution] = [:]

    /// The injections that each injection, or each owner of consumers, has resolved.
    private var edges: [Requester: Set<InjectionDeclaration>] = [:]

    private var pending = PendingResolves()
    private let holdings = Holdings()

    nonisolated init() {}

    /// Adds a resolve.
    ///
    /// A graph also has the dependencies of instances that were released.
    func receive(_ event: InjectionEvent) {
      if event.resolution != nil { add(event) }
    }

    /// Adds the resolve of an event, or removes the edges of a released instance.
    ///
    /// - Returns: The captive dependencies that the resolve has made.
    @discardableResult func add(_ event: InjectionEvent) -> [CaptiveDependency] {
      switch event {
      case .built(let resolution, _, _, _):
        draw(resolution)
        let dependencies = pending.add(resolution)
        return hold(dependencies, builtBy: resolution)
      case .reused(let resolution):
        draw(resolution)
        let others = pending.add(resolution)
        return hold(others, builtBy: nil)
      case .released(let declaration, let overriddenAt, let scope):
        holdings.release(InstanceID(declaration: declaration, overriddenAt: overriddenAt, scope: scope))
        return []
      case .overridden, .rolledBack, .provided, .withdrawn, .scopeOpened, .scopeEnded, .cleared, .liveUse: return []
      }
    }

    /// Adds a node, and an edge from the requester.
    private func draw(_ resolution: InjectionResolution) {
      let declaration = resolution.declaration
      let known = nodes[declaration]
      // If an override resolved its original, the node represents the override.
      let isOriginal = resolution.requester == .injection(declaration)
      if isOriginal, known != nil { return }
      if known?.overriddenAt == nil || resolution.overriddenAt != nil { nodes[declaration] = resolution }
      guard !isOriginal, let requester = resolution.requester else { return }
      edges[requester, default: []].insert(declaration)
    }

    /// Adds what instances hold, and returns the captive dependencies that this has made.
    ///
    /// - Parameters:
    ///   - resolves: Resolves that are complete.
    ///   - build: The build whose factory has run since; `nil` if none has.
    /// - Returns: The captive dependencies.
    private func hold(_ resolves: [InjectionResolution], builtBy build: InjectionResolution?) -> [CaptiveDependency] {
      var added: [Holdings.Edge] = []
      if let build { holdings.add(build) }
      for resolve in resolves {
        guard case .injection(let declaration)? = resolve.requester else { continue }
        holdings.add(resolve)
        let holder: InstanceID
        if let build, build.declaration == declaration {
          holder = build.instance
        } else {
          // A consumer, or a task, that a factory has created before.
          holder = holdings.latestInstance(of: declaration, in: resolve.resolvedIn)
        }
        if let edge = holdings.add(resolve, heldBy: holder) { added.append(edge) }
      }
      return holdings.captives(through: added)
    }

    // MARK: The graph

    var captives: [CaptiveDependency] { holdings.allCaptives }

    /// The cached instances that retain an instance of an implementation.
    func holders(of provision: Provision) -> [CaptiveDependency] { holdings.holders(of: provision.number) }

    var graph: InjectionGraph {
      var drawn: [Requester: Node] = [:]
      for declaration in nodes.keys { drawn[.injection(declaration)] = node(of: .injection(declaration)) }
      for requester in edges.keys { drawn[requester] = node(of: requester) }
      var drawnEdges: [Edge] = []
      for (requester, targets) in edges {
        guard let from = drawn[requester] else { continue }
        for target in targets {
          guard let to = drawn[.injection(target)] else { continue }
          drawnEdges.append(Edge(from: from, to: to))
        }
      }
      return InjectionGraph(
        nodes: drawn.values.sorted { $0.description < $1.description },
        edges: drawnEdges.sorted { $0.description < $1.description },
        captiveDependencies: captives
      )
    }

    /// Returns the node of a requester, or `nil` for an injection whose factory was running when the recording began.
    private func node(of requester: Requester) -> Node? {
      guard case .injection(let declaration) = requester else { return Node(name: requester.description) }
      guard let resolution = nodes[declaration] else { return nil }
      return Node(
        name: declaration.typeName,
        declaration: declaration,
        strategy: resolution.strategy.description,
        overriddenAt: resolution.overriddenAt
      )
    }
  }
}

/// Resolves that wait for the event of the factory that has resolved them, because events arrive in the order of completion.
private struct PendingResolves {
  private var resolves: [InjectionResolution] = []

  /// Adds a resolve, and returns the complete resolves: the resolves of the factory that has built the instance, and a resolve
  /// outside of factories.
  mutating func add(_ resolution: InjectionResolution) -> [InjectionResolution] {
    let lastOutside = resolves.lastIndex { $0.depth <= resolution.depth }
    let first = lastOutside.map { $0 + 1 } ?? 0
    var complete = Array(resolves[first...])
    resolves.removeSubrange(first...)
    if resolution.depth == 0 { complete.append(resolution) } else { resolves.append(resolution) }
    return complete
  }
}
