/// Everything that one injection has in one scope: its providers and its cached instances.
///
/// In the global scope, the slot is the `InjectionStorage` itself, so it is deallocated with the injection.
@MainActor @usableFromInline class Slot {
  /// The providers that belong to the scope and are in force: the implementation of a required injection, and the overrides
  /// in the order in which they were made.
  ///
  /// Unchecked for the row "override, resolve, roll back".
  @safe @exclusivity(unchecked) final private(set) var providers = SortedList<Provider>()

  /// The line where the implementation was withdrawn, for the message of a resolve that finds none.
  final var withdrawalCallSite: CallSite?

  /// The entries of the cached instances, sorted by the numbers of their providers.
  ///
  /// Unchecked for the row "open a scope, override, resolve, end it".
  @safe @exclusivity(unchecked) final private(set) var entries = SortedList<CacheEntry>()

  private final var threshold = CompactionThreshold()

  nonisolated init() {}

  // MARK: Providers

  final var newestOverride: Provider? {
    guard let last = providers.last, last.isOverride else { return nil }
    return last
  }

  final var overrides: [Provider] { providers.elements.filter(\.isOverride) }

  final var implementation: Provider? {
    guard let first = providers.first, !first.isOverride else { return nil }
    return first
  }

  /// The next override below the provider of an override, which may have been removed.
  final func override(below provider: Provider) -> Provider? {
    guard let older = providers.element(before: provider.number), older.isOverride else { return nil }
    return older
  }

  final func add(_ provider: Provider) { providers.insert(provider) }

  /// Removes a provider, and evicts its instance.
  ///
  /// The caller retains the provider until the operation has ended.
  final func remove(_ provider: Provider) {
    _ = providers.remove(numbered: provider.sequenceNumber)
    evictEntry(of: provider)
  }

  // MARK: Entries

  /// Inlined into its callers, this would add 1 KB to a program.
  @inline(never) final func entry(of provider: Provider) -> CacheEntry? { entries.element(numbered: provider.number) }

  /// Adds the entry of a new instance, and drops unused entries if there are many.
  ///
  /// The previous entry of the provider has been evicted, because a resolve evicts it before it builds an instance.
  final func add(_ entry: CacheEntry) {
    if let previous = entries.remove(numbered: entry.providerNumber) {
      assert(previous.isEvicted, "The cache has an instance of the provider.")
    }
    if threshold.isReached(by: entries.count) { dropUnusedEntries() }
    entries.insert(entry)
  }

  private final func dropUnusedEntries() {
    entries.keep { $0.retainIfInUse() }
    threshold.reset(afterKeeping: entries.count)
  }

  private final func evictEntry(of provider: Provider) {
    if let entry = entries.remove(numbered: provider.number) { Operation.evict(entry) }
  }

  /// Evicts all instances.
  final func evictEntries() { for entry in entries.elements { Operation.evict(entry) } }

  /// Evicts all instances at the end of the scope.
  ///
  /// - Returns: Whether code that runs after the end of the scope needs the slot. The message of a resolve without an
  ///   implementation names the line of a withdrawal.
  final func end() -> Bool {
    while let entry = popEntry() { Operation.evict(entry) }
    return !providers.isEmpty || withdrawalCallSite != nil
  }

  /// Removes and returns an entry, which the caller releases.
  final func popEntry() -> CacheEntry? { entries.popLast() }

  /// Retains the slot during a compaction, and returns whether it has a provider or an instance.
  final func retainIfInUse() -> Bool {
    Operation.retain(self)
    return !providers.isEmpty || entries.elements.contains { $0.retainIfInUse() }
  }
}

/// The slot of an injection in a scope other than the global one, which retains the injection.
@MainActor final class ScopedSlot: Slot {
  var storage: InjectionStorage

  init(of storage: InjectionStorage) {
    self.storage = storage
  }
}
