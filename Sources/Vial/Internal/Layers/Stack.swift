/// What one injection has in one place.
///
/// What a place empties at its end stands in `slots` and `onlySlot`; what must not be dropped when room is made, in
/// `isUnused`.
@MainActor @usableFromInline final class Stack {
  /// The injection, which a scope holds while it has something of it.
  var root: Root?

  /// The newest override, which leads to those below it.
  private(set) var newest: Layer?

  @usableFromInline var isOverridden: Bool { newest != nil }

  var provision: Layer?

  /// Where the last provision was withdrawn; a resolve that finds none says so.
  private(set) var withdrawnAt: CallSite?

  /// The instances that the place has of layers that were made elsewhere, by the layer's moment.
  private(set) var copies: [UInt64: Slot] = [:]
  private var upkeep = Upkeep()

  /// The slot that answered the last resolve in this place, and when that began: until the next moment it
  /// answers again, if it is not emptied.
  ///
  /// Whoever changes what is provided begins a moment, or empties every slot that could have answered. To observe
  /// begins one too, and nothing is remembered while someone does: so every resolve is reported.
  private var answer: (slot: Slot, moment: UInt64)?

  init(holding root: Root? = nil) {
    self.root = root
  }

  /// Every slot, be it filled or not.
  var slots: [Slot] {
    var slots: [Slot] = overrides
    if let provision { slots.append(provision) }
    return slots + copies.values
  }

  /// The override, if it has one and nothing else.
  var onlySlot: Slot? {
    copies.isEmpty && provision == nil && newest?.below == nil ? newest : nil
  }

  /// The overrides, newest first.
  @inline(never) var overrides: [Layer] {
    var overrides: [Layer] = []
    var next = newest
    while let layer = next {
      overrides.append(layer)
      next = layer.below
    }
    return overrides
  }

  /// The newest override from before a moment.
  func override(before moment: UInt64) -> Layer? {
    var next = newest
    while let layer = next, layer.moment >= moment { next = layer.below }
    return next
  }

  func push(_ layer: Layer) {
    layer.below = newest
    newest = layer
  }

  func takeOverride(at moment: UInt64) -> Layer? {
    defer { forgetAnswer() }
    var above: Layer?
    var next = newest
    while let layer = next, layer.moment > moment { (above, next) = (layer, layer.below) }
    guard let layer = next, layer.moment == moment else { return nil }
    if let above { above.below = layer.below } else { newest = layer.below }
    layer.below = nil
    return layer
  }

  func takeProvision(withdrawnAt callSite: CallSite) -> Layer? {
    defer { forgetAnswer() }
    if provision != nil { withdrawnAt = callSite }
    return provision.take()
  }

  func remembered() -> Slot? {
    guard let answer, answer.moment == Moment.now else { return nil }
    return answer.slot
  }

  /// Remembers where a resolve has found an instance that began at a moment: a check may have changed things.
  ///
  /// The slot is remembered, and never the instance: that is looked at anew.
  func remember(_ slot: Slot, foundAt moment: UInt64) {
    var forgotten: (slot: Slot, moment: UInt64)? = (slot, moment)
    swap(&answer, &forgotten)
    extendLifetime(forgotten)
  }

  func forgetAnswer() { extendLifetime(answer.take()) }

  func add(_ copy: Slot) { copies[copy.moment] = copy }

  /// Drops copies that nobody uses when there are many; whether it did, and so anything may have happened.
  func madeRoom() -> Bool {
    guard upkeep.isDue(at: copies.count) else { return false }
    let held = copies.mapValues(\.use)
    let old = copies
    copies = copies.filter { held[$0.key].flatMap(\.self) != nil }
    upkeep.isDone(keeping: copies.count)
    extendLifetime((old, held))
    return true
  }

  /// What is lost when the stack is dropped and made anew.
  var use: AnyObject? {
    if newest != nil || provision != nil { return self }
    return copies.values.lazy.compactMap(\.use).first
  }
}
