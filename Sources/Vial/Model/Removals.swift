/// The objects that an operation has removed from lists, to be released when all lists are consistent.
///
/// The functions that remove something have this as a parameter.
@MainActor struct Removals {
  /// The entries of evicted instances.
  private(set) var entries: [CacheEntry] = []

  /// The other objects that must not be deallocated before the lists are consistent.
  private var held: [AnyObject] = []

  nonisolated init() {}

  var isEmpty: Bool { entries.isEmpty && held.isEmpty }

  /// Evicts the instance of an entry, and holds an entry whose instance was evicted before.
  @inline(never) mutating func evict(_ entry: CacheEntry) {
    if entry.evict() { entries.append(entry) } else { hold(entry) }
  }

  /// Evicts an instance whose validity check has returned `false`, at a resolve or before a compaction.
  ///
  /// This does the same as `evict`, but names the only two places where an instance expires.
  mutating func evictExpired(_ entry: CacheEntry) { evict(entry) }

  /// Retains an object until the lists are consistent.
  ///
  /// A list no longer contains the object, or a weak reference has led to the object. Another thread may release the last strong
  /// reference, and the deinitializer must not run while a list is changing.
  @inline(never) mutating func hold(_ object: AnyObject) { held.append(object) }

  /// Holds an entry, and an instance that the cache does not own, because another thread may release the instance at the same time.
  ///
  /// An instance that the cache owns is released with its entry, after its release actions.
  @inline(never) mutating func holdWithInstance(_ entry: CacheEntry) {
    hold(entry)
    if let box = entry.unownedBox { hold(box) }
  }

  /// Holds a slot and its entries.
  @inline(never) mutating func holdWithEntries(_ slot: Slot) {
    hold(slot)
    for entry in slot.entries.elements { holdWithInstance(entry) }
  }

  /// Holds a journal and the entries that it refers to.
  @inline(never) mutating func holdWithEntries(_ journal: Journal) {
    hold(journal)
    for line in journal.lines {
      if let entry = line.entry { holdWithInstance(entry) }
    }
  }

  mutating func sortByAge() { entries = entries.oldestFirst }

  @inline(never) mutating func popEntry() -> CacheEntry? { entries.popLast() }
}

#if DEBUG
extension Removals: @MainActor CustomDebugStringConvertible {
  var debugDescription: String { "Removals(\(entries.count) entries, \(held.count) held)" }
}
#endif
