/// The highest accepted ratios of Vial's instructions to the instructions of the baseline, for `--check`.
enum Bound {
  /// Resolving a singleton, relative to hand-written code.
  static let singleton = 7.5
  /// Resolving a shared instance, relative to hand-written code.
  static let shared = 8.5
  /// Resolving an on-demand instance, relative to hand-written code.
  static let onDemand = 6.2
  /// Resolving a chain of factories, relative to hand-written code.
  static let chain = 5.5
  /// Creating a consumer and reading it for the first time, relative to a `lazy var`.
  static let firstRead = 5.0
  /// Reading a consumer again, relative to a `lazy var`.
  static let furtherRead = 1.2
  /// Overriding, resolving and rolling back, relative to one allocation.
  static let override = 20.0
  /// Opening a scope, overriding, resolving and ending the scope, relative to one allocation.
  static let scope = 32.0
  /// Resolving in one scope, relative to a hand-written singleton.
  static let inScope = 12.0
  /// Resolving in four nested scopes, or a shared instance in a scope, relative to a hand-written singleton.
  static let inNestedScopes = 22.0
  /// Resolving in the global scope after another scope was opened, relative to a hand-written singleton.
  static let afterScope = 7.5
  /// Resolving a key of a family, relative to a hand-written singleton.
  static let familyKey = 12.5
  /// Resolving while unrelated injections or overrides exist, relative to the same resolve without them.
  static let unaffected = 1.05
}
