extension InjectionGraph {
  /// Collects a graph from the events of the task that carries it.
  @MainActor final class Recorder {
    private typealias Requester = InjectionResolution.Requester

    /// The resolve that the node of each injection shows.
    private var answers: [InjectionDeclaration: InjectionResolution] = [:]

    /// What each injection, and each owner of consumers, has resolved.
    private var resolved: [Requester: [InjectionResolution]] = [:]

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

    private func add(_ resolution: InjectionResolution) {
      let declaration = resolution.declaration
      let known = answers[declaration]
      // A decorator's original: the node shows what answered, which is the decorator.
      let isOriginal = resolution.requester == .injection(declaration)
      if isOriginal, known != nil { return }
      if known?.overriddenAt == nil || resolution.overriddenAt != nil {
        answers[declaration] = resolution
      }
      if !isOriginal, let requester = resolution.requester {
        resolved[requester, default: []].append(resolution)
      }
    }

    var graph: InjectionGraph {
      let owners = resolved.keys.filter { if case .owner = $0 { true } else { false } }
      let nodes = answers.keys.map(Requester.injection) + owners
      let edges = resolved.flatMap(edges)
      let captives = answers.values.flatMap { CaptiveDependency.all(of: $0, held) }
      return InjectionGraph(
        nodes: sorted(nodes.compactMap(node)) { $0.description < $1.description },
        edges: sorted(edges) { $0.description < $1.description },
        captiveDependencies: sorted(captives) { $0.description < $1.description }
      )
    }

    /// `nil` for an injection that was already being built when the recording began.
    private func node(of requester: Requester) -> Node? {
      switch requester {
      case .owner(let owner):
        return Node(name: owner, declaration: nil, strategy: nil, overriddenAt: nil)
      case .injection(let declaration):
        guard let answer = answers[declaration] else { return nil }
        return Node(
          name: declaration.typeName,
          declaration: answer.declaration,
          strategy: "\(answer.strategy)",
          overriddenAt: answer.overriddenAt
        )
      }
    }

    private func edges(from holder: Requester, to resolved: [InjectionResolution]) -> [Edge] {
      guard let from = node(of: holder) else { return [] }
      var seen: Set<InjectionDeclaration> = []
      return resolved.filter { seen.isNew($0.declaration) }
        .compactMap { node(of: .injection($0.declaration)) }
        .map { Edge(from: from, to: $0) }
    }

    /// What the instance of an injection holds by now.
    private func held(by holder: InjectionDeclaration) -> [InjectionResolution] {
      (resolved[.injection(holder)] ?? []).filter(\.isHeld).compactMap { answers[$0.declaration] }
    }
  }
}
