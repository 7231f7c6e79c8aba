/// What was measured of a row, and whether that is within its bound.
@MainActor
struct Result {
  let title: String
  let row: Row

  /// `nil` when the process that the row was to have failed.
  let time: Measurement?
  let instructions: Measurement?

  /// What is missed, in words; `nil` when nothing is.
  func complaint(isShort: Bool) -> String? {
    guard let time else { return "\(row.name): the process of its own failed" }
    let limits = Limits(row, isShort: isShort)
    var missed: [String] = []
    if let limit = limits.time, time.ratio > limit {
      missed.append("\(digits(time.ratio)) by time, at most \(digits(limit))")
    }
    if let limit = limits.instructions, let ratio = instructions?.ratio, ratio > limit {
      missed.append("\(digits(ratio)) by instructions, at most \(digits(limit))")
    }
    return missed.isEmpty ? nil : "\(row.name): \(missed.joined(separator: "; "))"
  }
}

/// What a row is held to.
@MainActor
struct Limits {
  /// How many times its room `--short` gives a bound of time.
  ///
  /// Other programs disturb short rounds, and in some runs an allocation takes half as long as in
  /// others, on one side and not on the other.
  nonisolated static let slack = 2.0

  let time: Double?
  let instructions: Double?

  init(_ row: Row, isShort: Bool) {
    time = (row.exception?.time ?? row.bound).map { $0 * (isShort ? Self.slack : 1) }
    instructions = row.exception?.instructions ?? row.bound
  }
}
