/// Remembers that a layer's cache was filled at some moment, without keeping the layer alive.
@MainActor
struct CacheEntry {
  weak let layer: AnyLayer?
  let stamp: UInt64

  /// Whether the layer still holds what it held when the entry was made.
  var isCurrent: Bool { layer?.stamp == stamp }

  /// Empties the caches that the entries remember.
  ///
  /// All of them before the first release: an instance that is released may resolve in its deinit,
  /// and must not build on what is about to be forgotten.
  static func forget(_ entries: some Sequence<CacheEntry>) {
    var layers: [AnyLayer] = []
    for entry in entries {
      guard let layer = entry.layer, layer.stamp == entry.stamp else { continue }
      layer.invalidate()
      layers.append(layer)
    }
    for layer in layers { layer.releaseRemains() }
  }
}

/// The caches that were filled, oldest first.
///
/// Bounded: when it has doubled, entries whose layer is gone or was filled again since are dropped,
/// so that it never holds more than twice the layers that are alive and filled.
@MainActor
struct CacheLog {
  private var entries: [CacheEntry] = []
  private var limit = 32

  nonisolated init() {}

  var count: Int { entries.count }

  mutating func append(_ layer: AnyLayer) {
    if entries.count >= limit {
      entries.removeAll { !$0.isCurrent }
      limit = max(32, entries.count * 2)
    }
    entries.append(CacheEntry(layer: layer, stamp: layer.stamp))
  }

  /// Takes out what was filled after `moment`; stamps ascend, so this is the end of the list.
  mutating func removeEntries(after moment: UInt64) -> ArraySlice<CacheEntry>? {
    guard let last = entries.last, last.stamp > moment else { return nil }
    var start = entries.endIndex
    while start > entries.startIndex, entries[start - 1].stamp > moment { start -= 1 }
    let removed = entries[start...]
    entries.removeSubrange(start...)
    return removed
  }

  /// Takes out what is cached in the layers that `condition` holds for.
  mutating func removeEntries(where condition: (AnyLayer) -> Bool) -> [CacheEntry] {
    var removed: [CacheEntry] = []
    entries.removeAll { entry in
      guard entry.layer.map(condition) ?? true else { return false }
      removed.append(entry)
      return true
    }
    return removed
  }

  mutating func removeAll() -> [CacheEntry] {
    defer { entries = [] }
    return entries
  }
}
