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
    guard let limits = Limits(row, isShort: isShort) else { return nil }
    var missed: [String] = []
    if time.ratio > limits.time {
      missed.append("\(digits(time.ratio)) by time, at most \(digits(limits.time))")
    }
    if let ratio = instructions?.ratio, ratio > limits.instructions {
      missed.append("\(digits(ratio)) by instructions, at most \(digits(limits.instructions))")
    }
    return missed.isEmpty ? nil : "\(row.name): \(missed.joined(separator: "; "))"
  }
}
