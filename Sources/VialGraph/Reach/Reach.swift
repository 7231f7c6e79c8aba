import VialGraphProgram

/// The code and the injections that some bodies can reach.
struct Reach {
  private var walk: Walk
  private let starts: Set<Body>

  /// The uses of each injection.
  private(set) var uses: InjectionUses

  init(from starts: [(Body, Moment)], _ analysis: Analysis, _ purpose: Walk.Purpose = .instance) {
    self.starts = Set(starts.map(\.0))
    walk = Walk(from: starts, analysis, purpose)
    uses = walk.uses
  }

  var analysis: Analysis { walk.analysis }

  /// The bodies that are reached, each with its moment.
  var bodies: [Body: Moment] { walk.reached.moments }

  /// The consumers to which the code assigns instances.
  var assigned: Set<SymbolID> { walk.assigned }

  /// A body, the body from which it is reached first or best, and so on.
  func chain(from body: Body) -> [Body] { walk.reached.chain(from: body) }

  /// All of the first bodies that lead to a use.
  func starts(of edge: Edge) -> Set<Body> { walk.reached.starts(of: edge.body, among: starts) }

  /// The first use of each injection that satisfies a condition, with the moment to which all of these uses lead.
  func edges(where condition: (Edge) -> Bool = { _ in true }) -> [PublicationID: Edge] { uses.first(where: condition) }

  /// Whether dynamic calls are not followed, because the code builds no instances that they reach.
  var isWaiting: Bool { !walk.waiting.isEmpty }

  /// Follows the waiting calls of the methods of types that other code builds, and returns whether there are any.
  mutating func followCalls(ofTypes isBuilt: (SymbolID) -> Bool) -> Bool {
    let methods = walk.waiting.methods.filter { analysis.program.enclosingType(of: $0).map(isBuilt) ?? false }
    if methods.isEmpty { return false }
    walk.followWaitingCalls(of: methods)
    uses = walk.uses
    return true
  }
}
