/// The overrides of one place (a scope, or outside every scope) and what was cached under them.
///
/// Both lists ascend in time. An override is found by its moment, and what was cached while it was
/// active is the end of the list after its push: a rollback takes the logarithm of what is active,
/// and as long as what it has to forget (rules 16 and 29).
@MainActor
struct OverrideLedger {
  /// The ledger of what is outside every scope.
  @safe @exclusivity(unchecked) static var outside = OverrideLedger()

  private struct Entry {
    let moment: UInt64

    /// The injection, which owns an override outside every scope and may go with it.
    weak let owner: AnyObject?
    let hasOwner: Bool
    let override: Unretained<AnySlot>
    var isRemoved = false

    var isGone: Bool { isRemoved || hasOwner && owner == nil }

    /// The override, with what has to be held while it is used.
    @MainActor var active: Active? {
      guard !isRemoved else { return nil }
      guard hasOwner else { return Active(owner: override.object, override: override.object) }
      return owner.map { Active(owner: $0, override: override.object) }
    }
  }

  /// An override that is in force, and what owns it.
  struct Active {
    let owner: AnyObject
    let override: AnySlot
  }

  /// The one override of a scope that has one; in the list as soon as there is another.
  private var sole: Unretained<AnySlot>?
  private var entries: [Entry] = []
  private var active = 0
  private var upkeep = Upkeep()
  private var cached = CacheLog()

  /// How many filled slots are remembered; what the tests of boundedness look at.
  var cachedCount: Int { cached.count }

  /// How many overrides and filled slots there is memory for; what they look at too.
  var room: Int { entries.capacity + cached.room }

  mutating func add(_ override: AnySlot, of owner: AnyObject?) {
    if owner == nil, sole == nil, entries.isEmpty {
      sole = Unretained(override)
    } else {
      append(override, of: owner)
    }
    active += 1
  }

  private mutating func append(_ override: AnySlot, of owner: AnyObject?) {
    list()
    compact()
    entries.append(
      Entry(
        moment: override.moment,
        owner: owner,
        hasOwner: owner != nil,
        override: Unretained(override)
      )
    )
  }

  /// Puts the sole override where the others are.
  private mutating func list() {
    guard let override = sole?.object else { return }
    sole = nil
    append(override, of: nil)
  }

  /// Takes an override out, and returns the slots that were filled while it was there.
  mutating func remove(overrideAt moment: UInt64) -> [AnySlot] {
    if sole != nil {
      sole = nil
    } else if let last = entries.indices.last, entries[last].moment == moment {
      entries.removeLast()
    } else if let index = index(of: moment) {
      entries[index].isRemoved = true
    }
    active -= 1
    dropTail()
    entries.shrink()
    upkeep.fell(to: entries.count)
    return cached.count == 0 ? [] : cached.removeSlots(after: moment)
  }

  /// Remembers a filled slot if a rollback may have to empty it.
  ///
  /// An override that is alone need not be remembered: its own rollback empties it.
  mutating func note(_ slot: AnySlot) {
    if active == 1, (sole ?? entries.last?.override)?.isTo(slot) == true { return }
    dropTail()
    guard sole != nil || !entries.isEmpty else {
      if cached.count > 0 { cached = CacheLog() }
      return
    }
    if slot.stamp == 0 { slot.stamp = Moment.next() }
    cached.append(slot)
    _ = cached.dropGoneIfDue()
  }

  mutating func override(at moment: UInt64) -> Active? {
    list()
    return index(of: moment).flatMap { entries[$0].active }
  }

  /// The active overrides that were pushed after `moment`, oldest first.
  mutating func overrides(after moment: UInt64) -> [Active] {
    list()
    return entries[position(after: moment)...].compactMap(\.active)
  }

  /// Rolls back overrides, newest first.
  static func rollBack(_ overrides: [Active]) {
    for active in overrides.reversed() { _ = active.override.rollBack() }
  }

  /// Drops entries at the end that are gone, so that the last one is in force.
  private mutating func dropTail() {
    while !entries.isEmpty, entries[entries.endIndex - 1].isGone {
      if !entries.removeLast().isRemoved { active -= 1 }
    }
  }

  /// Drops entries that are gone when there may be many.
  private mutating func compact() {
    guard upkeep.isDue(at: entries.count) else { return }
    let looked = entries.count
    entries.removeAll(where: \.isGone)
    entries.shrink()
    active = entries.count
    upkeep.isDone(looked, keeping: active)
  }

  private func index(of moment: UInt64) -> Int? {
    let index = position(after: moment - 1)
    return index < entries.endIndex && entries[index].moment == moment ? index : nil
  }

  private func position(after moment: UInt64) -> Int {
    var (low, high) = (entries.startIndex, entries.endIndex)
    while low < high {
      Upkeep.searched += 1
      let middle = (low + high) / 2
      if entries[middle].moment > moment { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
