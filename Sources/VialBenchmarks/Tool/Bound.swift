/// The highest accepted ratios of Vial's instructions to the instructions of the baseline, for `--check`.
enum Bound {
  /// Resolving a singleton or a shared instance, relative to hand-written code.
  static let cachedInstance = 2.0

  /// Resolving an on-demand instance, relative to hand-written code.
  static let onDemand = 3.5

  /// Creating a consumer and reading it for the first time, relative to a `lazy var`.
  static let firstRead = 6.0

  /// Reading a consumer again, relative to a `lazy var`.
  static let furtherRead = 1.2

  /// Overriding, resolving and rolling back, relative to one allocation.
  static let override = 24.0

  /// Opening a scope, overriding, resolving and ending the scope, relative to one allocation.
  static let scope = 32.0

  /// Resolving in a scope, relative to a hand-written singleton.
  static let inScope = 20.0

  /// Resolving in the global scope after another scope was opened, relative to a hand-written singleton.
  static let afterScope = 10.0

  /// Resolving a key of a family, relative to a hand-written singleton.
  static let familyKey = 20.0

  /// Resolving while unrelated injections or overrides exist, relative to the same resolve without them.
  static let unaffected = 1.05
}
