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
    weak let scope: OverrideScope?
    let isOutside: Bool
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
    var overrides: [any AnyOverride] = []
    let scope = OverrideScope.current
    for place in (scope.map { [$0] + $0.outward } ?? []) {
      overrides += place.ledger.overrides(after: 0).map(\.override)
    }
    if scope?.seesOutside != false {
      overrides += OverrideLedger[nil].overrides(after: 0).map(\.override)
    }
    overrides.sort { $0.moment < $1.moment }
    return OverrideList(overrides: overrides.map(Override.init))
  }

  /// The overrides made since a checkpoint, in the checkpoint's scope, oldest first.
  package static func active(since checkpoint: Checkpoint) -> OverrideList {
    guard checkpoint.isOutside || checkpoint.scope != nil else { return OverrideList(overrides: []) }
    let overrides = OverrideLedger[checkpoint.scope].overrides(after: checkpoint.moment)
    return OverrideList(overrides: overrides.map { Override($0.override) })
  }

  /// Rolls back every override of the current override scope, newest first.
  ///
  /// Outside every scope it rolls back the global ones. Harmless when there are none.
  public static func rollbackAll() {
    OverrideLedger.rollBack(after: 0, in: .current)
  }

  /// Remembers this moment in the current override scope.
  ///
  /// - Returns: What ``rollback(to:)`` returns to.
  public static func checkpoint() -> Checkpoint {
    let scope = OverrideScope.current
    return Checkpoint(moment: Moment.now, scope: scope, isOutside: scope == nil)
  }

  /// Rolls back, newest first, every override made since the checkpoint in the checkpoint's scope.
  ///
  /// An override that was rolled back meanwhile stays so. Harmless once the scope has ended.
  ///
  /// - Parameter checkpoint: The moment to return to.
  public static func rollback(to checkpoint: Checkpoint) {
    guard checkpoint.isOutside || checkpoint.scope != nil else { return }
    OverrideLedger.rollBack(after: checkpoint.moment, in: checkpoint.scope)
  }
}
