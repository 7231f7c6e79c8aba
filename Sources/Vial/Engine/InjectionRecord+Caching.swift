// Whether a new instance is cached, and where, and how cached instances are cleared.

extension InjectionRecord {
  /// Decides whether and how the cache of a scope refers to a new instance, and makes its validity check, which is the last step of a
  /// build.
  ///
  /// A new strategy needs a case of `InjectionStrategy.Lifetime` and a case in each `switch` over it, which the compiler finds.
  /// A new way of caching needs a case of `CachedInstance`, too.
  ///
  /// - Returns: The reference of the cache to the instance; `nil` if the instance is returned, but not cached.
  func cachedForm(
    of box: AnyBox,
    by provider: Provider,
    in scope: OverrideScope,
    builtSince start: Moment
  ) -> CachedInstance? {
    let strategy = strategy(of: provider)
    switch strategy.lifetime {
    case .onDemand: return nil
    case .shared:
      guard let reference = box.weakReference else {
        DebugWarnings.valueIsNotShared(box, of: self, builtAt: provider.callSite)
        return nil
      }
      return scope.admit(.weak(reference), by: provider, builtSince: start)
    case .singleton, .flow, .expiring, .cached:
      let admitted = scope.admit(.strong(box), by: provider, builtSince: start)
      guard case .strong = admitted, let check = strategy.makeValidityCheck(of: self, by: provider) else {
        return admitted
      }
      // Again, because the closure that makes the check may have rolled an override back or ended the scope.
      return scope.admit(.validated(box, check), by: provider, builtSince: start)
    }
  }

  /// Caches a new instance, and adds its entry to each journal that may have to evict it.
  func cache(_ instance: CachedInstance, of provider: Provider, in scope: OverrideScope, flow: InjectionFlow?) {
    Engine.change { removals in
      let slot = makeSlot(in: scope, &removals)
      let entry = CacheEntry(
        instance,
        of: provider,
        declaration: declaration,
        releaseActions: provider.isReplacement ? [] : publication.releaseActions,
        in: scope
      )
      Engine.makeRoom(in: slot, &removals)
      slot.add(entry)
      // The rollback of a replacement of this injection evicts its own instance from the slot. So the common scope, whose only
      // override has built the instance, has an empty journal.
      let evictedFromSlot = provider.overridden === self ? provider : nil
      if scope.replacements.contains(otherThan: evictedFromSlot) { add(entry, to: scope.journal, &removals) }
      scope.forEachOutside(.visible) { visible in
        if !visible.replacements.isEmpty { add(entry, to: visible.journal, &removals) }
      }
      if let flow { add(entry, toJournalOf: flow, in: scope, &removals) }
      if let flowOfFamily { add(entry, toJournalOf: flowOfFamily, in: scope, &removals) }
      if case .implementation(let journal) = provider.role { add(entry, to: journal, &removals) }
    }
  }

  @inline(never) private func add(_ entry: CacheEntry, to journal: Journal, _ removals: inout Removals) {
    Engine.makeRoom(in: journal, &removals)
    journal.add(entry)
  }

  @inline(never) private func add(
    _ entry: CacheEntry,
    toJournalOf flow: InjectionFlow,
    in scope: OverrideScope,
    _ removals: inout Removals
  ) {
    let journals = scope.makeFlowJournals()
    if let journal = journals[flow] { return add(entry, to: journal, &removals) }
    Engine.makeRoom(in: journals, &removals)
    add(entry, to: journals.add(flow), &removals)
  }

  /// The slot of the injection in a scope, created if necessary.
  @inline(never) func makeSlot(in scope: OverrideScope, _ removals: inout Removals) -> Slot {
    if let slot = slot(in: scope) { return slot }
    Engine.makeRoom(in: scope, &removals)
    return scope.addSlot(of: self)
  }

  // MARK: Clearing

  /// Evicts the instances that a scope caches or reuses.
  func clear(in scope: OverrideScope) {
    Engine.change { removals in
      for reusedScope in scope.scopes(.reused) { slot(in: reusedScope)?.evictAll(&removals) }
    }
  }
}

// MARK: - Admission

extension OverrideScope {
  /// Decides whether the scope caches a new instance.
  ///
  /// - Parameters:
  ///   - instance: The reference of the cache of a scope that has not ended.
  ///   - provider: The provider that has built the instance.
  ///   - start: When the build began.
  /// - Returns: The reference of the cache; `nil` if the instance is not cached.
  fileprivate func admit(
    _ instance: CachedInstance,
    by provider: Provider,
    builtSince start: Moment
  ) -> CachedInstance? {
    if hasRolledBack(orWithdrawn: provider, since: start) { return nil }
    guard hasEnded, let box = instance.ownedBox else { return instance }
    // The cache owns nothing after the end of the scope, because no second end would release the instance.
    return box.weakReference.map { .weak($0) }
  }

  /// Whether an instance whose build began at a moment may have captured an instance of a provider that was removed since: an
  /// override that the scope sees was rolled back, or the provider of the instance was withdrawn.
  ///
  /// The rollback of an override affects all instances in scopes that see the override, the withdrawal of an implementation only
  /// its own instances.
  @inline(never) private func hasRolledBack(orWithdrawn provider: Provider, since start: Moment) -> Bool {
    if provider.isWithdrawn || lastRollback > start { return true }
    var hasRolledBack = false
    forEachOutside(.visible) { visible in
      if visible.lastRollback > start { hasRolledBack = true }
    }
    return hasRolledBack
  }
}
