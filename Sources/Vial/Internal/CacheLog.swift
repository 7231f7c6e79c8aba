/// The slots that were filled, oldest first, without keeping them alive.
///
/// Bounded: when it has doubled, entries whose slot is gone or was filled again since are dropped, so
/// that it never holds more than twice the slots that were filled then. With each entry it also looks
/// at a few others in turn, and drops those that are gone once they are half of what it saw: its
/// memory comes back after a peak.
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

  /// The next entry to look at, and how many were gone since the first.
  private var next = 0
  private var gone = 0

  nonisolated init() {}

  var count: Int { entries.count }

  mutating func append(_ slot: AnySlot) {
    if entries.count >= limit { compact() } else if entries.count >= 32 { look() }
    entries.append(Entry(slot: slot, stamp: slot.stamp))
  }

  private mutating func look() {
    for _ in 0..<8 {
      guard next < entries.count else {
        if gone * 2 >= entries.count { compact() }
        (next, gone) = (0, 0)
        return
      }
      if entries[next].filled == nil { gone += 1 }
      next += 1
    }
  }

  /// Not `removeAll(where:)`, which keeps the memory of what it removes.
  private mutating func compact() {
    entries = entries.filter { $0.filled != nil }
    limit = max(32, entries.count * 2)
    (next, gone) = (0, 0)
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
    self = CacheLog()
  }
}
