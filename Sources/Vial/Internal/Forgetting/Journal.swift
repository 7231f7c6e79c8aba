/// The slots that were filled while something may have to forget them, in the order of time; it keeps none of
/// them alive.
@MainActor final class Journal {
  private(set) var entries: [Entry] = []
  private var upkeep = Upkeep()

  struct Entry: Timed {
    weak let slot: Slot?

    /// When it was noted, which may be later than it was filled.
    let moment: UInt64
    let filled: UInt64

    /// The flow that the instance belongs to; `nil` too for a slot of another place, which is noted for rollbacks alone.
    let flow: InjectionFlow?

    /// The slot, if it has still what was noted: what it was filled with later is noted where that belongs.
    @MainActor var unchanged: Slot? { slot.flatMap { $0.filled == filled ? $0 : nil } }
  }

  nonisolated init() {}

  /// Notes a slot that is filled.
  func add(_ slot: Slot, of flow: InjectionFlow? = nil) {
    entries.append(Entry(slot: slot, moment: Moment.now, filled: slot.filled, flow: flow))
    guard upkeep.isDue(at: entries.count) else { return }
    // What is gone, was emptied or filled anew, or has died.
    let held = entries.map { entry in entry.unchanged.map { ($0, $0.use) } }
    entries = zip(entries, held).filter { $1?.1 != nil }.map(\.0)
    upkeep.isDone(keeping: entries.count)
    extendLifetime(held)
  }

  /// Takes out all that was filled after a moment.
  func takeAll(after moment: UInt64) -> [Slot] {
    entries.takeAll(after: moment).compactMap(\.unchanged)
  }

  /// Takes out what belongs to some flows.
  func takeAll(of flows: Set<ObjectIdentifier>) -> [Slot] {
    let taken = entries.filter { $0.flow.map { flows.contains(ObjectIdentifier($0)) } == true }
    entries.removeAll { $0.flow.map { flows.contains(ObjectIdentifier($0)) } == true }
    return taken.compactMap(\.unchanged)
  }
}
