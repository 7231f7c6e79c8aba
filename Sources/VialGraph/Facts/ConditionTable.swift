import Foundation
import VialGraphProgram

/// The decision diagrams of all conditions.
///
/// A node has a decision, and a condition for each outcome. The decisions of these conditions are later in the sources, no two
/// nodes are equal, and the conditions of a node differ. Such diagrams are known as reduced ordered decision diagrams.
final class ConditionTable: @unchecked Sendable {
  /// The table of the process.
  ///
  /// Conditions can only be compared if they are of one table, and each condition would have to carry another one. Nothing
  /// observes that conditions share the table, because a node never changes.
  static let shared = ConditionTable()

  /// The largest number of nodes of a condition that is combined with others.
  private static let limit = 60
  private static let unreachable = 1_000_000

  enum Operation { case and, or, butNot }

  private struct Node: Hashable {
    let decision: Condition.Decision
    let next: [Condition]
  }

  private struct Combination: Hashable {
    let operation: Operation
    let first, second: Condition
  }

  /// A node, or the end of a diagram, and properties of its condition that are computed once.
  private struct Entry {
    let node: Node?

    /// Whether each case of the condition needs an implementation.
    let needsImplementation: Bool

    /// An upper bound of the number of nodes that the condition has.
    let size: Int

    /// The number of decisions in the simplest case of the condition, where an implementation has the weight of many decisions.
    let distance: Int
  }

  // The tests use the table from several threads.
  private let lock = NSRecursiveLock()
  private var entries = [
    Entry(node: nil, needsImplementation: true, size: 1, distance: ConditionTable.unreachable),
    Entry(node: nil, needsImplementation: false, size: 1, distance: 0),
  ]
  private var conditions: [Node: Condition] = [:]
  private var combinations: [Combination: Condition] = [:]
  private var simplifications: [Condition: Condition] = [:]

  private func node(_ condition: Condition) -> Node? { entries[condition.node].node }

  func needsImplementation(_ condition: Condition) -> Bool {
    lock.withLock { entries[condition.node].needsImplementation }
  }

  func decision(of condition: Condition) -> Condition.Decision? { lock.withLock { node(condition)?.decision } }

  func simplified(_ condition: Condition) -> Condition {
    lock.withLock {
      if entries[condition.node].size <= Self.limit { return condition }
      if let known = simplifications[condition] { return known }
      let count = reachable(from: condition) { node($0)?.next ?? [] }.count
      let result = count <= Self.limit ? condition : simplestCase(of: condition)
      simplifications[condition] = result
      return result
    }
  }

  /// The case of a condition with the fewest decisions, as a condition.
  private func simplestCase(of condition: Condition) -> Condition {
    guard let node = node(condition) else { return condition }
    let outcome =
      node.next.indices.min { entries[node.next[$0].node].distance < entries[node.next[$1].node].distance } ?? 0
    var next = node.next.map { _ in Condition.never }
    next[outcome] = simplestCase(of: node.next[outcome])
    return self.condition(node.decision, next)
  }

  func decisions(of condition: Condition) -> [Condition.Decision] {
    lock.withLock {
      let found = reachable(from: condition) { node($0)?.next ?? [] }
      return Set(found.compactMap { node($0)?.decision }).sorted()
    }
  }

  /// The condition that a doubt does not prevent code from running.
  func condition(_ doubt: Doubt) -> Condition {
    let decision = Condition.Decision(place: doubt.place, isOfImplementation: false, outcomes: doubt.branches)
    // Code after a branch that leaves the function runs if another branch is taken.
    let next = (0..<doubt.branches).map { branch in
      (branch == doubt.branch) == (doubt.kind != .exit) ? Condition.always : .never
    }
    return lock.withLock { condition(decision, next) }
  }

  /// The condition that one of several implementations at a place runs.
  func conditionOfImplementation(at place: Location) -> Condition {
    let decision = Condition.Decision(place: place, isOfImplementation: true, outcomes: 2)
    return lock.withLock { condition(decision, [.always, .never]) }
  }

  private func condition(_ decision: Condition.Decision, _ next: [Condition]) -> Condition {
    if next.allSatisfy({ $0 == next[0] }) { return next[0] }
    let node = Node(decision: decision, next: next)
    if let known = conditions[node] { return known }
    let condition = Condition(node: entries.count)
    conditions[node] = condition
    let following = next.map { entries[$0.node] }
    // Without knowledge about an implementation, it is another one.
    let others = decision.isOfImplementation ? following.dropFirst() : following[...]
    let weight = decision.isOfImplementation ? 1_000 : 1
    entries.append(
      Entry(
        node: node,
        needsImplementation: others.allSatisfy(\.needsImplementation),
        size: min(following.reduce(1) { $0 + $1.size }, Self.unreachable),
        distance: min((following.map(\.distance).min() ?? 0) + weight, Self.unreachable)
      )
    )
    return condition
  }

  /// Replaces each condition that depends on a decision by a combination of its conditions for the outcomes.
  func given(
    _ condition: Condition,
    _ decision: Condition.Decision,
    _ combine: ([Condition]) -> Condition
  ) -> Condition {
    var known: [Condition: Condition] = [:]
    func replace(_ condition: Condition) -> Condition {
      if let known = known[condition] { return known }
      guard let node = node(condition), node.decision <= decision else { return condition }
      let isFound = node.decision == decision
      let result = isFound ? combine(node.next) : self.condition(node.decision, node.next.map(replace))
      known[condition] = result
      return result
    }
    return lock.withLock { replace(condition) }
  }

  func combine(_ operation: Operation, _ first: Condition, _ second: Condition) -> Condition {
    lock.withLock { combined(operation, first, second) }
  }

  private func combined(_ operation: Operation, _ first: Condition, _ second: Condition) -> Condition {
    if let result = result(operation, first, second) { return result }
    let isOrdered = operation == .butNot || first.node < second.node
    let combination = Combination(
      operation: operation,
      first: isOrdered ? first : second,
      second: isOrdered ? second : first
    )
    if let known = combinations[combination] { return known }
    let decisions = [node(first)?.decision, node(second)?.decision].compactMap(\.self)
    let decision = decisions.count == 1 ? decisions[0] : min(decisions[0], decisions[1])
    let next = (0..<decision.outcomes).map { outcome in
      combined(operation, self.next(first, decision, outcome), self.next(second, decision, outcome))
    }
    let result = condition(decision, next)
    combinations[combination] = result
    return result
  }

  /// The result of an operation if one of the conditions determines it.
  private func result(_ operation: Operation, _ first: Condition, _ second: Condition) -> Condition? {
    switch operation {
    case .and:
      if first == .never || second == .always || first == second { return first }
      return first == .always || second == .never ? second : nil
    case .or:
      if first == .always || second == .never || first == second { return first }
      return first == .never || second == .always ? second : nil
    case .butNot:
      if first == .never || second == .never { return first }
      return second == .always || first == second ? .never : nil
    }
  }

  private func next(_ condition: Condition, _ decision: Condition.Decision, _ outcome: Int) -> Condition {
    guard let node = node(condition), node.decision == decision else { return condition }
    return node.next[outcome]
  }
}
