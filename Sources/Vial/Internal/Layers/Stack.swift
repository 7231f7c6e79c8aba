/// What one injection has in one place.
@MainActor
final class Stack {
  /// The overrides, oldest first.
  @safe @exclusivity(unchecked) var overrides: [Layer] = []
  var provision: Layer?

  /// The instances that the place has of layers that were made elsewhere, by the layer's moment.
  private(set) var copies: [UInt64: Slot] = [:]
  private var upkeep = Upkeep()

  /// The slot that answered the last resolve in this place, and when: until the next moment it answers
  /// again.
  @safe @exclusivity(unchecked) private var answer: Slot?
  @safe @exclusivity(unchecked) private var answeredAt: UInt64 = 0

  nonisolated init() {}

  /// Every slot, be it filled or not.
  var slots: [Slot] {
    overrides + (provision.map { [$0] } ?? []) + copies.values
  }

  /// The override below one that is there, or that was.
  func override(below layer: Layer) -> Layer? {
    let index = index(of: layer)
    return index == 0 ? nil : overrides[index - 1]
  }

  func remove(_ layer: Layer) {
    overrides.remove(at: index(of: layer))
  }

  /// Where an override is, or would be.
  private func index(of layer: Layer) -> Int {
    var (low, high) = (0, overrides.count)
    while low < high {
      let middle = (low + high) / 2
      if overrides[middle].moment < layer.moment { low = middle + 1 } else { high = middle }
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
    for slot in slots where slot.activity == .idle { _ = slot.alive() }
  }

  /// Whether nothing is lost when the stack is dropped and made anew. What is looked at is held.
  func isIdle(_ looked: inout [Alive]) -> Bool {
    guard overrides.isEmpty, provision == nil else { return false }
    for slot in copies.values where !slot.isIdle(&looked) { return false }
    return true
  }
}

extension Slot {
  /// Whether nothing is lost when the slot is dropped and made anew. What is looked at is held.
  final func isIdle(_ looked: inout [Alive]) -> Bool {
    guard activity == .idle else { return false }
    guard let alive = alive(asking: false) else { return true }
    looked.append(alive)
    return false
  }
}
