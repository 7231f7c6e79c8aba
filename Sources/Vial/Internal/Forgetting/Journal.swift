/// The slots that were filled, in the order of time, without keeping any of them alive.
@MainActor struct Journal {
  private var entries: [Entry] = []
  private var upkeep = Upkeep()

  private struct Entry: Timed {
    weak let slot: Slot?
    let moment: UInt64

    /// The slot, if it has still what was noted: what it was filled with later is noted where it belongs.
    @MainActor func unchanged(_ looked: inout Looked) -> Slot? {
      guard let slot else { return nil }
      looked.append(slot)
      return slot.filled == moment ? slot : nil
    }
  }

  nonisolated init() {}

  var isEmpty: Bool { entries.isEmpty }
  var count: Int { entries.count }

  /// How many entries it has memory for; what the tests of boundedness look at.
  var room: Int { entries.capacity }

  /// Notes a slot that was filled just now.
  mutating func add(_ slot: Slot, _ looked: inout Looked) {
    entries.append(Entry(slot: slot, moment: slot.filled))
    if upkeep.isDue(at: entries.count) { dropGone(&looked) }
  }

  /// Drops slots that are gone, that were emptied or filled anew, and those whose instance has died.
  mutating func dropGone(_ looked: inout Looked) {
    entries = entries.filter { entry in
      entry.unchanged(&looked).map { !$0.isUnused(&looked) } ?? false
    }
    upkeep.isDone(keeping: entries.count)
  }

  /// Takes out all that was filled after a moment.
  mutating func takeAll(after moment: UInt64, _ looked: inout Looked) -> [Slot] {
    entries.takeAll(after: moment).compactMap { $0.unchanged(&looked) }
  }
}
