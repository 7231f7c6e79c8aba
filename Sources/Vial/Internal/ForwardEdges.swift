/// Which injections let which others provide, in which places: what tells a circle at the override
/// that closes it, also when no single place shows all of it (rule 18).
@MainActor
enum ForwardEdges {
  private struct Edge {
    weak let home: OverrideScope?
    weak let layer: AnySlot?
    let declaration: InjectionDeclaration

    /// A layer in force keeps alive what it overrides and what provides.
    @MainActor var isGone: Bool { layer?.isRemoved != false }
  }

  /// Where a search stands, or an edge leads.
  ///
  /// A search stands at an injection, and looks from the innermost place of the way to it. An edge leads
  /// to an injection, in the place of the override.
  private struct Step: Hashable {
    let id: ObjectIdentifier
    let place: ObjectIdentifier?
  }

  /// By the injection that is overridden, and then by the one that provides in which place: of those
  /// that are alike one tells all.
  private static var edges: [ObjectIdentifier: [Step: [Edge]]] = [:]

  /// The injections that edges lead to: no circle goes through any other.
  private static var reached: Set<ObjectIdentifier> = []

  /// How many edges there may be: those dropped by a search are counted until all are looked through,
  /// because what they were listed by is still there.
  private static var count = 0
  private static var upkeep = Upkeep()

  /// How many lists of edges there are; what the tests of boundedness look at.
  static var remembered: Int { edges.values.reduce(0) { $0 + $1.count } }

  /// Adds that `other` provides for `injection`, or stops when it leads back.
  static func add(
    _ root: AnySlot,
    to other: AnySlot,
    in home: OverrideScope?,
    by layer: AnySlot,
    _ verb: String,
    _ callSite: CallSite
  ) {
    let (from, to) = (provided(by: root), provided(by: other))
    var visited: Set<Step> = []
    let target = ObjectIdentifier(from)
    if from === to || reached.contains(target),
      let path = path(ObjectIdentifier(to), other.declaration, target, from: home, &visited)
    {
      Fault.leadsBack([root.declaration] + path, verb, at: callSite)
    }
    if upkeep.isDue(at: count) { removeGone() }
    count += 1
    reached.insert(ObjectIdentifier(to))
    let step = Step(id: ObjectIdentifier(to), place: home.map { ObjectIdentifier($0) })
    edges[target, default: [:]][step, default: []].append(
      Edge(home: home, layer: layer, declaration: other.declaration)
    )
  }

  private static func provided(by root: AnySlot) -> AnySlot {
    root.publication?.provided(by: root) ?? root
  }

  /// The way to `target`, the start included, by edges that one scope can see together.
  private static func path(
    _ id: ObjectIdentifier,
    _ declaration: InjectionDeclaration,
    _ target: ObjectIdentifier,
    from place: OverrideScope?,
    _ visited: inout Set<Step>
  ) -> [InjectionDeclaration]? {
    if id == target { return [] }
    let step = Step(id: id, place: place.map { ObjectIdentifier($0) })
    guard visited.insert(step).inserted else { return nil }
    for alike in (edges[id] ?? [:]).keys {
      guard let edge = edgeInForce(from: id, alike), case let home = edge.home,
        home != nil || alike.place == nil, let place = innermost(place, home)
      else { continue }
      if let path = path(alike.id, edge.declaration, target, from: place, &visited) {
        return [declaration] + path
      }
    }
    return nil
  }

  /// One of the edges that are alike; drops those at their end that are gone.
  private static func edgeInForce(from id: ObjectIdentifier, _ step: Step) -> Edge? {
    while let last = edges[id]?[step]?.last {
      Upkeep.searched += 1
      if !last.isGone { return last }
      edges[id]?[step]?.removeLast()
    }
    return nil
  }

  /// The inner one of two places, if it sees the other.
  private static func innermost(_ place: OverrideScope?, _ home: OverrideScope?) -> OverrideScope??
  {
    if OverrideScope.sees(home, from: place) { return .some(place) }
    return OverrideScope.sees(place, from: home) ? .some(home) : nil
  }

  private static func removeGone() {
    let looked = count
    count = 0
    reached = []
    edges = edges.compactMapValues { steps in
      var kept = steps
      if steps.values.contains(where: { $0.isEmpty || $0.contains(where: \.isGone) }) {
        kept = steps.mapValues { $0.filter { !$0.isGone } }.filter { !$0.value.isEmpty }
      }
      count += kept.values.reduce(0) { $0 + $1.count }
      reached.formUnion(kept.keys.map(\.id))
      return kept.isEmpty ? nil : kept
    }
    upkeep.isDone(looked, keeping: count)
  }
}
