/// An override, whatever it provides.
@MainActor
protocol AnyOverride: AnySlot {
  var moment: UInt64 { get }
  var isRetired: Bool { get }
  func rollBack() -> Bool
}

/// The overrides of one place (a scope, or outside every scope) and what was cached under them.
///
/// Both lists ascend in time. An override is found by its moment, and what was cached while it was
/// active is the end of the list after its push: a rollback takes the logarithm of what is active,
/// and as long as what it has to forget (rules 16 and 29).
@MainActor
struct OverrideLedger {
  private static var outside = OverrideLedger()

  /// The ledger of a scope, or of what is outside every scope.
  static subscript(place: OverrideScope?) -> OverrideLedger {
    get { place?.ledger ?? outside }
    _modify {
      if let place { yield &place.ledger } else { yield &outside }
    }
  }

  private struct Entry {
    let moment: UInt64

    /// Owns the override while that is in force; gone when an injection went away overridden.
    weak let injection: AnyObject?
    unowned let override: any AnyOverride
    var isRemoved = false

    /// The injection, which has to be held while the override is used.
    var active: (injection: AnyObject, override: any AnyOverride)? {
      guard let injection, !isRemoved else { return nil }
      return (injection, override)
    }
  }

  private var entries: [Entry] = []
  private var active = 0
  private var cached = CacheLog()

  /// How many filled slots are remembered; what the tests of boundedness look at.
  var cachedCount: Int { cached.count }

  mutating func add(_ override: some AnyOverride, of injection: AnyObject) {
    compact()
    entries.append(
      Entry(moment: override.moment, injection: injection, override: override)
    )
    active += 1
  }

  /// Takes an override out, and returns the slots that were filled while it was there.
  mutating func remove(_ override: some AnyOverride) -> [AnySlot] {
    guard let index = index(of: override.moment), !entries[index].isRemoved else { return [] }
    entries[index].isRemoved = true
    active -= 1
    dropTail()
    compact()
    return cached.removeSlots(after: override.moment)
  }

  /// Remembers a filled slot if a rollback may have to empty it.
  ///
  /// An override that is alone need not be remembered: its own rollback empties it.
  mutating func note(_ slot: AnySlot) {
    dropTail()
    guard !entries.isEmpty else {
      if cached.count > 0 { cached.removeAll() }
      return
    }
    if active == 1, entries[entries.endIndex - 1].override === slot { return }
    if slot.stamp == 0 { slot.stamp = Moment.next() }
    cached.append(slot)
  }

  func override(at moment: UInt64) -> (injection: AnyObject, override: any AnyOverride)? {
    index(of: moment).flatMap { entries[$0].active }
  }

  /// The active overrides that were pushed after `moment`, oldest first, with what owns them.
  func overrides(after moment: UInt64) -> [(injection: AnyObject, override: any AnyOverride)] {
    entries[position(after: moment)...].compactMap(\.active)
  }

  /// Rolls back, newest first, what was pushed after `moment` in a place.
  static func rollBack(after moment: UInt64, in place: OverrideScope?) {
    for entry in Self[place].overrides(after: moment).reversed() {
      _ = entry.override.rollBack()
    }
  }

  /// Drops entries at the end that are gone, so that the last one is in force.
  private mutating func dropTail() {
    while !entries.isEmpty, entries[entries.endIndex - 1].active == nil {
      if !entries.removeLast().isRemoved { active -= 1 }
    }
  }

  /// Drops entries that are gone once they are as many as the others.
  private mutating func compact() {
    guard entries.count >= 32, entries.count >= 2 * active else { return }
    entries.removeAll { $0.active == nil }
    active = entries.count
  }

  private func index(of moment: UInt64) -> Int? {
    let index = position(after: moment - 1)
    return index < entries.endIndex && entries[index].moment == moment ? index : nil
  }

  private func position(after moment: UInt64) -> Int {
    var (low, high) = (entries.startIndex, entries.endIndex)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].moment > moment { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
