/// The code and the injections that some bodies can reach.
struct Reach {
  /// A use of an injection.
  struct Edge {
    let certainty: Certainty
    let use: Use
    let body: Body

    /// The property that consumes the injection.
    let consumer: SymbolID?
  }

  /// The most certain use of each injection in each body.
  var uses: [PublicationID: [Body: Edge]] = [:]

  /// The injections that each body inspects with `isProvided`, `current` and similar properties.
  var inspected: [Body: Set<PublicationID>] = [:]
  var bodies: [Body: Certainty] = [:]

  /// The body from which each body is reached.
  var callers: [Body: Body] = [:]

  /// The types of which the code builds instances.
  var types: [SymbolID: Certainty] = [:]

  /// Whether the result depends on the types that other code builds.
  var hasDynamicCalls = false

  /// The most certain use of each injection that satisfies a condition.
  ///
  /// Among equals, a consumer explains the use best.
  func edges(where condition: (Edge) -> Bool = { _ in true }) -> [PublicationID: Edge] {
    func rank(_ edge: Edge) -> (Int, Int) { (edge.certainty.rawValue, edge.consumer ?? .max) }
    return uses.compactMapValues { $0.values.filter(condition).min { rank($0) < rank($1) } }
  }
}
