extension InjectionGraph {
  /// Collects a graph from the events of the task that carries it.
  @MainActor
  final class Recorder {
    private var nodes: [Name: Node] = [:]
    private var strategies: [InjectionDeclaration: InjectionStrategy] = [:]
    private var edges: [Pair: [Hold]] = [:]

    /// Held while the recording lasts, so that each node is one injection.
    private var roots: [InjectionDeclaration: Root] = [:]

    /// What tells nodes apart, whichever override provided.
    private typealias Name = InjectionResolution.Requester

    private struct Pair: Hashable {
      let from: Name
      let to: Name
    }

    /// How one came to hold the other: what a factory resolved is taken for held.
    private struct Hold {
      let isByConsumer: Bool
      weak let consumer: AnyConsumer?

      @MainActor var lasts: Bool { !isByConsumer || consumer?.isHolding == true }
    }

    /// The recording that this one runs in, which hears what this one hears.
    private let outer: Recorder?

    nonisolated init() {
      outer = Ambient.current.observed?.recorder
    }

    /// Where it records: what runs there says so to whoever it asks.
    nonisolated var ambient: Ambient {
      let current = Ambient.current
      return .observed(Observed(current.scope, current.observed?.requester, self))
    }

    func receive(_ event: InjectionEvent) {
      guard Ambient.current.observed?.recorder?.isInside(self) == true else { return }
      switch event {
      case .building(let resolution), .reused(let resolution): add(resolution)
      default: break
      }
    }

    private func isInside(_ recorder: Recorder) -> Bool {
      self === recorder || outer?.isInside(recorder) == true
    }

    private func add(_ resolution: InjectionResolution) {
      roots[resolution.declaration] = resolution.root
      let name = Name.injection(resolution.declaration)
      // A decorator's original: the node shows what answered, which is the decorator.
      guard resolution.requester != name || nodes[name] == nil else { return }
      if nodes[name]?.overriddenAt == nil || resolution.overriddenAt != nil {
        nodes[name] = Node(
          name: resolution.declaration.typeName,
          declaration: resolution.declaration,
          strategy: "\(resolution.strategy)",
          overriddenAt: resolution.overriddenAt
        )
        strategies[resolution.declaration] = resolution.strategy
      }
      guard let requester = resolution.requester, requester != name else { return }
      if case .owner(let owner) = requester {
        nodes[requester] = Node(name: owner, declaration: nil, strategy: nil, overriddenAt: nil)
      }
      edges[Pair(from: requester, to: name), default: []].append(
        Hold(isByConsumer: resolution.consumer != nil, consumer: resolution.consumer)
      )
    }

    var graph: InjectionGraph {
      let edges = edges.keys.compactMap { pair in
        nodes[pair.from].flatMap { from in nodes[pair.to].map { Edge(from: from, to: $0) } }
      }
      let captives = strategies.flatMap { CaptiveDependency.all(of: $0.key, $0.value, held) }
      return InjectionGraph(
        nodes: sorted(Array(nodes.values)) { $0.description < $1.description },
        edges: sorted(edges) { $0.description < $1.description },
        captiveDependencies: sorted(captives) { $0.description < $1.description }
      )
    }

    /// What the instance of an injection holds by now, with the lifetimes.
    private func held(by holder: InjectionDeclaration) -> [CaptiveDependency.Held] {
      edges.compactMap { pair, holds in
        guard case .injection(holder) = pair.from, case .injection(let held) = pair.to,
          let strategy = strategies[held], holds.contains(where: \.lasts)
        else { return nil }
        return (held, strategy)
      }
    }
  }
}
