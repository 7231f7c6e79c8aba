// Removing the overrides and the implementations of a scope.

extension OverrideScope {
  /// Rolls back an override: evicts its instance, and all instances that may have captured one.
  ///
  /// Factories that are running in a scope which sees the override cache nothing.
  ///
  /// - Returns: Whether the override was in force. The overrides of a scope that has ended stay.
  func rollBack(_ number: ProviderNumber) -> Bool {
    InjectionOperation.perform {
      // The provider may own objects whose deinitializers use injections, so the inner operation returns it.
      guard !hasEnded, let removed = InjectionOperation.performStep({ remove(number) }) else { return false }
      InjectionOperation.emit(.rolledBack(Override(removed, in: self)))
      return true
    }
  }

  private func remove(_ number: ProviderNumber) -> Provider? {
    guard let removed = overrides.remove(number, in: self) else { return nil }
    InjectionOperation.preventCaching(after: removed, removedFrom: self)
    return removed
  }

  /// Removes the implementation of a required injection, and evicts the instances that it has built, in every scope.
  ///
  /// Other instances stay, also if they have captured such an instance. Factories that are running do not cache an instance
  /// of the implementation.
  func remove(_ implementation: Provider, from slot: Slot, of storage: InjectionStorage) {
    InjectionOperation.releaseLater(implementation)
    slot.remove(implementation)
    implementation.journal.evict(cachedAfter: implementation.number.madeAt)
    InjectionOperation.preventCaching(after: implementation, removedFrom: self)
    InjectionOperation.emit(.withdrawn(Provision(implementation.number, of: storage, in: self)))
  }

  /// Whether an override can be rolled back: it is in force, and the scope has not ended.
  func canRollBack(_ number: ProviderNumber) -> Bool { !hasEnded && overrides.all.element(numbered: number) != nil }

  /// Rolls back overrides of this scope, the most recent first.
  func rollBackAll(_ overrides: [Provider]) { for provider in overrides.reversed() { _ = rollBack(provider.number) } }
}

extension InjectionStorage {
  /// Rolls back the most recent override in a scope.
  func rollBackNewest(in scope: OverrideScope) -> Bool {
    guard let newest = slot(in: scope)?.newestOverride else { return false }
    return scope.rollBack(newest.number)
  }

  /// Rolls back all overrides in a scope, the most recent first.
  ///
  /// Overrides that are made during the call stay.
  func rollBackAll(in scope: OverrideScope) { scope.rollBackAll(slot(in: scope)?.overrides ?? []) }
}
