/// Everything that one injection has in one scope: its overrides, its implementation, and its cached instances.
///
/// In the global scope, the slot is the `InjectionStorage` itself, so it is deallocated with the injection.
@MainActor @usableFromInline class Slot {
  /// The providers of the overrides that were made in the scope and are in force.
  ///
  /// Unchecked for the row "override, resolve, roll back".
  @safe @exclusivity(unchecked) final private(set) var overrideProviders = SortedList<Provider>()

  /// The implementation of a required injection.
  final private(set) var implementation: Provider?

  /// The line of the most recent withdrawal, for the message of a resolve that finds no implementation.
  final private(set) var withdrawalCallSite: CallSite?

  /// The entries of the cached instances, sorted by the numbers of their providers.
  ///
  /// Unchecked for the row "open a scope, override, resolve, end it".
  @safe @exclusivity(unchecked) final private(set) var entries = SortedList<CacheEntry>()

  private final var threshold = CompactionThreshold()

  nonisolated init() {}

  // MARK: Providers

  final func add(_ provider: Provider) { overrideProviders.insert(provider) }

  /// Removes the provider of an override, and evicts its instance.
  ///
  /// The caller retains the provider until the operation has ended.
  final func remove(_ provider: Provider) {
    _ = overrideProviders.remove(numbered: provider.number)
    evictEntry(of: provider)
  }

  /// Replaces the implementation, or withdraws it at a line, and returns the previous one, whose instance is evicted.
  final func replaceImplementation(with new: Provider?, withdrawnAt callSite: CallSite?) -> Provider? {
    let previous = implementation
    if let previous {
      Operation.retain(previous)
      evictEntry(of: previous)
    }
    (implementation, withdrawalCallSite) = (new, callSite)
    return previous
  }

  private final var hasProvider: Bool { !overrideProviders.isEmpty || implementation != nil }

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
    return hasProvider || withdrawalCallSite != nil
  }

  /// Removes and returns an entry, which the caller releases.
  final func popEntry() -> CacheEntry? { entries.popLast() }

  /// Retains the slot during a compaction, and returns whether it has a provider or an instance.
  final func retainIfInUse() -> Bool {
    Operation.retain(self)
    return hasProvider || entries.elements.contains { $0.retainIfInUse() }
  }
}

/// The slot of an injection in a scope other than the global one, which retains the injection.
@MainActor final class ScopedSlot: Slot {
  var storage: InjectionStorage

  init(of storage: InjectionStorage) {
    self.storage = storage
  }
}
