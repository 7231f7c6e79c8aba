// The overrides of a scope.

extension OverrideScope {
  func push(_ override: Provider, of storage: InjectionStorage) {
    assert(overrides.last.map { $0.id < override.id } ?? true, "The overrides are sorted by number.")
    let state = storage.makeState(in: self)
    override.olderID = state.newestOverride?.id
    overrides.append(override)
    state.newestOverride = override
  }

  /// Removes an override, if it is in force, and links the newer override of the same injection to the older one.
  func removeOverride(_ id: UInt64) -> Provider? {
    guard let removed = overrides.remove(numbered: id) else { return nil }
    if let state = removed.overridden?.state(in: self), state.newestOverride === removed {
      state.newestOverride = override(hiddenBy: removed)
    } else if let newer = overrides.first(where: { $0.olderID == id }) {
      newer.olderID = removed.olderID
    }
    return removed
  }

  /// Returns the next older override of the same injection in this scope.
  ///
  /// If the override was rolled back while its factory runs, the search begins at the newest override.
  func override(olderThan override: Provider, in state: ScopedState?) -> Provider? {
    var candidate = overrides.element(numbered: override.id) ?? state?.newestOverride
    while let provider = candidate, provider.id >= override.id { candidate = self.override(hiddenBy: provider) }
    return candidate
  }

  private func override(hiddenBy override: Provider) -> Provider? {
    override.olderID.flatMap(overrides.element(numbered:))
  }

  /// Whether an override can be rolled back: it is in force, and the scope has not ended.
  func canRollBack(_ id: UInt64) -> Bool { !hasEnded && overrides.element(numbered: id) != nil }
}
