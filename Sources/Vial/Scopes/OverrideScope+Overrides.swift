// The overrides of a scope.

/// An override with the injection that is overridden, which the record retains.
struct OverrideRecord: SequenceNumbered {
  let override: Provider
  let injection: ScopedInjection

  /// The override of the same injection in the same scope that this one hides.
  var hidden: Provider?

  var sequenceNumber: UInt64 { override.id }
}

extension OverrideScope {
  func push(_ override: Provider, of storage: InjectionStorage, _ releases: inout DeferredReleases) {
    let injection = ScopedInjection(storage: storage, state: storage.makeState(in: self, &releases))
    let hidden = injection.state.newestOverride
    overrides.append(OverrideRecord(override: override, injection: injection, hidden: hidden))
    injection.state.newestOverride = override
  }

  /// Removes an override, if it is in force.
  func removeOverride(_ id: UInt64) -> OverrideRecord? {
    let index = overrides.firstIndex(after: id) - 1
    guard index >= 0, overrides[index].override.id == id else { return nil }
    let removed = overrides.remove(at: index)
    if removed.injection.state.newestOverride === removed.override {
      removed.injection.state.newestOverride = removed.hidden
    } else if let newer = overrides[index...].firstIndex(where: { $0.hidden === removed.override }) {
      overrides[newer].hidden = removed.hidden
    }
    return removed
  }

  /// Returns the next older override of the same injection in this scope.
  ///
  /// `override` may have been rolled back.
  @inline(never) func override(hiddenBy override: Provider, in state: ScopedState?) -> Provider? {
    if let record = overrides.element(numbered: override.id) { return record.hidden }
    var next = state?.newestOverride
    while let newer = next, newer.id > override.id { next = overrides.element(numbered: newer.id)?.hidden }
    return next
  }

  /// Whether an override is in force and can be rolled back.
  func hasOverride(_ id: UInt64) -> Bool { !hasEnded && overrides.element(numbered: id) != nil }
}
