/// What was measured of a row, and whether that is within its bound.
@MainActor
struct Result {
  let title: String
  let row: Row

  /// `nil` when the process that the row was to have failed.
  let time: Measurement?
  let instructions: Measurement?

  var exception: Exceptional? { Exceptional.all.first { $0.row == row.name } }

  /// What is missed, in words; `nil` when nothing is.
  func complaint(slack: Double) -> String? {
    guard let time else { return "\(row.name): the process of its own failed" }
    guard let bound = row.bound else { return nil }
    let byTime = (exception?.time ?? bound) * slack
    let byInstructions = exception?.instructions ?? bound
    var missed: [String] = []
    if time.ratio > byTime { missed.append("\(digits(time.ratio)) by time, at most \(digits(byTime))") }
    if let ratio = instructions?.ratio, ratio > byInstructions {
      missed.append("\(digits(ratio)) by instructions, at most \(digits(byInstructions))")
    }
    return missed.isEmpty ? nil : "\(row.name): \(missed.joined(separator: "; "))"
  }
}

/// How strictly bounds are held.
enum Bounds {
  /// What `--short` allows a bound of time, because other programs disturb short rounds.
  static let slack = 1.3
}
