/// What one injection has in one place.
@MainActor
@usableFromInline
final class Stack {
  @safe @exclusivity(unchecked) private(set) var overrides = Pile<Layer>()

  /// Whether it has overrides, where the application asks before it resolves.
  @safe @exclusivity(unchecked) @usableFromInline private(set) var isOverridden = false

  private(set) var provision: Layer?

  /// Where the last provision was withdrawn; a resolve that finds none says so.
  private(set) var withdrawnAt: CallSite?

  /// The instances that the place has of layers that were made elsewhere, by the layer's moment.
  private(set) var copies: [UInt64: Slot] = [:]
  private var upkeep = Upkeep()

  /// The slot that answered the last resolve in this place, and when: until the next moment it answers
  /// again.
  private var answer: (slot: Slot, moment: UInt64)?

  /// Every slot, be it filled or not.
  func appendSlots(to slots: inout [Slot]) {
    for layer in overrides.older { slots.append(layer) }
    if let newest { slots.append(newest) }
    if let provision { slots.append(provision) }
    if !copies.isEmpty { slots += copies.values }
  }

  /// The override, if it has one and nothing else.
  var onlySlot: Slot? { copies.isEmpty && provision == nil && overrides.count == 1 ? newest : nil }

  var newest: Layer? { overrides.newest }

  func push(_ layer: Layer) {
    overrides.push(layer)
    isOverridden = true
  }

  func remove(overrideAt moment: UInt64) -> Layer? {
    let layer = overrides.remove(at: moment)
    isOverridden = !overrides.isEmpty
    return layer
  }

  func provide(_ layer: Layer) {
    provision = layer
  }

  func withdraw(at callSite: CallSite) -> Layer? {
    if provision != nil { withdrawnAt = callSite }
    return provision.take()
  }

  func remembered() -> Slot? {
    guard let answer, answer.moment == Moment.now else { return nil }
    return answer.slot
  }

  func remember(_ slot: Slot) {
    answer = (slot, Moment.now)
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
