/// All overrides of the current scope.
///
/// ```swift
/// Services.weather.override(with: FixedWeather(.sunny))
/// clock.override(with: FixedClock())
/// print(Overrides.active)
/// Overrides.rollbackAll()
/// ```
@MainActor public enum Overrides {
  /// Where the overrides were sealed.
  private static var sealCallSite: CallSite?

  /// The overrides and implementations that a test is making; they are exempt from the seal.
  @safe @exclusivity(unchecked) private static var recording: Recording?

  /// Receives each override that is made in the global scope outside of ``recordForTest(_:)``.
  package static var globalOverrideObserver: (@MainActor (Override) -> Void)?

  /// Seals the composition of the application: a later override in the global scope stops the program.
  ///
  /// Call this method when the application has been composed. Overrides in other scopes and overrides of tests are still
  /// possible, and so are rollbacks.
  ///
  /// - Parameters:
  ///   - fileID: The file to name in diagnostics.
  ///   - line: The line to name in diagnostics.
  public static func seal(fileID: StaticString = #fileID, line: UInt = #line) {
    if sealCallSite == nil { sealCallSite = CallSite(fileID, line) }
  }

  static func stopIfSealed(_ storage: InjectionStorage, _ callSite: CallSite) {
    guard let sealCallSite, recording == nil else { return }
    FatalErrors.sealed(storage, at: sealCallSite, overriddenAt: callSite)
  }

  /// The overrides that the current scope sees, oldest first.
  public static var active: [Override] {
    sorted(OverrideScope.ofCurrentTask.visibleScopes.flatMap(\.overrideTokens)) {
      $0.sequenceNumber < $1.sequenceNumber
    }
  }

  /// Rolls back all overrides of the current scope, the most recent first.
  ///
  /// Overrides that are made during the call stay.
  public static func rollbackAll() {
    for override in OverrideScope.ofCurrentTask.overrideTokens.reversed() { override.rollback() }
  }
}

extension OverrideScope {
  /// The tokens of the overrides that were made in this scope, oldest first.
  fileprivate var overrideTokens: [Override] { overrides.map { Override($0, in: self) } }
}

// MARK: - Overrides of tests

extension Overrides {
  /// The overrides and provided implementations of a block of a test.
  package struct Recording: Sendable {
    package fileprivate(set) var overrides: [Override] = []
    package fileprivate(set) var provisions: [Provision] = []
  }

  /// Runs a block of a test and returns the overrides and provided implementations that it makes, in any scope.
  package static func recordForTest(_ body: @MainActor () -> Void) -> Recording {
    let outer = recording
    recording = Recording()
    body()
    let recorded = recording ?? Recording()
    recording = outer
    recording?.overrides += recorded.overrides
    recording?.provisions += recorded.provisions
    return recorded
  }

  static func record(_ override: Override, in scope: OverrideScope) {
    recording?.overrides.append(override)
    if recording == nil, scope.isGlobal { globalOverrideObserver?(override) }
  }

  static func record(_ provision: Provision) { recording?.provisions.append(provision) }

  /// The number of the most recent event, to tell later overrides from earlier ones.
  package static var currentSequenceNumber: UInt64 { SequenceNumber.current }

  /// The overrides of the global scope that were made after a sequence number, oldest first.
  package static func globalOverrides(after number: UInt64) -> [Override] {
    OverrideScope.global.overrideTokens.filter { $0.sequenceNumber > number }
  }
}
