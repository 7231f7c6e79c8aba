/// Where an override was made, as a token remembers it: a scope, which it does not keep alive, or
/// outside every scope.
@MainActor
struct OverridePlace {
  /// Keeps the memory of a scope that is gone, and there whether it is over.
  ///
  /// A weak reference would make each resolve in the scope slower, because counting references to what
  /// has a weak one is.
  private struct Reference {
    unowned let scope: OverrideScope
    let home: Unretained<OverrideScope>
  }

  // Not an unowned optional: Swift 6.3 takes an optional of a struct with one for `nil`.
  private let reference: Reference?

  @inline(__always)
  init(_ scope: OverrideScope?) {
    if let scope {
      reference = Reference(scope: scope, home: Unretained(scope))
    } else {
      reference = nil
    }
  }

  /// What the ledger of the place says; nothing once its scope is over.
  func inLedger<Result>(_ body: (inout OverrideLedger) -> Result) -> Result? {
    guard let reference else { return body(&OverrideLedger.outside) }
    // What is being released cannot be referred to.
    return reference.home.with(\.hasEnded) ? nil : body(&reference.scope.ledger)
  }
}
