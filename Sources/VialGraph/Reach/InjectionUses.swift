import VialGraphProgram

/// The uses of injections by the bodies that a walk reaches, also with `isProvided`, `current` and similar properties.
struct InjectionUses {
  private var edges: [PublicationID: [Reach.Edge]] = [:]

  var injections: Dictionary<PublicationID, [Reach.Edge]>.Keys { edges.keys }

  /// The uses of an injection.
  subscript(injection: PublicationID) -> [Reach.Edge] { edges[injection] ?? [] }

  mutating func add(_ edge: Reach.Edge, of injection: PublicationID) { edges[injection, default: []].append(edge) }

  /// The first use of each injection that satisfies a condition, with the moment to which all of these uses lead.
  ///
  /// Among equals, a consumer explains the use best, otherwise the first place in the sources.
  func first(where condition: (Reach.Edge) -> Bool) -> [PublicationID: Reach.Edge] {
    func rank(_ edge: Reach.Edge) -> (Int, Int, Location) {
      (edge.moment.order, edge.consumer ?? .max, edge.location)
    }
    return edges.compactMapValues { uses in
      let uses = uses.filter { $0.use.needsInstance && condition($0) }
      guard var edge = uses.min(by: { rank($0) < rank($1) }) else { return nil }
      edge.moment = uses.map(\.moment).reduce(edge.moment) { $0.or($1) }
      return edge
    }
  }
}

extension Reach {
  /// A use of an injection.
  struct Edge {
    var moment: Moment
    let use: Use

    /// The variable that holds the injection at the use.
    let variable: SymbolID
    let body: Body
    let location: Location

    /// The property that consumes the injection.
    let consumer: SymbolID?
  }
}
