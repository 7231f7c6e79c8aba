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

extension CacheEntry {
  fileprivate nonisolated var declarationAddress: UInt64 { UInt64(UInt(bitPattern: ObjectIdentifier(declaration))) }
}

extension [CacheEntry] {
  /// The injections of the instances, each once, in the order of their release.
  var declarations: [InjectionDeclaration] {
    // Sorted, and not collected in a set, because the code of another kind of collection would add 2 KB to a program.
    var newest: [CacheEntry] = []
    for entry in oldestFirst.sorted(by: { $0.declarationAddress }) {
      if newest.last?.declaration === entry.declaration { newest.removeLast() }
      newest.append(entry)
    }
    var declarations: [InjectionDeclaration] = []
    for entry in newest.oldestFirst.reversed() { declarations.append(entry.declaration) }
    return declarations
  }

  /// The entries in the order in which their instances were cached.
  nonisolated var oldestFirst: [CacheEntry] { isOldestFirst ? self : sorted { $0.cachedAt.value } }

  private nonisolated var isOldestFirst: Bool {
    for index in indices.dropFirst() where self[index].cachedAt < self[index - 1].cachedAt { return false }
    return true
  }

  /// Returns the entries sorted by a key, in their order where keys are equal.
  ///
  /// This merges runs of 1, 2, 4, … entries. The sort of the standard library, specialized for entries, would add 4 KB to a program.
  @inline(never) fileprivate nonisolated func sorted(by key: (CacheEntry) -> UInt64) -> [CacheEntry] {
    var runs = self
    var length = 1
    while length < count {
      var merged: [CacheEntry] = []
      merged.reserveCapacity(count)
      while merged.count < count {
        var first = merged.count
        let middle = Swift.min(first + length, count)
        var second = middle
        let end = Swift.min(middle + length, count)
        while first < middle || second < end {
          if second == end || first < middle && key(runs[first]) <= key(runs[second]) {
            merged.append(runs[first])
            first += 1
          } else {
            merged.append(runs[second])
            second += 1
          }
        }
      }
      runs = merged
      length *= 2
    }
    return runs
  }
}

#if DEBUG
extension Removals: @MainActor CustomDebugStringConvertible {
  var debugDescription: String { "Removals(\(entries.count) entries, \(held.count) held)" }
}
#endif
