// Whether a new instance is cached, and where, and how cached instances are cleared.

extension OverrideScope {
  /// Whether an instance whose build began at a moment may have captured an instance of a provider that was removed since: an
  /// override that the scope sees was rolled back, or the provider of the instance was withdrawn.
  ///
  /// The rollback of an override affects all instances in scopes that see the override, the withdrawal of an implementation only
  /// its own instances.
  @inline(never) private func hasRolledBack(orWithdrawn provider: Provider, since start: Moment) -> Bool {
    if provider.isWithdrawn { return true }
    let rolledBack = first(.visible) { scope in
      scope.lastRollback > start ? true : nil
    } inGlobal: {
      OverrideScope.global.lastRollback > start ? true : nil
    }
    return rolledBack == true
  }

  /// Decides whether the scope caches a new instance.
  ///
  /// - Parameters:
  ///   - instance: The reference to the instance in a scope that has not ended.
  ///   - provider: The provider that has built the instance.
  ///   - start: When the build began.
  /// - Returns: The reference of the cache; `nil` if the instance is not cached.
  fileprivate func reference(
    to instance: CachedInstance,
    by provider: Provider,
    builtSince start: Moment
  ) -> CachedInstance? {
    if hasRolledBack(orWithdrawn: provider, since: start) { return nil }
    guard hasEnded, let box = instance.ownedBox else { return instance }
    // The cache owns nothing after the end of the scope, because no second end would release the instance.
    return box.weakReference.map { .weak($0) }
  }
}

extension InjectionRecord {
  /// Decides how the cache of a scope refers to a new instance, and makes its validity check, which is the last step of a build.
  ///
  /// A new strategy needs a case of `InjectionStrategy.Lifetime` and a case in each `switch` over it, which the compiler finds.
  /// A new way of caching needs a case of `CachedInstance`, too.
  ///
  /// - Returns: The reference of the cache; `nil` if the instance is returned, but not cached.
  func reference(
    to box: AnyBox,
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
      return scope.reference(to: .weak(reference), by: provider, builtSince: start)
    case .singleton, .flow, .expiring, .cached:
      let reference = scope.reference(to: .strong(box), by: provider, builtSince: start)
      guard case .strong = reference, let check = strategy.makeValidityCheck(of: self, by: provider) else {
        return reference
      }
      // The closure that makes the check may have rolled an override back or ended the scope.
      return scope.reference(to: .validated(box, check), by: provider, builtSince: start)
    }
  }

  /// Caches a new instance, and records it in each journal that may have to evict it.
  func cache(_ instance: CachedInstance, of provider: Provider, in scope: OverrideScope, flow: InjectionFlow?) {
    Engine.change { removals in
      // The slot is created first, because a compaction of the slots reads clocks.
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
      // The rollback of a replacement of this injection finds its own instance in the slot.
      let own = provider.overridden === self ? provider : nil
      if scope.replacements.contains(otherThan: own) { record(entry, in: scope.journal, &removals) }
      scope.forEachOutside(.visible) { visible in
        if !visible.replacements.isEmpty { record(entry, in: visible.journal, &removals) }
      }
      if let flow { record(entry, inJournalOf: flow, in: scope, &removals) }
      if let flowOfFamily { record(entry, inJournalOf: flowOfFamily, in: scope, &removals) }
      if case .implementation(let instances) = provider.role { record(entry, in: instances, &removals) }
    }
  }

  @inline(never) private func record(_ entry: CacheEntry, in journal: Journal, _ removals: inout Removals) {
    Engine.makeRoom(in: journal, &removals)
    journal.add(entry)
  }

  @inline(never) private func record(
    _ entry: CacheEntry,
    inJournalOf flow: InjectionFlow,
    in scope: OverrideScope,
    _ removals: inout Removals
  ) {
    let journals = scope.makeFlowJournals()
    if let journal = journals[flow] { return record(entry, in: journal, &removals) }
    Engine.makeRoom(in: journals, &removals)
    record(entry, in: journals.add(flow), &removals)
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
