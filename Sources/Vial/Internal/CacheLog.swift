/// The slots that were filled, oldest first, without keeping them alive.
///
/// Bounded by its owner: when it has grown by half, entries are dropped whose slot is gone, was filled
/// again since, or had a shared instance that has died.
@MainActor
struct CacheLog {
  private struct Entry {
    weak let slot: AnySlot?
    let stamp: UInt64

    /// The slot, if it still holds what it held when the entry was made.
    @MainActor var filled: AnySlot? { slot?.stamp == stamp ? slot : nil }
  }

  private var entries: [Entry] = []
  private var upkeep = Upkeep()

  nonisolated init() {}

  var count: Int { entries.count }

  /// How many entries it has memory for; what the tests of boundedness look at.
  var room: Int { entries.capacity }

  mutating func append(_ slot: AnySlot) {
    entries.append(Entry(slot: slot, stamp: slot.stamp))
  }

  /// As `dropGone()`, if that is due.
  mutating func dropGoneIfDue() -> [Alive] {
    upkeep.isDue(at: entries.count) ? dropGone() : []
  }

  /// Drops what is gone, and returns the shared instances, to be held until the owner's lists are in
  /// order: another thread may let go of one meanwhile, and what dies may come back.
  mutating func dropGone() -> [Alive] {
    let looked = entries.count
    var shared: [Alive] = []
    entries.removeAll { entry in
      guard let instance = entry.filled?.aliveUnasked() else { return true }
      if instance.anchor != nil { shared.append(instance) }
      return false
    }
    entries.shrink()
    upkeep.isDone(looked, keeping: entries.count)
    return shared
  }

  /// Takes out what was filled after `moment`; stamps ascend, so this is the end of the list.
  mutating func removeSlots(after moment: UInt64) -> [AnySlot] {
    var start = entries.endIndex
    while start > entries.startIndex, entries[start - 1].stamp > moment { start -= 1 }
    let slots = entries[start...].compactMap(\.filled)
    entries.removeSubrange(start...)
    entries.shrink()
    upkeep.fell(to: entries.count)
    return slots
  }

  /// The filled slots, oldest first.
  var slots: [AnySlot] { entries.compactMap(\.filled) }
}
