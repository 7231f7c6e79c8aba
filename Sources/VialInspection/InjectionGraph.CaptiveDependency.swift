public import Vial

extension InjectionGraph {
  /// A longer-lived instance that retains a shorter-lived one.
  ///
  /// For example, a singleton retains an instance of a flow. When the flow is cleared, the singleton continues to use
  /// the old instance. The same happens when the retained instance expires.
  ///
  /// ```swift
  /// let graph = InjectionGraph.record { _ = database.resolve() }
  /// #expect(graph.captiveDependencies.isEmpty)
  /// ```
  ///
  /// Instances of `.onDemand` and `.shared` injections live as long as their owners, so they are never captives. The
  /// instances that they retain are attributed to their owners. An instance of a flow is not a captive of an instance
  /// that is evicted when the same flow is cleared.
  ///
  /// An instance that a factory resolved is considered retained. An instance that a consumer has read is retained until
  /// the consumer is reset, assigned or deallocated. A ``/Vial/WeakInstance`` and a ``/Vial/DynamicInstance``
  /// retain nothing that they have read.
  public struct CaptiveDependency: Sendable, Hashable, CustomStringConvertible {
    /// The longer-lived injection.
    public let holder: InjectionDeclaration

    /// The shorter-lived injection, whose instance the holder retains.
    public let captive: InjectionDeclaration

    /// A sentence with the holder, the captive and the path between them.
    public let description: String
  }
}

extension InjectionGraph.CaptiveDependency {
  /// Finds the captives of one holder, each by the shortest path.
  ///
  /// Without another condition, an instance is captive if its holder can outlive it.
  @MainActor static func all(
    of holder: InjectionResolution,
    _ retained: (InjectionDeclaration) -> [InjectionDeclaration: [InjectionResolution]],
    where isCaptive: ((InjectionResolution) -> Bool)? = nil
  ) -> [Self] {
    guard holder.strategy.ownsInstances else { return [] }
    var captives: [Self] = []
    var visited: Set = [holder.declaration]
    // The breadth-first search appends to the list that it traverses.
    var paths = [(end: holder.declaration, through: [InjectionResolution]())]
    var index = 0
    while index < paths.count {
      let path = paths[index]
      index += 1
      for (declaration, resolves) in retained(path.end) where !resolves.isEmpty && !visited.contains(declaration) {
        visited.insert(declaration)
        if let next = resolves.first(where: { isCaptive?($0) ?? holder.strategy.outlives($0.strategy) }) {
          // Only captives are described, because the spelling of a type takes longer than the rest of the search.
          let through = path.through.map { ", through \($0.summary)" }.joined()
          let description = "\(holder.summary), holds \(next.summary)\(through)"
          captives.append(Self(holder: holder.declaration, captive: declaration, description: description))
        }
        if let next = resolves.first(where: { !$0.strategy.ownsInstances }) {
          paths.append((declaration, path.through + [next]))
        }
      }
    }
    return captives
  }
}

extension InjectionStrategy {
  /// Whether a cache with this strategy can retain an instance longer than the cache of another strategy does.
  ///
  /// If both strategies have a validity check, only their flows are compared, because either check can fail first.
  @MainActor fileprivate func outlives(_ other: InjectionStrategy) -> Bool {
    if other.canExpire, !canExpire { return true }
    return other.flow.map { otherFlow in flow.map { !otherFlow.contains($0) } ?? true } ?? false
  }

  /// Whether an instance can be replaced at any resolve, because its check fails.
  private var canExpire: Bool {
    switch lifetime {
    case .expiring, .cached: true
    case .onDemand, .shared, .singleton, .flow: false
    }
  }
}

extension InjectionResolution {
  /// The injection and its strategy.
  var summary: String { "\(declaration), \(strategy)" }
}
