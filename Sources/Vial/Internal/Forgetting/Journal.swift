/// Overrides, or filled slots, in the order of time, without keeping any of them alive.
///
/// A place has one of its overrides, and one of what was filled while there were any. A flow and a
/// provision have one of what was filled for them.
@MainActor
struct Journal {
  private struct Entry {
    weak let slot: Slot?
    let moment: UInt64
    var isRemoved = false
  }

  private var entries: [Entry] = []
  private var upkeep = Upkeep()

  nonisolated init() {}

  var isEmpty: Bool { entries.isEmpty }
  var count: Int { entries.count }

  /// How many entries it has memory for; what the tests of boundedness look at.
  var room: Int { entries.capacity }

  /// What was looked at, to be held until the journal's owner is in order.
  typealias Looked = [(slot: Slot, alive: Alive?)]

  /// Adds an override, or a slot that was filled.
  mutating func note(_ slot: Slot, at moment: UInt64) -> Looked {
    entries.append(Entry(slot: slot, moment: moment))
    return upkeep.isDue(at: entries.count) ? dropGone() : []
  }

  /// Drops overrides that are gone, and slots that were emptied or filled again.
  mutating func dropGone() -> Looked {
    var looked: Looked = []
    var kept: [Entry] = []
    for entry in entries where !entry.isRemoved {
      guard let slot = entry.slot else { continue }
      looked.append((slot, slot.alive(asking: false)))
      let isOverride = slot.moment == entry.moment
      let isFilled = slot.filled == entry.moment && looked[looked.count - 1].alive != nil
      if isOverride || isFilled { kept.append(entry) }
    }
    entries = kept
    upkeep.isDone(keeping: entries.count)
    return looked
  }

  /// Takes out the override that was made at `moment`.
  mutating func remove(at moment: UInt64) {
    let index = firstIndex(after: moment - 1)
    guard index < entries.endIndex, entries[index].moment == moment else { return }
    entries[index].isRemoved = true
    while entries.last?.isRemoved == true { entries.removeLast() }
    entries.shrink()
  }

  /// Takes out the slots that were filled after `moment`: the end of the list.
  mutating func removeAll(after moment: UInt64) -> [Slot] {
    let start = firstIndex(after: moment)
    guard start < entries.endIndex else { return [] }
    var slots: [Slot] = []
    for index in start..<entries.endIndex {
      if let slot = entries[index].slot { slots.append(slot) }
    }
    entries.removeSubrange(start...)
    entries.shrink()
    return slots
  }

  /// The overrides that were made after `moment` and are there, or the slots that are still filled as
  /// they were then; oldest first.
  func all(after moment: UInt64 = 0) -> [Slot] {
    var slots: [Slot] = []
    for index in firstIndex(after: moment)..<entries.endIndex where !entries[index].isRemoved {
      guard let slot = entries[index].slot else { continue }
      let noted = entries[index].moment
      if slot.moment == noted || slot.filled == noted { slots.append(slot) }
    }
    return slots
  }

  private func firstIndex(after moment: UInt64) -> Int {
    var (low, high) = (entries.startIndex, entries.endIndex)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].moment > moment { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
