import VialGraphProgram

/// The bodies that a walk reaches, and the order in which it visits them.
///
/// A body waits for a visit exactly while its moment differs from the one of its last visit, so a walk that visits `next()`
/// until there is none has seen each body at its final moment.
struct ReachedBodies {
  /// The moment of each body, to which all ways to the body lead.
  private(set) var moments: [Body: Moment] = [:]

  /// The body from which each body is reached first, or earlier or more certainly than before.
  ///
  /// The callers of a body do not lead back to the body.
  private(set) var callers: [Body: Body] = [:]

  /// All bodies from which each body is reached.
  private var allCallers: [Body: Set<Body>] = [:]

  /// The bodies that were added, by the order of their moments.
  ///
  /// An entry is obsolete if the moment of the body changed after it was added.
  private var queues: [Int: [Body]] = [:]
  private var visited: [Body: Moment] = [:]

  /// Adds a way to a body, from another body or from the beginning of the walk.
  mutating func add(_ body: Body, _ moment: Moment, from caller: Body?) {
    // Code does not take two branches of a statement at once.
    if moment.condition == .never { return }
    if let caller { allCallers[body, default: []].insert(caller) }
    let known = moments[body]
    let joined = known?.or(moment) ?? moment
    if joined == known { return }
    moments[body] = joined
    let isBetter = known.map { joined.order < $0.order } ?? true
    if isBetter, !chain(from: caller).contains(body) { callers[body] = caller }
    queues[joined.order, default: []].append(body)
  }

  /// Removes and returns the body that is visited next: one with the earliest and most certain moment.
  mutating func next() -> (body: Body, moment: Moment)? {
    while let order = queues.keys.min() {
      guard let body = queues[order]?.popLast() else {
        queues[order] = nil
        continue
      }
      if let moment = moments[body], moment.order == order, visited[body] != moment {
        visited[body] = moment
        return (body, moment)
      }
    }
    return nil
  }

  /// A body, its caller, and so on, until the beginning of the walk.
  func chain(from body: Body?) -> [Body] { body.map { Array(sequence(first: $0) { callers[$0] }) } ?? [] }

  /// The members of a set of bodies that lead to a body.
  func starts(of body: Body, among starts: Set<Body>) -> Set<Body> {
    starts.count == 1 ? starts : starts.intersection(reachable(from: body) { Array(allCallers[$0] ?? []) })
  }
}
