/// What Vial's side of a row may take, in times the left side: the contract's table of cost.
enum Bound {
  /// Resolving, beside the same by hand; what is kept is a singleton or a shared instance.
  static let kept = 1.5
  static let onDemand = 2.0

  /// Making a consumer and reading it once, and reading it again.
  static let consumer = 2.5
  static let consumerOfSingleton = 3.0
  static let readAgain = 1.2

  /// In allocations of a class.
  static let overriding = 20.0
  static let scope = 28.0

  /// Beside the same outside, before any scope was opened.
  static let inScope = 6.0
  static let afterScope = 3.0

  /// Beside one singleton.
  static let familyKey = 8.0

  /// Beside the same with nothing else alive.
  static let crowd = 1.05

  /// Bytes of the objects, without the allocator's own headers.
  static let injection = 176
  static let instance = 112
}

/// Up to which ratio `--check` accepts a row.
@MainActor
struct Limits {
  /// How many times a bound of time `--short` accepts, because other programs disturb short rounds.
  nonisolated static let slack = 2.0

  /// How many times a bound of time is accepted in instructions.
  ///
  /// An allocation and a reference count take more time for each of their instructions than what
  /// Vial does beside them.
  nonisolated static let tolerance = 1.2

  let time: Double
  let instructions: Double

  /// `nil` where no bound is promised.
  init?(_ row: Row, isShort: Bool) {
    guard let limit = Exceptions.limits[row.name] ?? row.bound else { return nil }
    time = limit * (isShort ? Self.slack : 1)
    instructions = limit * Self.tolerance
  }
}
