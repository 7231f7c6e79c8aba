/// All overrides at once, in the current override scope or outside every scope.
///
/// ```swift
/// let before = Overrides.checkpoint()
/// weather.override(with: FixedWeather(.sunny))
/// clock.override(with: FixedClock())
/// Overrides.rollback(to: before)
/// ```
@MainActor
public enum Overrides {
  /// A moment to return to.
  public struct Checkpoint: Sendable {
    let moment: UInt64
    let scope: OverrideScope?
  }

  /// Where the overrides were sealed.
  private(set) static var sealedAt: CallSite?

  /// Freezes the composition: from now on an override outside every override scope is an error.
  ///
  /// Call it once the application is composed. Scopes, and so tests, still work, and so does
  /// rolling back.
  ///
  /// > Warning: An override outside a scope then stops the program, with the lines that overrode
  /// > and sealed.
  ///
  /// - Parameters:
  ///   - fileID: Where the seal is set; the message names it.
  ///   - line: Where the seal is set; the message names it.
  public static func seal(fileID: StaticString = #fileID, line: UInt = #line) {
    if sealedAt == nil { sealedAt = CallSite(fileID, line) }
  }

  /// The overrides that are in force here, oldest first, those an inheriting scope sees included.
  public static var active: OverrideList {
    var layers: [AnyLayer] = []
    var place = OverrideScope.current
    while true {
      let ledger = place?.ledger ?? .global
      layers.insert(contentsOf: ledger.layers(after: 0), at: 0)
      guard let inner = place, inner.kind == .inheriting else { break }
      place = inner.parent
    }
    return OverrideList(overrides: layers.map(Override.init))
  }

  /// The overrides made since a checkpoint, in the checkpoint's scope, oldest first.
  package static func active(since checkpoint: Checkpoint) -> OverrideList {
    let layers = ledger(of: checkpoint.scope).layers(after: checkpoint.moment)
    return OverrideList(overrides: layers.map(Override.init))
  }

  /// Rolls back every override of the current override scope, newest first.
  ///
  /// Outside every scope it rolls back the global ones. Harmless when there are none.
  public static func rollbackAll() {
    ledger(of: .current).rollBack(after: 0)
  }

  /// Remembers this moment in the current override scope.
  ///
  /// - Returns: What ``rollback(to:)`` returns to.
  public static func checkpoint() -> Checkpoint {
    Checkpoint(moment: Moment.now, scope: .current)
  }

  /// Rolls back, newest first, every override made since the checkpoint in the checkpoint's scope.
  ///
  /// An override that was rolled back meanwhile stays so. Harmless once the scope has ended.
  ///
  /// - Parameter checkpoint: The moment to return to.
  public static func rollback(to checkpoint: Checkpoint) {
    ledger(of: checkpoint.scope).rollBack(after: checkpoint.moment)
  }

  private static func ledger(of scope: OverrideScope?) -> OverrideLedger {
    scope?.ledger ?? .global
  }
}
