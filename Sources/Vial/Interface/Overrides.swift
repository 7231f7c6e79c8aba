/// The operations on all overrides of the current scope.
///
/// ```swift
/// Services.weather.override(with: FixedWeather(.sunny))
/// clock.override(with: FixedClock())
/// print(Overrides.active)
/// Overrides.rollbackAll()
/// ```
@MainActor public enum Overrides {
  /// Seals the composition of the application: a later override in the global scope stops the program.
  ///
  /// Call this method when the application has been composed. Overrides in other scopes and overrides of tests are still
  /// possible, and so are rollbacks. Implementations can be provided and withdrawn.
  ///
  /// ```swift
  /// Services.api.provide(with: LiveAPI())
  /// Overrides.seal(requiring: Services.api)
  /// ```
  ///
  /// The program also stops if an injection in the list has no implementation in the global scope. The message lists all
  /// of them. Another call checks again.
  ///
  /// - Parameters:
  ///   - injections: The injections that need an implementation.
  ///   - fileID: The file to name in diagnostics.
  ///   - line: The line to name in diagnostics.
  public static func seal<each Value>(
    requiring injections: repeat Injection<each Value>,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    var records: [InjectionRecord] = []
    for injection in repeat each injections { records.append(injection.record) }
    OverrideScope.sealGlobal(requiring: records, at: CallSite(fileID, line))
  }

  /// The overrides that the current scope sees, oldest first.
  public static var active: [Override] { OverrideScope.current.activeOverrides }

  /// Rolls back all overrides of the current scope, the most recent first.
  ///
  /// Overrides that are made during the call stay.
  public static func rollbackAll() {
    let scope = OverrideScope.current
    scope.rollBackAll(scope.replacements.elements)
  }
}
