// The overrides of a scope. The scope lists all of them for tokens, and each slot lists the overrides of its injection.

extension OverrideScope {
  /// Adds the provider of an override of an injection or a family.
  func add(_ provider: Provider, of storage: InjectionStorage) {
    storage.makeSlot(in: self).add(provider)
    overrideProviders.insert(provider)
  }

  /// Rolls back an override: evicts its instance, and all instances that may have captured one.
  ///
  /// Factories that are running in a scope which sees the override cache nothing.
  ///
  /// - Returns: Whether the override was in force. The overrides of a scope that has ended stay.
  func rollBack(_ number: UInt64) -> Bool {
    Operation.perform {
      // The provider may own objects whose deinitializers use injections, so the inner operation returns it.
      guard !hasEnded, let removed = Operation.perform({ remove(number) }) else { return false }
      Operation.emit(.rolledBack(Override(removed, in: self)))
      return true
    }
  }

  /// Inlined into its callers, this would add 2 KB to a program.
  @inline(never) private func remove(_ number: UInt64) -> Provider? {
    guard let removed = overrideProviders.remove(numbered: number), let overridden = removed.overridden else { return nil }
    if let slot = overridden.slot(in: self) { remove(removed, from: slot, of: overridden) }
    return removed
  }

  /// Removes an override or an implementation from the slot of its injection, and evicts its instances.
  ///
  /// The removal of an override also evicts the instances that may have captured an instance of the override. The removal of
  /// an implementation evicts no other instances. Factories that are running do not cache an instance that would be evicted.
  func remove(_ provider: Provider, from slot: Slot, of storage: InjectionStorage) {
    slot.remove(provider)
    Operation.preventCaching(after: provider, removedFrom: self)
    switch provider.role {
    case .override: journal.evict(cachedAfter: provider.number)
    case .provided, .published:
      Operation.retain(provider)
      provider.journal.evict(cachedAfter: provider.number)
      Operation.emit(.withdrawn(Provision(provider.number, of: storage, in: self)))
    }
  }

  /// Whether an override can be rolled back: it is in force, and the scope has not ended.
  func canRollBack(_ number: UInt64) -> Bool { !hasEnded && overrideProviders.element(numbered: number) != nil }

  /// Rolls back overrides of this scope, the most recent first.
  func rollBackAll(_ overrides: [Provider]) { for provider in overrides.reversed() { _ = rollBack(provider.number) } }
}

extension InjectionStorage {
  /// Rolls back the most recent override in a scope.
  func rollBackNewest(in scope: OverrideScope) -> Bool {
    guard let newest = newestOverride(madeIn: scope) else { return false }
    return scope.rollBack(newest.number)
  }

  /// Rolls back all overrides in a scope, the most recent first.
  ///
  /// Overrides that are made during the call stay.
  func rollBackAll(in scope: OverrideScope) { scope.rollBackAll(slot(in: scope)?.overrides ?? []) }
}
