import Vial

/// An operation that may cost no more where much is alive, counted in instructions at two sizes.
///
/// What an operation releases it may pay for: ends and clearings are divided by what they release.
@MainActor
struct Growth {
  static let title = "Growth"
  static let sizes = (few: 1_000, many: 16_000)

  /// The most that one of the many may take, in times one of the few: what a logarithm grows by
  /// between the sizes.
  static let bound = 1.4

  /// How many instructions more are no growth.
  ///
  /// The allocator takes some hundred more or less, by what was freed before. What grows with the number
  /// takes thousands.
  static let slack = 500.0

  /// Does the operation once for each of so many, or on what is made of them before.
  typealias Work = @MainActor () -> Void

  let name: String

  /// Makes what is there before, which is not counted.
  let prepare: @MainActor (Int) -> Work

  init(_ name: String, _ prepare: @escaping @MainActor (Int) -> Work) {
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
    let ratio = instructions.ratio
    return "\(of.name): \(digits(ratio)) by instructions, at most \(digits(Growth.bound))"
  }
}
