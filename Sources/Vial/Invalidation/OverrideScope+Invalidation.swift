// Evicting instances after a provider was removed.

extension OverrideScope {
  /// Removes an override and evicts the instances that may have captured the replacement.
  ///
  /// - Returns: Whether the override was in force. The overrides of a scope that has ended stay.
  func rollBack(_ id: UInt64) -> Bool {
    Operation.begin()
    defer { Operation.end() }
    guard !hasEnded, let removed = removeOverride(id), let storage = removed.overridden else { return false }
    journal.evict(cachedAfter: id)
    finishRemoval(of: removed)
    Operation.emit(.rolledBack(Override(removed, of: storage, in: self)))
    return true
  }

  /// Withdraws the implementation of a required injection.
  ///
  /// - Returns: Whether there was one. The implementations of a scope that has ended stay.
  func withdrawImplementation(of declaration: InjectionDeclaration, in state: ScopedState, at callSite: CallSite)
    -> Bool
  {
    Operation.begin()
    defer { Operation.end() }
    guard !hasEnded, let previous = state.implementation else { return false }
    (state.implementation, state.withdrawalCallSite) = (nil, callSite)
    finishReplacement(of: previous, of: declaration)
    return true
  }

  /// Evicts the instances that a replaced or withdrawn implementation has built, in every scope.
  ///
  /// Other instances stay, also if they have captured such an instance.
  func finishReplacement(of previous: Provider, of declaration: InjectionDeclaration) {
    implementationJournal.evict(of: previous)
    finishRemoval(of: previous)
    Injections.deliverReplacement(of: declaration)
  }

  /// Evicts the instance of a provider that was removed, and releases everything.
  ///
  /// Every rollback, withdrawal and replacement of an implementation ends here. Running factories do not cache an instance
  /// that the provider builds. After the removal of an override, they cache no instance in a scope that sees the override.
  private func finishRemoval(of provider: Provider) {
    ResolutionStack.preventCaching(after: provider, removedFrom: self)
    provider.evictOwnEntry()
    DeferredReleases.run()
    // Released last, because the factory may own objects whose deinitializers use injections.
    extendLifetime(provider)
  }
}

extension InjectionStorage {
  /// Rolls back the most recent override in a scope.
  func rollBackNewest(in scope: OverrideScope) -> Bool {
    guard let newest = state(in: scope)?.newestOverride else { return false }
    return scope.rollBack(newest.id)
  }

  /// Rolls back all overrides in a scope, the most recent first.
  ///
  /// Overrides that are made during the call stay.
  func rollBackAll(in scope: OverrideScope) {
    for override in overrides(madeIn: scope) { _ = scope.rollBack(override.id) }
  }

  /// Evicts the instances that a scope caches or reuses.
  func clear(in scope: OverrideScope) {
    Operation.begin()
    defer { Operation.end() }
    for reusedScope in scope.reusedScopes { entries(in: reusedScope).forEach(DeferredReleases.evict) }
    DeferredReleases.run()
  }
}
