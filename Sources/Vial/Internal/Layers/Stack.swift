/// What one injection has in one place.
@MainActor
@usableFromInline
final class Stack {
  /// The overrides, oldest first.
  @safe @exclusivity(unchecked) private(set) var overrides: [Layer] = []
  private(set) var provision: Layer?

  @safe @exclusivity(unchecked) @usableFromInline private(set) var isOverridden = false

  /// The instances that the place has of layers that were made elsewhere, by the layer's moment.
  private(set) var copies: [UInt64: Slot] = [:]
  private var upkeep = Upkeep()

  /// The slot that answered the last resolve in this place, and when: until the next moment it answers
  /// again.
  @safe @exclusivity(unchecked) private var answer: Slot?
  @safe @exclusivity(unchecked) private var answeredAt: UInt64 = 0

  nonisolated init() {}

  /// Every slot, be it filled or not.
  func appendSlots(to slots: inout [Slot]) {
    for layer in overrides { slots.append(layer) }
    if let provision { slots.append(provision) }
    if !copies.isEmpty { slots += copies.values }
  }

  /// The override below one that is there, or that was.
  func override(below layer: Layer) -> Layer? {
    let index = index(at: layer.moment)
    return index == 0 ? nil : overrides[index - 1]
  }

  func override(at moment: UInt64) -> Layer? {
    let index = index(at: moment)
    return index < overrides.count && overrides[index].moment == moment ? overrides[index] : nil
  }

  func push(_ layer: Layer) {
    overrides.append(layer)
    isOverridden = true
  }

  func remove(overrideAt moment: UInt64) -> Layer? {
    let index = index(at: moment)
    guard index < overrides.count, overrides[index].moment == moment else { return nil }
    let layer = overrides.remove(at: index)
    isOverridden = !overrides.isEmpty
    return layer
  }

  func provide(_ layer: Layer) {
    provision = layer
  }

  func withdraw(provisionAt moment: UInt64) -> Layer? {
    guard let layer = provision, layer.moment == moment else { return nil }
    provision = nil
    return layer
  }

  /// Where the override of a moment is, or would be.
  private func index(at moment: UInt64) -> Int {
    if let last = overrides.last, last.moment == moment { return overrides.count - 1 }
    var (low, high) = (0, overrides.count)
    while low < high {
      let middle = (low + high) / 2
      if overrides[middle].moment < moment { low = middle + 1 } else { high = middle }
    }
    return low
  }

  func remembered() -> Slot? { answeredAt == Moment.now ? answer : nil }

  func remember(_ slot: Slot) {
    answer = slot
    answeredAt = Moment.now
  }

  /// Adds a copy; makes room by dropping those that are idle.
  func add(_ copy: Slot) {
    guard upkeep.isDue(at: copies.count) else {
      copies[copy.moment] = copy
      return
    }
    var looked: [Alive] = []
    var kept = [copy.moment: copy]
    for (moment, slot) in copies where !slot.isIdle(&looked) { kept[moment] = slot }
    swap(&copies, &kept)
    upkeep.isDone(keeping: copies.count)
    extendLifetime((kept, looked))
  }

  /// Asks the checks of what is kept here, which releases what has expired.
  func askChecks() {
    var slots: [Slot] = []
    appendSlots(to: &slots)
    for slot in slots where slot.activity == .idle { _ = slot.alive() }
  }

  /// Whether nothing is lost when the stack is dropped and made anew; what is looked at is held.
  func isIdle(_ looked: inout [Alive]) -> Bool {
    guard overrides.isEmpty, provision == nil else { return false }
    for slot in copies.values where !slot.isIdle(&looked) { return false }
    return true
  }
}

extension Slot {
  /// Whether nothing is lost when the slot is dropped and made anew; what is looked at is held.
  final func isIdle(_ looked: inout [Alive]) -> Bool {
    guard activity == .idle else { return false }
    guard let alive = alive(asking: false) else { return true }
    looked.append(alive)
    return false
  }
}
