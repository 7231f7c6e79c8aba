/// The slots that were filled while something may have to forget them, in the order of time; it keeps none of
/// them alive.
@MainActor struct Journal {
  private(set) var entries: [Entry] = []
  private var upkeep = Upkeep()

  struct Entry: Timed {
    weak let slot: Slot?
    let moment: UInt64

    /// The flow that the instance belongs to, if the slot is one of the journal's own place.
    let flow: InjectionScope?

    /// The slot, if it has still what was noted: what it was filled with later is noted where that belongs.
    @MainActor func unchanged(_ looked: inout Looked) -> Slot? {
      guard let slot else { return nil }
      looked.append(slot)
      return slot.filled == moment ? slot : nil
    }
  }

  nonisolated init() {}

  /// Notes a slot that was filled just now.
  mutating func add(_ slot: Slot, of flow: InjectionScope? = nil, _ looked: inout Looked) {
    entries.append(Entry(slot: slot, moment: slot.filled, flow: flow))
    guard upkeep.isDue(at: entries.count) else { return }
    // What is gone, was emptied or filled anew, or has died.
    entries = entries.filter { $0.unchanged(&looked).map { !$0.isUnused(&looked) } ?? false }
    upkeep.isDone(keeping: entries.count)
  }

  /// Takes out all that was filled after a moment.
  mutating func takeAll(after moment: UInt64, _ looked: inout Looked) -> [Slot] {
    entries.takeAll(after: moment).compactMap { $0.unchanged(&looked) }
  }

  /// Takes out what belongs to a flow, or to one that is cleared with it.
  mutating func takeAll(of flow: InjectionScope, _ looked: inout Looked) -> [Slot] {
    var taken: [Slot] = []
    entries.removeAll { entry in
      guard let slot = entry.unchanged(&looked) else { return true }
      guard let own = entry.flow, flow.contains(own) else { return false }
      taken.append(slot)
      return true
    }
    entries.shrink()
    return taken
  }
}
