/// The slots that were filled, oldest first, without keeping them alive.
///
/// Bounded: when it has doubled, entries whose slot is gone or was filled again since are dropped, so
/// that it never holds more than twice the slots that are alive and filled.
@MainActor
struct CacheLog {
  private struct Entry {
    weak let slot: AnySlot?
    let stamp: UInt64

    /// The slot, if it still holds what it held when the entry was made.
    @MainActor var filled: AnySlot? { slot?.stamp == stamp ? slot : nil }
  }

  private var entries: [Entry] = []
  private var limit = 32

  nonisolated init() {}

  var count: Int { entries.count }

  mutating func append(_ slot: AnySlot) {
    if entries.count >= limit {
      entries.removeAll { $0.filled == nil }
      limit = max(32, entries.count * 2)
    }
    entries.append(Entry(slot: slot, stamp: slot.stamp))
  }

  /// Takes out what was filled after `moment`; stamps ascend, so this is the end of the list.
  mutating func removeSlots(after moment: UInt64) -> [AnySlot] {
    var start = entries.endIndex
    while start > entries.startIndex, entries[start - 1].stamp > moment { start -= 1 }
    let slots = entries[start...].compactMap(\.filled)
    entries.removeSubrange(start...)
    return slots
  }

  /// Takes out the filled slots that `condition` holds for.
  mutating func removeSlots(where condition: (AnySlot) -> Bool) -> [AnySlot] {
    var removed: [AnySlot] = []
    entries.removeAll { entry in
      guard let slot = entry.filled else { return true }
      guard condition(slot) else { return false }
      removed.append(slot)
      return true
    }
    return removed
  }

  mutating func removeAll() {
    entries = []
    limit = 32
  }
}
