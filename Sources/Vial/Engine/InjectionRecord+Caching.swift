// Where a new instance is cached, and when it is not.

extension OverrideScope {
  /// Whether an instance whose build began at a moment may have captured an instance of a provider that was removed since: an
  /// override that the scope sees was rolled back, or the provider of the instance was withdrawn.
  ///
  /// Such an instance is returned, but not cached. The rollback of an override affects all instances in scopes that see the
  /// override, the withdrawal of an implementation only its own instances.
  @inline(never) func hasRolledBack(orWithdrawn provider: Provider, since start: Moment) -> Bool {
    if provider.isWithdrawn { return true }
    let rolledBack = firstVisible { scope in
      scope.lastRollback > start ? true : nil
    } inGlobal: {
      OverrideScope.global.lastRollback > start ? true : nil
    }
    return rolledBack == true
  }
}

extension InjectionRecord {
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
      var outer = scope.visibleOuter
      while let visible = outer {
        if !visible.replacements.isEmpty { record(entry, in: visible.journal, &removals) }
        outer = visible.visibleOuter
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
}
