// Whether a new instance is cached, and where, and how cached instances are cleared.

extension InjectionRecord {
  /// Decides whether and how a scope caches a new instance, and makes the validity check, which is the last step of a build.
  ///
  /// A new strategy needs a case of `InjectionStrategy.Lifetime` and a case in each `switch` over it, which the compiler finds.
  /// A new way of caching needs a case of `CachedInstance`, too.
  ///
  /// - Returns: The reference of the cache to the instance; `nil` if the instance is returned, but not cached.
  func decideRetention(
    of box: AnyBox,
    by provider: Provider,
    in scope: OverrideScope,
    buildBegan start: Moment
  ) -> CachedInstance? {
    let strategy = strategy(of: provider)
    switch strategy.lifetime {
    case .onDemand: return nil
    case .shared:
      guard let reference = box.weakReference else {
        DebugWarnings.valueIsNotShared(box, of: self, by: provider)
        return nil
      }
      return scope.admit(.weak(reference), by: provider, buildBegan: start)
    case .singleton, .flow, .expiring, .cached:
      let admitted = scope.admit(.strong(box), by: provider, buildBegan: start)
      guard case .strong = admitted, let check = strategy.makeValidityCheck(of: self, by: provider) else {
        return admitted
      }
      // Again, because the closure that makes the check may have rolled an override back or ended the scope.
      return scope.admit(.validated(box, check), by: provider, buildBegan: start)
    }
  }

  /// Caches a new instance, and adds its entry to each journal that may have to evict it.
  func cache(_ instance: CachedInstance, of provider: Provider, in scope: OverrideScope) {
    let flow = strategy(of: provider).flow
    Engine.change { removals in
      let slot = findOrAddSlot(in: scope, &removals)
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
      let ownReplacement = provider.overriddenRecord === self ? provider : nil
      if scope.replacements.contains(otherThan: ownReplacement) { add(entry, to: scope.journal, &removals) }
      scope.forEachOuter(.visible) { visible in
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
    if let journal = scope.journal(of: flow) { return add(entry, to: journal, &removals) }
    Engine.makeRoom(in: scope, &removals)
    add(entry, to: scope.addJournal(of: flow), &removals)
  }

  /// The slot of the injection in a scope, created if necessary.
  @inline(never) func findOrAddSlot(in scope: OverrideScope, _ removals: inout Removals) -> Slot {
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
