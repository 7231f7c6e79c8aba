extension InjectionGraph {
  /// Collects a graph from the events of the task that carries it.
  @MainActor final class Recorder {
    private var all: [Name: Known] = [:]

    /// What tells nodes apart, whichever override provided.
    private typealias Name = InjectionResolution.Requester

    /// An injection, or the owner of a consumer, and what it has resolved.
    private final class Known {
      var node: Node?
      var strategy: InjectionStrategy?
      var holds: [Hold] = []
    }

    /// How one came to hold another: what a factory resolved is taken for held.
    private struct Hold {
      let held: Name
      let isByConsumer: Bool
      weak let consumer: AnyConsumer?

      @MainActor var lasts: Bool { !isByConsumer || consumer?.isHolding == true }
    }

    /// The recording that this one runs in, which hears what this one hears.
    private let outer = Ambient.current.observed?.recorder

    nonisolated init() {}

    /// Where it records: what runs there says so to whoever it asks.
    nonisolated var ambient: Ambient {
      let current = Ambient.current
      return .observed(Observed(current.scope, current.observed?.requester, self))
    }

    func receive(_ event: InjectionEvent) {
      guard Ambient.current.observed?.recorder?.isInside(self) == true else { return }
      switch event {
      case .building(let resolution), .reused(let resolution): add(resolution)
      default: break  // A graph is made of resolves alone.
      }
    }

    private func isInside(_ recorder: Recorder) -> Bool {
      self === recorder || outer?.isInside(recorder) == true
    }

    private func known(_ name: Name) -> Known {
      if let known = all[name] { return known }
      let known = Known()
      all[name] = known
      return known
    }

    private func add(_ resolution: InjectionResolution) {
      let name = Name.injection(resolution.declaration)
      let known = known(name)
      // A decorator's original: the node shows what answered, which is the decorator.
      guard resolution.requester != name || known.node == nil else { return }
      if known.node?.overriddenAt == nil || resolution.overriddenAt != nil {
        known.node = Node(
          name: resolution.declaration.typeName,
          declaration: resolution.declaration,
          strategy: "\(resolution.strategy)",
          overriddenAt: resolution.overriddenAt
        )
        known.strategy = resolution.strategy
      }
      guard let requester = resolution.requester, requester != name else { return }
      let holder = self.known(requester)
      if case .owner(let owner) = requester {
        holder.node = Node(name: owner, declaration: nil, strategy: nil, overriddenAt: nil)
      }
      let consumer = resolution.consumer
      holder.holds.append(Hold(held: name, isByConsumer: consumer != nil, consumer: consumer))
    }

    var graph: InjectionGraph {
      let nodes = all.values.compactMap(\.node)
      let edges = all.values.flatMap(edges)
      let captives = all.values.flatMap(captives)
      return InjectionGraph(
        nodes: sorted(nodes) { $0.description < $1.description },
        edges: sorted(edges) { $0.description < $1.description },
        captiveDependencies: sorted(captives) { $0.description < $1.description }
      )
    }

    private func edges(from holder: Known) -> [Edge] {
      guard let from = holder.node else { return [] }
      var seen: Set<Name> = []
      return holder.holds.compactMap { hold in
        guard seen.isNew(hold.held) else { return nil }
        return all[hold.held]?.node.map { Edge(from: from, to: $0) }
      }
    }

    private func captives(of holder: Known) -> [CaptiveDependency] {
      guard let declaration = holder.node?.declaration, let strategy = holder.strategy else {
        return []
      }
      return CaptiveDependency.all(of: declaration, strategy, held)
    }

    /// What the instance of an injection holds by now, with the lifetimes.
    private func held(by holder: InjectionDeclaration) -> [CaptiveDependency.Held] {
      (all[.injection(holder)]?.holds ?? []).compactMap { hold in
        guard hold.lasts, case .injection(let held) = hold.held,
          let strategy = all[hold.held]?.strategy
        else { return nil }
        return (held, strategy)
      }
    }
  }
}
