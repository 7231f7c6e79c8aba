/// The slots that a place has beside the published ones, by the injection that they belong to.
///
/// The first stands in the table itself, because a scope often has no more than one override.
///
/// Bounded: mirrors that are idle are dropped whenever the number of slots has grown by half.
@MainActor
struct SlotTable {
  /// What a slot is to its injection: its newest override, what was provided for it, or the mirror of
  /// a layer, by that layer's moment.
  struct Part: Hashable {
    private let number: UInt64

    static var newest: Part { Part(number: .max) }
    static var provision: Part { Part(number: .max - 1) }
    static func mirror(of moment: UInt64) -> Part { Part(number: moment) }

    var isMirror: Bool { number < .max - 1 }
  }

  private struct Key: Hashable {
    let root: ObjectIdentifier
    let part: Part
  }

  private var firstKey: Key?
  private var first: AnySlot?
  private var others: [Key: AnySlot] = [:]
  private var upkeep = Upkeep()

  nonisolated init() {}

  /// How many slots there are, of the overrides of an injection the newest alone.
  var count: Int { others.count + (first == nil ? 0 : 1) }

  // Inlined, because a call would be given a copy of the table, which counts references.
  @inline(__always)
  subscript(root: AnySlot, part: Part) -> AnySlot? {
    let key = Key(root: ObjectIdentifier(root), part: part)
    if firstKey == key { return first }
    return others.isEmpty ? nil : others[key]
  }

  /// Sets a root's slot, or takes it out; the slot keeps the root alive where nothing else does.
  mutating func set(_ slot: AnySlot?, of root: AnySlot, _ part: Part) {
    let key = Key(root: ObjectIdentifier(root), part: part)
    if firstKey == key || firstKey == nil && others.isEmpty {
      firstKey = slot == nil ? nil : key
      first = slot
    } else {
      if others.isEmpty { others.reserveCapacity(6) }
      others[key] = slot
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

  /// Whether nothing is lost when all are dropped and made anew; may ask checks (rule 7).
  func isIdle(asking: Bool) -> Bool {
    first?.isIdle(asking: asking) != false && others.values.allSatisfy { $0.isIdle(asking: asking) }
  }

  /// The mirrors to look through before another slot is added, if that is due.
  mutating func dueMirrors() -> [AnySlot]? {
    guard upkeep.isDue(at: count) else { return nil }
    return others.filter(\.key.part.isMirror).map(\.value)
  }

  /// Drops the mirrors that are idle.
  ///
  /// What is returned is to be released when that is done: what dies may come back.
  mutating func dropIdle() -> [AnyObject] {
    let looked = count
    var released: [AnyObject] = []
    others = others.filter { key, slot in
      if !key.part.isMirror || slot.activity != .idle { return true }
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
    if makeRoom(), let other = slots[root, .mirror(of: mirror.moment)] { return other }
    slots.set(mirror, of: root, .mirror(of: mirror.moment))
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
