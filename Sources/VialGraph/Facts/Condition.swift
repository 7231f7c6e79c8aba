import VialGraphProgram

/// The cases in which code runs, as a function of the decisions of the program.
///
/// A condition is a node of a table of decision diagrams, which contains each node once. Conditions that hold in the same cases
/// are therefore equal, also if they were combined in different ways, and a combination is computed once for the whole program.
struct Condition: Hashable {
  /// A choice of the program between several ways at a place.
  struct Decision: Hashable {
    let place: Location

    /// Whether it decides which of several implementations runs, in contrast to the branches of a statement.
    let isOfImplementation: Bool
    let outcomes: Int
  }

  /// The position in the nodes of the table.
  let node: Int

  static let never = Condition(node: 0)
  static let always = Condition(node: 1)
}

// MARK: - Combination

extension Condition {
  /// The condition that code with some doubts runs.
  init(_ doubts: [Doubt]) {
    self = doubts.reduce(.always) { $0.and(ConditionTable.shared.condition($1)) }
  }

  /// The condition that one of several implementations at a place runs.
  static func ofOneImplementation(at place: Location) -> Self {
    ConditionTable.shared.conditionOfImplementation(at: place)
  }

  func and(_ other: Condition) -> Condition { ConditionTable.shared.combine(.and, self, other) }
  func or(_ other: Condition) -> Condition { ConditionTable.shared.combine(.or, self, other) }
  func butNot(_ other: Condition) -> Condition { ConditionTable.shared.combine(.butNot, self, other) }

  /// The condition, or one of its simplest cases if a combination with it would take too long.
  var simplified: Condition { ConditionTable.shared.simplified(self) }

  /// Whether the condition is too complex to be combined further.
  var isComplex: Bool { simplified != self }

  /// Whether the condition needs one of several implementations in each case.
  var needsImplementation: Bool { ConditionTable.shared.needsImplementation(self) }

  /// The decisions that have an effect on the condition, in the order of the sources.
  var decisions: [Decision] { ConditionTable.shared.decisions(of: self) }

  /// The condition if a decision is known to have an outcome.
  func given(_ decision: Decision, is outcome: Int) -> Condition {
    ConditionTable.shared.given(self, decision) { $0[outcome] }
  }

  /// The cases in which the condition holds for some outcome of a decision.
  func forSome(_ decision: Decision) -> Condition {
    ConditionTable.shared.given(self, decision) { $0.reduce(.never) { $0.or($1) } }
  }

  /// The cases in which the condition holds for each outcome of a decision.
  func forEach(_ decision: Decision) -> Condition {
    ConditionTable.shared.given(self, decision) { $0.reduce(.always) { $0.and($1) } }
  }

  /// Lists of outcomes, each of which is enough for the condition, up to a number of lists.
  func ways(limit: Int) -> [[(decision: Decision, outcome: Int)]] {
    if self == .always { return [[]] }
    guard let decision = ConditionTable.shared.decision(of: self) else { return [] }
    var ways: [[(decision: Decision, outcome: Int)]] = []
    for outcome in 0..<decision.outcomes where ways.count < limit {
      let rest = given(decision, is: outcome).ways(limit: limit - ways.count)
      ways += rest.map { [(decision, outcome)] + $0 }
    }
    return ways
  }

  /// The first decision that prevents the condition with one of its outcomes.
  var necessaryDecision: Decision? {
    decisions.first { decision in (0..<decision.outcomes).contains { given(decision, is: $0) == .never } }
  }
}

extension Condition.Decision: Comparable {
  static func < (a: Self, b: Self) -> Bool {
    if a.place != b.place { return a.place < b.place }
    if a.isOfImplementation != b.isOfImplementation { return b.isOfImplementation }
    return a.outcomes < b.outcomes
  }
}
