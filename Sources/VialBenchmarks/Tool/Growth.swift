/// An operation whose cost must not depend on the number of entries, measured at two sizes.
///
/// The work for entries that an operation releases is allowed, so `perform` runs once per entry and its total is
/// divided by the number of entries.
@MainActor
struct Growth {
  static let title = "Growth"
  static let sizes = (few: 1_000, many: 16_000)

  /// The highest accepted ratio; it leaves room for lists that reallocate at one of the sizes.
  static let bound = 1.2

  /// The difference in instructions that is always accepted, because the cost of the allocator varies.
  static let tolerance = 500.0

  let name: String

  /// Creates the given number of entries without being counted, and returns the operations to count.
  let prepare: @MainActor (Int) -> @MainActor () -> Void

  init(_ name: String, _ prepare: @escaping @MainActor (Int) -> @MainActor () -> Void) {
    self.name = name
    self.prepare = prepare
  }
}

/// The instructions of one operation among few and among many entries.
@MainActor
struct GrowthResult {
  let growth: Growth

  /// The instructions, with the operation among few entries as the baseline; `nil` if they were not counted.
  let instructions: Measurement?

  /// The description of a missed bound for `--check`; `nil` if the operation is within its bound.
  var violation: String? {
    guard let instructions else { return "\(growth.name): not counted" }
    let difference = instructions.vial - instructions.baseline
    guard instructions.ratio > Growth.bound, difference > Growth.tolerance else { return nil }
    return "\(growth.name): grows by \(digits(instructions.ratio)), bound \(digits(Growth.bound))"
  }
}
