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
  /// A search stands at an injection, looks from the innermost place of the way to it, and went by
  /// overrides or not. An edge leads to an injection, in the place of the override or provision.
  private struct Step: Hashable {
    let id: ObjectIdentifier
    let place: ObjectIdentifier?
    let isOverride: Bool

    init(_ id: ObjectIdentifier, in place: OverrideScope?, isOverride: Bool) {
      self.id = id
      self.place = place.map { ObjectIdentifier($0) }
      self.isOverride = isOverride
    }
  }

  /// An edge that a search went by, held meanwhile.
  private struct Passed {
    let layer: AnySlot
    let home: OverrideScope?

    /// A provision is seen from every scope inside (rule 19), unless another one stands nearer.
    @MainActor func isSeen(from scope: OverrideScope?) -> Bool {
      if layer.isOverride { return OverrideScope.sees(home, from: scope) }
      var next = scope
      while next !== home {
        guard let place = next, place.slots[layer.root, .provision] == nil else { return false }
        next = place.parent
      }
      return true
    }
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
    let id = ObjectIdentifier(to)
    let target = ObjectIdentifier(from)
    if from === to || reached.contains(target),
      let path = path(id, other.declaration, target, by: Passed(layer: layer, home: home))
    {
      Fault.leadsBack([root.declaration] + path, verb, at: callSite)
    }
    if upkeep.isDue(at: count) { removeGone() }
    count += 1
    reached.insert(id)
    let step = Step(id, in: home, isOverride: layer.isOverride)
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
    by first: Passed
  ) -> [InjectionDeclaration]? {
    var visited: Set<Step> = []
    var passed = [first]

    func search(
      _ id: ObjectIdentifier,
      _ declaration: InjectionDeclaration,
      from place: OverrideScope?,
      _ isOverridden: Bool
    ) -> [InjectionDeclaration]? {
      if id == target { return [] }
      let step = Step(id, in: place, isOverride: isOverridden)
      guard visited.insert(step).inserted else { return nil }
      for alike in (edges[id] ?? [:]).keys {
        guard let edge = edgeInForce(from: id, alike), let layer = edge.layer else { continue }
        let next = Passed(layer: layer, home: edge.home)
        guard next.home != nil || alike.place == nil else { continue }
        var place = place
        if !next.isSeen(from: place) {
          guard passed.allSatisfy({ $0.isSeen(from: next.home) }) else { continue }
          place = next.home
        }
        passed.append(next)
        defer { passed.removeLast() }
        let isOverridden = isOverridden || alike.isOverride
        if let rest = search(alike.id, edge.declaration, from: place, isOverridden) {
          return [declaration] + rest
        }
      }
      return nil
    }

    return search(id, declaration, from: first.home, first.layer.isOverride)
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
