// The overrides of a scope.

/// An override with the injection that is overridden, which the record retains.
struct OverrideRecord: SequenceNumbered {
  let override: Provider
  let storage: InjectionStorage

  /// The number of the override of the same injection in the same scope that this one hides.
  var olderID: UInt64?

  var sequenceNumber: UInt64 { override.id }
}

extension OverrideScope {
  func push(_ override: Provider, of storage: InjectionStorage) {
    let state = storage.makeState(in: self)
    overrides.insert(OverrideRecord(override: override, storage: storage, olderID: state.newestOverride?.id))
    state.newestOverride = override
  }

  /// Removes an override, if it is in force, and links the newer override of the same injection to the older one.
  func removeOverride(_ id: UInt64) -> OverrideRecord? {
    guard let removed = overrides.remove(numbered: id) else { return nil }
    if let state = removed.storage.state(in: self), state.newestOverride?.id == id {
      state.newestOverride = record(olderThan: removed)?.override
    } else if let newer = overrides.elements.firstIndex(where: { $0.olderID == id }) {
      overrides.elements[newer].olderID = removed.olderID
    }
    return removed
  }

  /// Returns the next older override of the same injection in this scope.
  ///
  /// If the override was rolled back while its factory runs, the search begins at the newest override.
  @inline(never) func override(olderThan override: Provider, in state: ScopedState?) -> Provider? {
    var candidate = overrides.element(numbered: override.id)
    if candidate == nil { candidate = state?.newestOverride.flatMap { overrides.element(numbered: $0.id) } }
    while let record = candidate, record.override.id >= override.id { candidate = self.record(olderThan: record) }
    return candidate?.override
  }

  private func record(olderThan record: OverrideRecord) -> OverrideRecord? {
    record.olderID.flatMap(overrides.element(numbered:))
  }

  /// Whether an override can be rolled back: it is in force, and the scope has not ended.
  func canRollBack(_ id: UInt64) -> Bool { !hasEnded && overrides.element(numbered: id) != nil }
}
