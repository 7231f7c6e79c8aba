/// The operations on all overrides of the current scope.
///
/// ```swift
/// Services.weather.override(with: FixedWeather(.sunny))
/// clock.override(with: FixedClock())
/// print(Overrides.active)
/// Overrides.rollbackAll()
/// ```
@MainActor public enum Overrides {
  /// Where the overrides were sealed; `nil` before.
  private static var sealCallSite: CallSite?

  /// Receives the overrides and the provided implementations of a test, which are exempt from the seal.
  package static var testRecorder: (@MainActor (Token) -> Void)?

  /// Receives each override that is made, with its scope.
  package static var overrideObserver: (@MainActor (Override, OverrideScope) -> Void)?

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
    var storages: [InjectionStorage] = []
    for storage in repeat (each injections).storage { storages.append(storage) }
    seal(requiring: storages, at: CallSite(fileID, line))
  }

  static func seal(requiring storages: [InjectionStorage], at callSite: CallSite) {
    let missing = storages.filter { $0.isUnprovided(by: $0.provider(in: .global)) }
    if !missing.isEmpty { FatalErrors.unprovidedAtSeal(missing, at: callSite) }
    if sealCallSite == nil { sealCallSite = callSite }
  }

  static func stopIfSealed(_ storage: InjectionStorage, _ callSite: CallSite) {
    guard let sealCallSite, testRecorder == nil else { return }
    FatalErrors.sealed(storage, at: sealCallSite, overriddenAt: callSite)
  }

  /// The overrides that the current scope sees, oldest first.
  public static var active: [Override] {
    var active: [Override] = []
    for scope in OverrideScope.currentOnMainActor.visibleScopes {
      for token in scope.overrideTokens { active.insert(token, at: active.firstIndex(after: token.sequenceNumber)) }
    }
    return active
  }

  /// Rolls back all overrides of the current scope, the most recent first.
  ///
  /// Overrides that are made during the call stay.
  public static func rollbackAll() {
    for token in OverrideScope.currentOnMainActor.overrideTokens.reversed() { token.rollback() }
  }
}

// MARK: - Overrides of tests

extension Overrides {
  package enum Token: Sendable {
    case override(Override)
    case provision(Provision)
  }

  static func record(_ override: Override, in scope: OverrideScope) {
    testRecorder?(.override(override))
    overrideObserver?(override, scope)
  }

  static func record(_ provision: Provision) { testRecorder?(.provision(provision)) }
}
