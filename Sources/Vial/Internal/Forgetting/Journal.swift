/// The overrides of one place and what was filled since, or what was filled for a flow or a provision,
/// in the order of time, without keeping any of it alive.
@MainActor
struct Journal {
  private struct Entry {
    weak let slot: Slot?
    let moment: UInt64
    let isOverride: Bool
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

  mutating func note(override: Layer) -> Looked {
    append(Entry(slot: override, moment: override.moment, isOverride: true))
  }

  mutating func note(filled slot: Slot) -> Looked {
    append(Entry(slot: slot, moment: slot.filled, isOverride: false))
  }

  private mutating func append(_ entry: Entry) -> Looked {
    entries.append(entry)
    return upkeep.isDue(at: entries.count) ? dropGone() : []
  }

  /// Drops what is gone, emptied, or filled again since.
  mutating func dropGone() -> Looked {
    var looked: Looked = []
    var kept: [Entry] = []
    for entry in entries {
      guard let slot = entry.slot else { continue }
      let alive = slot.alive(asking: false)
      looked.append((slot, alive))
      let isThere =
        entry.isOverride ? cast(slot, to: Layer.self).isInForce : alive != nil && slot.filled == entry.moment
      if isThere { kept.append(entry) }
    }
    entries = kept
    upkeep.isDone(keeping: entries.count)
    return looked
  }

  /// Takes out an override, and what was filled since it was made (rule 16).
  mutating func remove(overrideAt moment: UInt64) -> [Slot] {
    var (start, filled): (Int, [Slot]) = (entries.endIndex, [])
    var newer: [Entry] = []
    while start > entries.startIndex, entries[start - 1].moment >= moment {
      start -= 1
      let entry = entries[start]
      if entry.isOverride {
        if entry.moment != moment { newer.append(entry) }
      } else if let slot = entry.slot {
        filled.append(slot)
      }
    }
    entries.removeSubrange(start...)
    entries += newer.reversed()
    entries.shrink()
    return filled
  }

  /// The slots that still keep what they kept when they were noted, oldest first.
  var filled: [Slot] {
    var filled: [Slot] = []
    for entry in entries {
      if let slot = entry.slot, slot.filled == entry.moment { filled.append(slot) }
    }
    return filled
  }

  /// The overrides in force that were made after `moment`, oldest first.
  func overrides(after moment: UInt64) -> [Layer] {
    var overrides: [Layer] = []
    for entry in entries where entry.isOverride && entry.moment > moment {
      guard let slot = entry.slot else { continue }
      let layer = cast(slot, to: Layer.self)
      if layer.isInForce { overrides.append(layer) }
    }
    return overrides
  }
}
