import VialGraphProgram

/// When code runs, seen from the code that contains it, and what decides whether it runs.
///
/// The two questions are independent: a branch in a closure that is called later runs later, and perhaps.
struct Moment: Hashable {
  enum When: String, Codable, Comparable, CaseIterable {
    /// When the code around it runs, so for a dependency: when an instance of the user is built.
    case build

    /// At the first read of a consumer.
    case firstRead

    /// In a closure or a method that is called later.
    case later

    /// The position among the cases.
    var position: Int {
      switch self {
      case .build: 0
      case .firstRead: 1
      case .later: 2
      }
    }

    static func < (a: Self, b: Self) -> Bool { a.position < b.position }
  }

  let when: When

  /// The cases in which the code runs.
  let condition: Condition

  /// The cases in which the code runs if no code before it leaves a function.
  private let conditionApartFromExits: Condition

  static let now = Moment(.build)
  static let firstRead = Moment(.firstRead)
  static let later = Moment(.later)

  init(_ when: When, _ doubts: [Doubt] = []) {
    self.init(when, Condition(doubts), Condition(doubts.filter { $0.kind != .exit }))
  }

  private init(_ when: When, _ condition: Condition, _ conditionApartFromExits: Condition) {
    self.when = when
    self.condition = condition
    self.conditionApartFromExits = conditionApartFromExits
  }

  /// The moment of code that perhaps runs, because a branch at a place decides, or what cannot be read there.
  static func perhaps(at place: Location) -> Moment { Moment(.build, [Doubt(kind: .branch, place: place)]) }

  /// The moment of one of several implementations of which one runs at a place.
  static func ofOneImplementation(at place: Location) -> Moment {
    let condition = Condition.ofOneImplementation(at: place)
    return Moment(.build, condition, condition)
  }

  var isCertain: Bool { condition == .always }
  var isNow: Bool { when == .build }

  /// The reasons why code perhaps does not run, from weak to strong.
  enum Uncertainty: Comparable { case exit, branch, implementation }

  /// The strongest reason in the most certain case, or `nil` if the code certainly runs.
  var uncertainty: Uncertainty? {
    if isCertain { return nil }
    if conditionApartFromExits == .always { return .exit }
    return condition.needsImplementation ? .implementation : .branch
  }

  /// Whether no reason in the most certain case is stronger than a limit.
  func isCertain(apartFrom limit: Uncertainty) -> Bool { uncertainty.map { $0 <= limit } ?? true }

  /// The position among other moments: early and certain ones are first.
  var order: Int {
    let position =
      switch uncertainty {
      case nil: 0
      case .exit: 1
      case .branch: 2
      case .implementation: 3
      }
    return when.position * 4 + position
  }
}

// MARK: - Combination

extension Moment {
  /// The moment of code that runs at another moment, seen from the code that runs at this one.
  func then(_ other: Moment) -> Moment {
    Moment(
      max(when, other.when),
      condition.simplified.and(other.condition.simplified).simplified,
      conditionApartFromExits.simplified.and(other.conditionApartFromExits.simplified).simplified
    )
  }

  /// The moment of code to which two ways lead: the earlier one.
  ///
  /// If both ways are equally early, the moment is certain if the program takes one of the ways in each case.
  func or(_ other: Moment) -> Moment {
    if when != other.when { return when < other.when ? self : other }
    // A way through one of several implementations makes no other way more certain.
    if other.condition.needsImplementation { return self }
    if condition.needsImplementation { return other }
    let either = condition.or(other.condition)
    let eitherApartFromExits = conditionApartFromExits.or(other.conditionApartFromExits)
    if either.isComplex || eitherApartFromExits.isComplex { return order <= other.order ? self : other }
    return Moment(when, either, eitherApartFromExits)
  }

  /// The moment if decisions are known to have some outcomes.
  func given(_ outcomes: [(decision: Condition.Decision, outcome: Int)]) -> Moment {
    outcomes.reduce(self) { moment, known in
      Moment(
        when,
        moment.condition.given(known.decision, is: known.outcome),
        moment.conditionApartFromExits.given(known.decision, is: known.outcome)
      )
    }
  }

  /// The first read of a consumer, in the same cases.
  var atFirstRead: Moment { Moment(.firstRead, condition, conditionApartFromExits) }

  /// The moment without the doubts whether the code runs.
  var withoutConditions: Moment { Moment(when) }

  /// The moment without the doubts whether code before leaves a function.
  var withoutExits: Moment { Moment(when, conditionApartFromExits, conditionApartFromExits) }

  /// The decisions that only determine whether code before leaves a function.
  var decisionsOfExits: Set<Condition.Decision> {
    Set(condition.decisions).subtracting(conditionApartFromExits.decisions)
  }
}
