// The overrides of a scope.

/// An override with the injection that is overridden, which the record retains.
struct OverrideRecord: SequenceNumbered {
  let override: Provider
  let storage: InjectionStorage

  /// The override of the same injection in the same scope that this one hides.
  var older: Provider?

  var sequenceNumber: UInt64 { override.id }
}

extension OverrideScope {
  func push(_ override: Provider, of storage: InjectionStorage) {
    let state = storage.makeState(in: self)
    overrides.append(OverrideRecord(override: override, storage: storage, older: state.newestOverride))
    state.newestOverride = override
  }

  /// Removes an override, if it is in force.
  func removeOverride(_ id: UInt64) -> OverrideRecord? {
    let index = overrides.firstIndex(after: id) - 1
    guard index >= 0, overrides[index].override.id == id else { return nil }
    let removed = overrides.remove(at: index)
    if let state = removed.storage.state(in: self), state.newestOverride == removed.override {
      state.newestOverride = removed.older
    } else if let newer = overrides[index...].firstIndex(where: { $0.older == removed.override }) {
      overrides[newer].older = removed.older
    }
    return removed
  }

  /// Returns the next older override of the same injection in this scope.
  ///
  /// `override` may have been rolled back.
  @inline(never) func override(olderThan override: Provider, in state: ScopedState?) -> Provider? {
    if let record = overrides.element(numbered: override.id) { return record.older }
    var next = state?.newestOverride
    while let newer = next, newer.id > override.id { next = overrides.element(numbered: newer.id)?.older }
    return next
  }

  /// Whether an override is in force and can be rolled back.
  func hasOverride(_ id: UInt64) -> Bool { !hasEnded && overrides.element(numbered: id) != nil }
}
