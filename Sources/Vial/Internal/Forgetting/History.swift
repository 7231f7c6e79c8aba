/// What happened in a place: its overrides, and what was filled while there were any.
///
/// It keeps none of it alive. Its scope holds it; tokens and checkpoints refer to it weakly.
@MainActor
@usableFromInline
final class History {
  nonisolated let serial: UInt64

  /// The histories of the places that the place sees beside its own.
  nonisolated let outward: [History]

  /// Whether the scope is over.
  @safe @exclusivity(unchecked) private(set) var hasEnded = false

  @safe @exclusivity(unchecked) private(set) var overridden = Journal<Stack>()
  @safe @exclusivity(unchecked) private(set) var filled = Journal<Slot>()

  nonisolated init(_ serial: UInt64, _ outward: [History]) {
    self.serial = serial
    self.outward = outward
  }

  nonisolated func sees(_ place: History) -> Bool {
    self === place || outward.contains { $0 === place }
  }

  func end() {
    hasEnded = true
    Moment.next()
  }

  func note(_ layer: Layer, on stack: Stack) {
    let looked = overridden.note(stack, at: layer.moment)
    extendLifetime(looked)
  }

  /// Remembers a filled slot in every place whose overrides may have had a part in it (rule 16).
  func note(filled slot: Slot) {
    noteHere(slot)
    for place in outward { place.noteHere(slot) }
  }

  private func noteHere(_ slot: Slot) {
    // The only override empties itself. This look saves a fifth of an override and its rollback.
    if overridden.isEmpty || overridden.isOnly(slot.moment) && slot is Layer { return }
    let looked = filled.note(slot, at: slot.filled)
    extendLifetime(looked)
  }

  /// The override that was made at a moment, if it can still be rolled back.
  func override(at moment: UInt64) -> Layer? {
    hasEnded ? nil : overridden.subject(at: moment)?.override(at: moment)
  }

  /// The overrides in force that were made after a moment, oldest first.
  func overrides(after moment: UInt64) -> [Layer] {
    overridden.all(after: moment).compactMap { $0.subject.override(at: $0.moment) }
  }

  // MARK: Rolling back

  /// Takes an override out of its stack, and empties what was filled while it was there (rule 16);
  /// `false` when it is not there, or stays with a scope that has ended.
  func rollBack(overrideAt moment: UInt64) -> Bool {
    guard !hasEnded, let stack = overridden.subject(at: moment),
      let layer = stack.remove(overrideAt: moment)
    else { return false }
    Moment.next()
    overridden.remove(at: moment)
    Running.taint(startedAfter: moment, seeing: self)
    layer.leave(emptying: filled.removeAll(after: moment))
    if Injections.isObserved { Injections.emit(.rolledBack(Override(layer, in: self))) }
    return true
  }

  /// Rolls overrides back, newest first.
  func rollBack(_ layers: [Layer]) {
    for layer in layers.reversed() { _ = rollBack(overrideAt: layer.moment) }
  }

  /// Takes out what was provided on a stack, and empties what was filled for it.
  func withdraw(provisionAt moment: UInt64, from stack: Stack) -> Bool {
    guard !hasEnded, let layer = stack.withdraw(provisionAt: moment),
      case .provision(let fills) = layer.kind
    else { return false }
    Moment.next()
    layer.leave(emptying: fills.journal.all().map(\.subject))
    return true
  }
}
