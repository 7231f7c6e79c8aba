/// The slots that were filled, in the order of time, without keeping any of them alive.
@MainActor struct Journal {
  private var entries: [Entry] = []
  private var upkeep = Upkeep()

  private struct Entry: Timed {
    weak let slot: Slot?
    let moment: UInt64
  }

  nonisolated init() {}

  var isEmpty: Bool { entries.isEmpty }
  var count: Int { entries.count }

  /// How many entries it has memory for; what the tests of boundedness look at.
  var room: Int { entries.capacity }

  /// Notes a slot that was filled just now.
  mutating func note(_ slot: Slot, _ looked: inout Looked) {
    entries.append(Entry(slot: slot, moment: slot.filled))
    if upkeep.isDue(at: entries.count) { dropGone(&looked) }
  }

  /// Drops slots that are gone, that were emptied or filled anew, and those whose instance has died.
  mutating func dropGone(_ looked: inout Looked) {
    entries = entries.filter { entry in
      guard let slot = entry.slot else { return false }
      looked.append(slot)
      return slot.filled == entry.moment && !slot.isIdle(&looked)
    }
    upkeep.isDone(keeping: entries.count)
  }

  /// Takes out all that was filled after a moment.
  mutating func takeAll(after moment: UInt64) -> [Slot] {
    let taken = entries.all(after: moment).compactMap(\.slot)
    entries.removeAll(after: moment)
    return taken
  }

  /// Those that still have what was noted.
  var unchanged: [Slot] {
    entries.compactMap { entry in
      entry.slot.flatMap { $0.filled == entry.moment ? $0 : nil }
    }
  }
}
