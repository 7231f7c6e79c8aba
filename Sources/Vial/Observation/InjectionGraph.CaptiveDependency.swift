extension InjectionGraph {
  /// A longer-lived instance that holds a shorter-lived one past its time.
  ///
  /// For example, a singleton holds an instance of a flow. When the flow is cleared, the singleton goes
  /// on using the old instance. The same happens when a held instance expires.
  ///
  /// ```swift
  /// let graph = InjectionGraph.record { _ = database.resolve() }
  /// #expect(graph.captiveDependencies.isEmpty)
  /// ```
  ///
  /// `.onDemand` and `.shared` instances live as long as their holders, so they are never captives. An
  /// instance that they hold counts as held by their own holder. An instance of a flow is no captive
  /// of a holder that is released when the flow is cleared.
  ///
  /// Each instance that a factory resolved counts as held. An instance that a consumer read counts
  /// until the consumer is reset, assigned or gone. A ``WeakInstance`` holds nothing.
  public struct CaptiveDependency: Sendable, Hashable, CustomStringConvertible {
    /// The longer-lived injection.
    public let holder: InjectionDeclaration

    /// The shorter-lived injection that it holds.
    public let captive: InjectionDeclaration

    /// The holder, the captive and the way between them, in a sentence.
    public let description: String
  }
}

extension InjectionGraph.CaptiveDependency {
  /// The captives of one holder, each by the shortest way.
  static func all(
    of outermost: InjectionResolution,
    _ held: (InjectionDeclaration) -> [InjectionResolution]
  ) -> [Self] {
    guard !outermost.strategy.isOfItsHolders else { return [] }
    let holder = outermost.declaration
    var captives: [Self] = []
    var seen: Set<InjectionDeclaration> = []
    _ = seen.isNew(holder)
    // Nearest first; the list grows while it is walked.
    var ways = [(end: holder, path: "")]
    var walked = 0
    while walked < ways.count {
      let way = ways[walked]
      walked += 1
      for next in held(way.end) where seen.isNew(next.declaration) {
        if outermost.strategy.outlives(next.strategy) {
          let description = "\(outermost.summary), holds \(next.summary)\(way.path)"
          captives.append(Self(holder: holder, captive: next.declaration, description: description))
        }
        if next.strategy.isOfItsHolders {
          ways.append((next.declaration, "\(way.path), through \(next.summary)"))
        }
      }
    }
    return captives
  }
}
