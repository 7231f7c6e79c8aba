/// Everything that one injection has in one scope: its providers and its cached instances.
///
/// The slot of the global scope belongs to the injection, and the slots of another scope belong to that scope.
@MainActor final class Slot {
  /// The providers that belong to the scope and are in force: the implementation of a required injection, and the overrides
  /// in the order in which they were made.
  ///
  /// Unchecked for the row "override, resolve, roll back".
  @safe @exclusivity(unchecked) fileprivate(set) var providers = SortedList<Provider>()

  /// The line where the implementation was withdrawn, for the message of a resolve that finds none.
  var withdrawalCallSite: CallSite?

  /// The entries of the cached instances, sorted by the numbers of their providers.
  ///
  /// Unchecked for the row "open a scope, override, resolve, end it".
  @safe @exclusivity(unchecked) private(set) var entries = SortedList<CacheEntry>()

  private var threshold = CompactionThreshold()

  /// The injection, which the slot of a scope retains; `nil` for the slot of the global scope, which belongs to the injection.
  private(set) var storage: InjectionStorage?

  nonisolated init(of storage: InjectionStorage? = nil) { self.storage = storage }

  /// Whether something else retains the injection of the slot.
  var isInjectionReferencedElsewhere: Bool { !isKnownUniquelyReferenced(&storage) }

  // MARK: Providers

  var newestOverride: Provider? {
    guard let last = providers.last, last.isOverride else { return nil }
    return last
  }

  var overrides: [Provider] { providers.elements.filter(\.isOverride) }

  var implementation: Provider? {
    guard let first = providers.first, !first.isOverride else { return nil }
    return first
  }

  /// The next override below the provider of an override, which may have been removed.
  func override(below provider: Provider) -> Provider? {
    guard let older = providers.element(before: provider.number), older.isOverride else { return nil }
    return older
  }

  /// Adds the implementation of a required injection; the caller has removed the previous one.
  func add(implementation: Provider) {
    assert(!implementation.isOverride, "ScopeOverrides adds overrides.")
    providers.insert(implementation)
  }

  /// Removes a provider, and evicts its instance.
  ///
  /// The caller retains the provider until the operation has ended.
  func remove(_ provider: Provider) {
    _ = providers.remove(numbered: provider.listNumber)
    evictEntry(of: provider)
  }

  // MARK: Entries

  /// The entry of a provider, unless its instance was evicted.
  func entry(of provider: Provider) -> CacheEntry? {
    guard let entry = entries.element(numbered: provider.number), !entry.isEvicted else { return nil }
    return entry
  }

  /// Adds the entry of a new instance, and drops unused entries if there are many.
  ///
  /// The previous entry of the provider has been evicted, because a resolve evicts it before it builds an instance. A journal
  /// that evicts an instance does not remove the entry from this list: it has no reference to the slot.
  func add(_ entry: CacheEntry) {
    if let previous = entries.remove(numbered: entry.providerNumber) {
      assert(previous.isEvicted, "The cache has an instance of the provider.")
    }
    if threshold.isReached(by: entries.count) { dropUnusedEntries() }
    entries.insert(entry)
  }

  private func dropUnusedEntries() {
    entries.keep { $0.retainAndCheckUse() }
    threshold.reset(afterKeeping: entries.count)
  }

  private func evictEntry(of provider: Provider) {
    if let entry = entries.remove(numbered: provider.number) { InjectionOperation.evict(entry) }
  }

  /// Evicts all instances.
  func evictEntries() { while let entry = popEntry() { InjectionOperation.evict(entry) } }

  /// Whether code that runs after the end of the scope needs the slot.
  ///
  /// The message of a resolve without an implementation names the line of a withdrawal.
  var isNeededAfterEnd: Bool { !providers.isEmpty || withdrawalCallSite != nil }

  /// Removes and returns an entry, which the caller releases.
  func popEntry() -> CacheEntry? { entries.popLast() }

  /// Retains the slot during a compaction, and returns whether it has a provider or an instance.
  func retainAndCheckUse() -> Bool {
    InjectionOperation.releaseLater(self)
    return !providers.isEmpty || entries.elements.contains { $0.retainAndCheckUse() }
  }
}

/// The overrides of one scope, which the scope lists for tokens, and each slot for its injection.
///
/// No other code adds an override to a list or removes one, so the lists agree.
@MainActor struct ScopeOverrides {
  private(set) var all = SortedList<Provider>()

  /// The instances that were cached in scopes that see the overrides, while there were overrides.
  private(set) var journal = CacheJournal()

  nonisolated init() {}

  mutating func add(_ provider: Provider, to slot: Slot) {
    slot.providers.insert(provider)
    all.insert(provider)
  }

  /// Records a new instance in a scope that sees the overrides, because the instance may have captured one of an override.
  ///
  /// If there is only the override that has built the instance, its rollback finds the instance in the slot.
  mutating func record(_ entry: CacheEntry, of provider: Provider, isInSlot: Bool) {
    guard let newest = all.last, !isInSlot || newest !== provider || all.count > 1 else { return }
    journal.add(entry, of: nil)
  }

  /// Removes an override from both lists, and evicts its instance and those that were cached since the override was made.
  mutating func remove(_ number: ProviderNumber, in scope: OverrideScope) -> Provider? {
    guard let removed = all.remove(numbered: number) else { return nil }
    guard let slot = removed.overridden?.slot(in: scope) else {
      preconditionFailure("The slot of an override is lost.")
    }
    slot.remove(removed)
    journal.evict(cachedAfter: number.madeAt)
    return removed
  }
}
