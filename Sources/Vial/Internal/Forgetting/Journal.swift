/// The slots that were filled while something may have to forget them, in the order of time; it keeps none of
/// them alive.
@MainActor struct Journal {
  private(set) var entries: [Entry] = []
  private var upkeep = Upkeep()

  struct Entry: Timed {
    weak let slot: Slot?

    /// When it was noted, which may be later than it was filled.
    let moment: UInt64
    let filled: UInt64

    /// The flow that the instance belongs to; `nil` too for a slot of another place, which is noted for rollbacks alone.
    let flow: InjectionScope?

    /// The slot, if it has still what was noted: what it was filled with later is noted where that belongs.
    @MainActor func unchanged(_ looked: inout Looked) -> Slot? {
      guard let slot else { return nil }
      looked.append(slot)
      return slot.filled == filled ? slot : nil
    }
  }

  nonisolated init() {}

  /// Notes a slot that is filled.
  mutating func add(_ slot: Slot, of flow: InjectionScope? = nil, _ looked: inout Looked) {
    entries.append(Entry(slot: slot, moment: Moment.now, filled: slot.filled, flow: flow))
    guard upkeep.isDue(at: entries.count) else { return }
    // What is gone, was emptied or filled anew, or has died.
    entries = entries.filter { $0.unchanged(&looked).map { !$0.isUnused(&looked) } ?? false }
    upkeep.isDone(keeping: entries.count)
  }

  /// Takes out all that was filled after a moment.
  mutating func takeAll(after moment: UInt64, _ looked: inout Looked) -> [Slot] {
    let taken = entries.takeAll(after: moment)
    upkeep.isShortened(to: entries.count)
    return taken.compactMap { $0.unchanged(&looked) }
  }

  /// Takes out what belongs to some flows.
  mutating func takeAll(of flows: Set<ObjectIdentifier>, _ looked: inout Looked) -> [Slot] {
    var taken: [Slot] = []
    entries.removeAll { entry in
      guard let slot = entry.unchanged(&looked) else { return true }
      guard let flow = entry.flow, flows.contains(ObjectIdentifier(flow)) else { return false }
      taken.append(slot)
      return true
    }
    entries.shrink()
    upkeep.isDone(keeping: entries.count)
    return taken
  }
}
