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

  /// Whether nothing of it is kept any more.
  var isIdle: Bool { entries.allSatisfy { $0.filled == nil } }

  /// Takes out what was filled after `moment`; stamps ascend, so this is the end of the list.
  mutating func removeSlots(after moment: UInt64) -> [AnySlot] {
    var start = entries.endIndex
    while start > entries.startIndex, entries[start - 1].stamp > moment { start -= 1 }
    let slots = entries[start...].compactMap(\.filled)
    entries.removeSubrange(start...)
    return slots
  }

  /// The filled slots, oldest first.
  var slots: [AnySlot] { entries.compactMap(\.filled) }

  mutating func removeAll() {
    entries = []
    limit = 32
  }
}
