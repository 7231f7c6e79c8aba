/// The measurements of a row.
@MainActor
struct Result {
  let section: String
  let row: Row

  /// The times; `nil` if the process that timed the row failed.
  let time: Measurement?

  /// The instructions; `nil` if they were not counted.
  let instructions: Measurement?

  /// The description of a missed bound for `--check`; `nil` if the row is within its bound.
  var violation: String? {
    guard let bound = row.bound else { return nil }
    guard let ratio = instructions?.ratio else { return "\(row.name): not counted" }
    guard ratio > bound else { return nil }
    return "\(row.name): instructions \(digits(ratio)) times the baseline, bound \(digits(bound))"
  }
}
