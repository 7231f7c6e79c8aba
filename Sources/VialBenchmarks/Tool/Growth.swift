/// An operation that may take no longer where much is alive, counted in instructions at two sizes.
///
/// It may pay for what it releases: ends, rollbacks and clearings are divided by that.
@MainActor
struct Growth {
  static let title = "Growth"
  static let sizes = (few: 1_000, many: 16_000)

  /// The most that one of the many may take, in times one of the few; lists that double now and
  /// then need a little room.
  static let bound = 1.2

  /// How many instructions more are no growth.
  ///
  /// The allocator takes some hundred more or less, by what was freed before. What grows with the
  /// number takes thousands.
  static let slack = 500.0

  let name: String

  /// Makes what is there before, which is not counted, and returns what does the operation once for
  /// each of so many.
  let prepare: @MainActor (Int) -> @MainActor () -> Void

  init(_ name: String, _ prepare: @escaping @MainActor (Int) -> @MainActor () -> Void) {
    self.name = name
    self.prepare = prepare
  }
}

/// What was counted of one operation among few and among many.
@MainActor
struct Grown {
  let of: Growth

  /// `nil` where instructions cannot be counted.
  let instructions: Measurement?

  /// What is missed, in words; `nil` when nothing is.
  var complaint: String? {
    guard let instructions, instructions.ratio > Growth.bound,
      instructions.vial - instructions.left > Growth.slack
    else { return nil }
    let ratio = digits(instructions.ratio)
    return "\(of.name): \(ratio) by instructions, at most \(digits(Growth.bound))"
  }
}
