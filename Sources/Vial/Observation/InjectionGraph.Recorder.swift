extension InjectionGraph {
  /// Collects a graph from the events of the task that carries it.
  @MainActor
  final class Recorder {
    private var known: [Name: Known] = [:]
    private var edges: [Pair: [Hold]] = [:]

    /// What tells nodes apart, whichever override provided.
    private typealias Name = InjectionResolution.Requester

    /// An injection, or the owner of a consumer.
    private struct Known {
      let node: Node
      var strategy: InjectionStrategy?

      /// Held while the recording lasts, so that each node is one injection.
      var root: Root?
    }

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
      let name = Name.injection(resolution.declaration)
      // A decorator's original: the node shows what answered, which is the decorator.
      guard resolution.requester != name || known[name] == nil else { return }
      if known[name]?.node.overriddenAt == nil || resolution.overriddenAt != nil {
        let node = Node(
          name: resolution.declaration.typeName,
          declaration: resolution.declaration,
          strategy: "\(resolution.strategy)",
          overriddenAt: resolution.overriddenAt
        )
        known[name] = Known(node: node, strategy: resolution.strategy, root: resolution.root)
      }
      guard let requester = resolution.requester, requester != name else { return }
      if case .owner(let owner) = requester {
        let node = Node(name: owner, declaration: nil, strategy: nil, overriddenAt: nil)
        known[requester] = Known(node: node)
      }
      edges[Pair(from: requester, to: name), default: []].append(
        Hold(isByConsumer: resolution.consumer != nil, consumer: resolution.consumer)
      )
    }

    var graph: InjectionGraph {
      let nodes = known.values.map(\.node)
      let edges = edges.keys.compactMap { pair in
        known[pair.from].flatMap { from in
          known[pair.to].map { Edge(from: from.node, to: $0.node) }
        }
      }
      let captives = known.values.flatMap { holder in
        guard let declaration = holder.node.declaration, let strategy = holder.strategy else {
          return [CaptiveDependency]()
        }
        return CaptiveDependency.all(of: declaration, strategy, held)
      }
      return InjectionGraph(
        nodes: sorted(nodes) { $0.description < $1.description },
        edges: sorted(edges) { $0.description < $1.description },
        captiveDependencies: sorted(captives) { $0.description < $1.description }
      )
    }

    /// What the instance of an injection holds by now, with the lifetimes.
    private func held(by holder: InjectionDeclaration) -> [CaptiveDependency.Held] {
      edges.compactMap { pair, holds in
        guard case .injection(holder) = pair.from, case .injection(let held) = pair.to,
          let strategy = known[pair.to]?.strategy, holds.contains(where: \.lasts)
        else { return nil }
        return (held, strategy)
      }
    }
  }
}
