/// All overrides of the current override scope, or all global overrides outside every scope.
///
/// ```swift
/// let before = Overrides.checkpoint()
/// Services.weather.override(with: FixedWeather(.sunny))
/// clock.override(with: FixedClock())
/// Overrides.rollback(to: before)
/// ```
@MainActor public enum Overrides {
  /// A moment that a rollback can return to.
  public struct Checkpoint: Sendable {
    let moment: UInt64
    let place: WeakPlace
  }

  /// Where the overrides were sealed.
  private(set) static var sealedAt: CallSite?

  /// Freezes the composition: from now on an override outside every override scope is an error.
  ///
  /// Call it when the application is composed. Overrides in scopes still work. So do rollbacks, and the
  /// overrides that VialTesting makes for a test.
  ///
  /// > Warning: A later override outside every scope stops the program. The message names the line of
  /// > the override and the line of the seal.
  ///
  /// - Parameters:
  ///   - fileID: Where the seal is set; the message names it.
  ///   - line: Where the seal is set; the message names it.
  public static func seal(fileID: StaticString = #fileID, line: UInt = #line) {
    if sealedAt == nil { sealedAt = CallSite(fileID, line) }
  }

  /// Is told of each override outside every scope, where tests have scopes of their own.
  package static var watcher: (@MainActor (Override) -> Void)?

  /// Makes an override that ends with its test: the watcher is not told, and no seal holds it back.
  package static func makeForTest(_ override: () -> Override) -> Override {
    let before = (sealedAt, watcher)
    (sealedAt, watcher) = (nil, nil)
    defer { (sealedAt, watcher) = before }
    return override()
  }

  /// The overrides that are in force, oldest first.
  ///
  /// In an inheriting scope it includes the overrides that the scope inherits.
  @inline(never) public static var active: OverrideList {
    let seen = OverrideScope.ambient.places.flatMap { $0.overrides(after: 0) }
    return OverrideList(overrides: sorted(seen) { $0.moment < $1.moment })
  }

  /// The overrides made since a checkpoint, in the checkpoint's scope, oldest first.
  package static func active(since checkpoint: Checkpoint) -> OverrideList {
    OverrideList(overrides: checkpoint.place.scope?.overrides(after: checkpoint.moment) ?? [])
  }

  /// Rolls back every override of the current override scope, newest first.
  ///
  /// Outside every scope it rolls back the global overrides. Does nothing if there are none.
  public static func rollbackAll() {
    OverrideScope.ambient.rollBack(after: 0)
  }

  /// Remembers this moment in the current override scope.
  ///
  /// - Returns: What ``rollback(to:)`` returns to.
  public static func checkpoint() -> Checkpoint {
    Checkpoint(moment: Moment.now, place: WeakPlace(.ambient))
  }

  /// Rolls back, newest first, every override made since the checkpoint in the checkpoint's scope.
  ///
  /// An override that was already rolled back stays rolled back. Does nothing if the scope has ended.
  ///
  /// - Parameter checkpoint: The moment to return to.
  public static func rollback(to checkpoint: Checkpoint) {
    checkpoint.place.scope?.rollBack(after: checkpoint.moment)
  }
}
