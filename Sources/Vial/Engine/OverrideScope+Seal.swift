/// The seal of the composition: an override in the global scope stops the program afterwards.
extension OverrideScope {
  /// Where the global scope was sealed first; `nil` before.
  static var sealCallSite: CallSite?

  /// Seals the global scope.
  ///
  /// This stops the program if one of the injections has no implementation there.
  static func sealGlobal(requiring records: [InjectionRecord], at callSite: CallSite) {
    let missing = records.filter { record in !record.isProvided(in: .global) }
    if !missing.isEmpty { FatalError.unprovidedAtSeal(missing, at: callSite) }
    if sealCallSite == nil { sealCallSite = callSite }
  }

  /// Stops the program because of an override that is made in the global scope after the seal, unless a test makes it.
  @inline(never) static func stopIfGlobalIsSealed(_ record: InjectionRecord, overriddenAt overrideCallSite: CallSite) {
    guard let sealCallSite, !TestHooks.isSealExempt else { return }
    FatalError.sealed(record, at: sealCallSite, overriddenAt: overrideCallSite)
  }
}
