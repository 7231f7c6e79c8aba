/// An operation that is measured at two sizes: the number of entries among which it runs.
@MainActor
struct Growth {
  /// The number that is compared at both sizes.
  enum Measure {
    /// The instructions for each entry, which must not depend on the number of entries.
    ///
    /// The work for entries that an operation releases is allowed, so the operation runs once for each entry, and its total is
    /// divided by the number of entries.
    case perEntry

    /// All instructions, which may grow in proportion to the number of entries.
    case total
  }

  static let title = "Growth"

  /// The difference in instructions that is always accepted, because the cost of the allocator varies.
  static let tolerance = 500.0

  let name: String
  let measure: Measure
  let sizes: (few: Int, many: Int)

  /// The highest accepted ratio; it leaves room for lists that reallocate at one of the sizes.
  let bound: Double

  /// Creates the given number of entries without being counted, and returns the operations to count.
  let prepare: @MainActor (Int) -> @MainActor () -> Void

  /// An operation whose cost for each entry is the same among few and among many entries.
  init(_ name: String, _ prepare: @escaping @MainActor (Int) -> @MainActor () -> Void) {
    self.name = name
    measure = .perEntry
    sizes = (1_000, 16_000)
    bound = 1.2
    self.prepare = prepare
  }

  /// An operation among a quarter of the entries and among all of them.
  ///
  /// Linear growth is a ratio of 4, and the growth of a square is a ratio of 16.
  init(
    _ name: String,
    fourfoldTo size: Int,
    bound: Double,
    _ prepare: @escaping @MainActor (Int) -> @MainActor () -> Void
  ) {
    self.name = name
    measure = .total
    sizes = (size / 4, size)
    self.bound = bound
    self.prepare = prepare
  }

  /// The number of instructions that a result states.
  func stated(_ total: Double, among size: Int) -> Double {
    switch measure {
    case .perEntry: total / Double(size)
    case .total: total
    }
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
    guard instructions.ratio > growth.bound, difference > Growth.tolerance else { return nil }
    return "\(growth.name): grows by \(digits(instructions.ratio)), bound \(digits(growth.bound))"
  }
}
