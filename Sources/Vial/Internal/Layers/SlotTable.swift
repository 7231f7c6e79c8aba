/// The slots that a place has beside the published ones, by the injection that they belong to.
///
/// The first stands in the table itself, because a scope often has no more than one override.
///
/// Bounded: mirrors that are idle are dropped whenever the number of slots has grown by half.
@MainActor
struct SlotTable {
  private struct Key: Hashable {
    let root: ObjectIdentifier
    let part: UInt64
  }

  /// The newest override of an injection.
  static var newest: UInt64 { .max }

  /// What was provided for it; every other part is the moment of a layer that is mirrored.
  static var provision: UInt64 { .max - 1 }

  private var firstKey: Key?
  private var first: AnySlot?
  private var others: [Key: AnySlot] = [:]
  private var upkeep = Upkeep()

  nonisolated init() {}

  /// How many slots there are, of the overrides of an injection the newest alone.
  var count: Int { others.count + (first == nil ? 0 : 1) }

  /// A root's slot; whoever adds one sees to it that the root lives as long.
  subscript(root: AnySlot, part: UInt64) -> AnySlot? {
    get {
      let key = Key(root: ObjectIdentifier(root), part: part)
      if firstKey == key { return first }
      return others.isEmpty ? nil : others[key]
    }
    set {
      let key = Key(root: ObjectIdentifier(root), part: part)
      if firstKey == key || firstKey == nil && others.isEmpty {
        firstKey = newValue == nil ? nil : key
        first = newValue
      } else {
        if others.isEmpty { others.reserveCapacity(6) }
        others[key] = newValue
      }
    }
  }

  /// Every slot, be it filled or not.
  var all: [AnySlot] {
    var all: [AnySlot] = []
    for newest in [first].compactMap(\.self) + others.values {
      var next: AnySlot? = newest
      while let slot = next {
        all.append(slot)
        next = slot.link
      }
    }
    return all
  }

  /// The mirrors to look through before another slot is added, if that is due.
  mutating func dueMirrors() -> [AnySlot]? {
    guard upkeep.isDue(at: count) else { return nil }
    return others.filter { $0.key.part < Self.provision }.map(\.value)
  }

  /// Drops the mirrors that are idle. What is returned is to be released when that is done: what dies
  /// may come back.
  mutating func dropIdle() -> [AnyObject] {
    let looked = count
    var released: [AnyObject] = []
    others = others.filter { key, slot in
      if key.part >= Self.provision || slot.activity != .idle { return true }
      if let alive = slot.aliveUnasked() {
        // Another thread may let go of a shared instance meanwhile.
        if let anchor = alive.anchor { released.append(anchor) }
        return true
      }
      slot.root.forgetMemo()
      released.append(slot)
      return false
    }
    upkeep.isDone(looked, keeping: count)
    return released
  }
}

/// A scope, or what an injection has outside every scope.
@MainActor
protocol SlotOwner: AnyObject {
  var slots: SlotTable { get set }
}

extension SlotOwner {
  /// Adds a mirror, or returns what was added meanwhile: what dies to make room may come back here.
  func add(_ mirror: AnySlot, of root: AnySlot) -> AnySlot {
    if makeRoom(), let other = slots[root, mirror.moment] { return other }
    slots[root, mirror.moment] = mirror
    return mirror
  }

  /// Drops what is idle, if that is due; checks are asked first (rule 7).
  private func makeRoom() -> Bool {
    guard let mirrors = slots.dueMirrors() else { return false }
    for mirror in mirrors { _ = mirror.isIdle(asking: true) }
    extendLifetime(slots.dropIdle())
    return true
  }
}
