import Vial

extension InjectionGraph {
  /// Collects a graph from events.
  @MainActor final class Recorder {
    private typealias Requester = InjectionResolution.Requester

    /// The resolve from which the node of each injection is created.
    private var nodes: [InjectionDeclaration: InjectionResolution] = [:]

    /// The injections that each injection, or each owner of consumers, has resolved.
    private var edges: [Requester: Set<InjectionDeclaration>] = [:]

    /// The resolves of factories that are running.
    private var pending = CompletionOrder<InjectionResolution>()

    private let holdings = Holdings()

    nonisolated init() {}

    /// Adds the resolve of an event, and ignores a release, because a graph also has the dependencies of released instances.
    ///
    /// - Returns: The captive dependencies that the resolve has made.
    @discardableResult func addResolve(of event: InjectionEvent) -> [CaptiveDependency] {
      guard let resolution = event.resolution else { return [] }
      draw(resolution)
      var complete = pending.removeDependencies(ofDepth: resolution.depth)
      // A resolve in a factory waits for the event of the factory, because events arrive in the order of completion.
      if resolution.depth > 0 {
        pending.append(resolution, depth: resolution.depth)
      } else {
        complete.append(resolution)
      }
      if case .built = event { return retain(complete, builtBy: resolution) }
      return retain(complete, builtBy: nil)
    }

    /// Adds the resolve of an event, or forgets the instances that a released one has retained.
    ///
    /// - Returns: The captive dependencies that the resolve has made.
    func follow(_ event: InjectionEvent) -> [CaptiveDependency] {
      guard case .released(let declaration, let overriddenAt, let scope) = event else {
        return addResolve(of: event)
      }
      holdings.release(InstanceID(declaration: declaration, overriddenAt: overriddenAt, scope: scope))
      return []
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

    /// Adds the instances that other instances retain, because they have resolved them.
    ///
    /// - Parameters:
    ///   - resolves: Resolves that are complete.
    ///   - build: The build whose factory has made the resolves; `nil` if no factory has.
    /// - Returns: The captive dependencies that the resolves have made.
    private func retain(_ resolves: [InjectionResolution], builtBy build: InjectionResolution?) -> [CaptiveDependency] {
      var added: [Holdings.Edge] = []
      if let build { holdings.add(build) }
      for resolve in resolves {
        guard case .injection(let declaration)? = resolve.requester else { continue }
        holdings.add(resolve)
        let holder: InstanceID
        if let build, build.declaration == declaration {
          holder = build.instanceID
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

    /// Returns the cached instances that retain an instance of an implementation which is no longer provided, and forgets them.
    func takeHolders(of provision: Provision) -> [CaptiveDependency] { holdings.takeHolders(of: provision.number) }

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

#if DEBUG
extension InjectionGraph.Recorder: @MainActor CustomDebugStringConvertible {
  var debugDescription: String { "Recorder(\(nodes.count) nodes, \(edges.count) requesters, \(pending), \(holdings))" }
}
#endif
