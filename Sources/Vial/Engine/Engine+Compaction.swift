extension Engine {
  /// Compacts a list that is full, so that an element can be added.
  ///
  /// Expired instances are evicted before the list changes, because the eviction reads clocks of the application.
  static func makeRoom(in list: some Compactable, _ removals: inout Removals) {
    if !list.isFull { return }
    evictIfExpired(list.cachedEntries, &removals)
    list.dropUnused(&removals)
    list.updateThreshold()
  }

  @inline(never) private static func evictIfExpired(_ entries: [CacheEntry], _ removals: inout Removals) {
    for entry in entries where entry.hasExpired() { removals.evictExpired(entry) }
  }
}
