/// The seal of the composition: an override in the global scope stops the program afterwards.
@MainActor enum Seal {
  /// Where the overrides were sealed first; `nil` before.
  static var callSite: CallSite?

  /// Seals the overrides.
  ///
  /// This stops the program if one of the injections has no implementation in the global scope.
  static func close(requiring records: [InjectionRecord], at newCallSite: CallSite) {
    let missing = records.filter { record in !record.isProvided(in: .global) }
    if !missing.isEmpty { FatalError.unprovidedAtSeal(missing, at: newCallSite) }
    if callSite == nil { callSite = newCallSite }
  }

  /// Stops the program because of an override that is made in the global scope after the seal, unless a test makes it.
  @inline(never) static func stopIfClosed(_ record: InjectionRecord, overriddenAt overrideCallSite: CallSite) {
    guard let callSite, !TestHooks.isSealExempt else { return }
    FatalError.sealed(record, at: callSite, overriddenAt: overrideCallSite)
  }
}
