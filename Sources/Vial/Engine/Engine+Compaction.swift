extension Engine {
  /// Compacts a list that is full, so that an element can be added.
  ///
  /// Expired instances are evicted before the list changes, because the eviction reads clocks of the application.
  static func makeRoom(in list: some Compactable, _ removals: inout Removals) {
    if !list.isFull { return }
    removals.evictExpired(list.instances)
    list.dropUnused(&removals)
    list.didCompact()
  }
}

extension Removals {
  /// Evicts the instances that have expired.
  @inline(never) fileprivate mutating func evictExpired(_ entries: [CacheEntry]) {
    for entry in entries where entry.hasExpired() { evict(entry) }
  }
}
