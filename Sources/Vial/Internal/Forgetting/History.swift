/// What happened in a place: its overrides, and what was filled while there were any.
///
/// It keeps none of it alive. Its scope holds it, and lets go of it first: what dies with a scope finds it
/// over. Tokens and checkpoints refer to it weakly.
@MainActor
@usableFromInline
final class History {
  nonisolated let serial: UInt64

  /// The histories of the places that the place sees beside its own.
  nonisolated let outward: [History]

  /// Whether the scope is over.
  private(set) var hasEnded = false

  /// The stacks that are overridden, each as often as it is.
  private(set) var overridden = Journal<Stack>()

  /// How many there are of those; it is asked more often than the list may be copied.
  private var overrideCount = 0

  /// What was filled while there were overrides.
  private(set) var filled = Journal<Slot>()

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

  func canRollBack(overrideAt moment: UInt64) -> Bool {
    !hasEnded && overridden.subject(at: moment) != nil
  }

  func note(_ layer: Layer, on stack: Stack) {
    let looked = overridden.note(stack, at: layer.moment)
    overrideCount = looked.isEmpty ? overrideCount + 1 : overridden.count
    extendLifetime(looked)
  }

  /// Remembers a filled slot in every place whose overrides may have had a part in it (rule 16).
  func note(filled slot: Slot) {
    noteHere(slot)
    for place in outward { place.noteHere(slot) }
  }

  private func noteHere(_ slot: Slot) {
    // The only override empties itself. This look saves a fifth of an override and its rollback.
    if overrideCount == 0 || overrideCount == 1 && isOwnOverride(slot) { return }
    let looked = filled.note(slot, at: slot.filled)
    extendLifetime(looked)
  }

  private func isOwnOverride(_ slot: Slot) -> Bool {
    slot.home == serial && (slot as? Layer)?.isOverride == true
  }

  /// The overrides in force that were made after a moment, oldest first.
  func overrides(after moment: UInt64) -> [Override] {
    overridden.all(after: moment).compactMap { stack, moment in
      stack.overrides.element(at: moment).map { Override($0, in: self) }
    }
  }

  // MARK: Rolling back

  /// Takes an override out of its stack, and empties what was filled while it was there (rule 16);
  /// `false` when it is not there, or stays with a scope that has ended.
  func rollBack(overrideAt moment: UInt64) -> Bool {
    guard !hasEnded, let stack = overridden.remove(at: moment),
      let layer = stack.remove(overrideAt: moment)
    else { return false }
    Moment.next()
    overrideCount -= 1
    #if DEBUG
    Lost.isRolledBack(layer)
    #endif
    Running.taint(startedAfter: moment, seeing: self)
    let forgotten = filled.takeAll(after: moment)
    layer.leave(emptying: forgotten.isEmpty ? [] : forgotten.map(\.subject))
    if Injections.isObserved { Injections.emit(.rolledBack(Override(layer, in: self))) }
    return true
  }

  /// Rolls the overrides back that were made after a moment, newest first.
  func rollBack(after moment: UInt64) {
    guard !hasEnded else { return }
    for (_, moment) in overridden.all(after: moment).reversed() {
      _ = rollBack(overrideAt: moment)
    }
  }

  /// Takes out what was provided on a stack, and empties what was filled for it.
  func withdraw(from stack: Stack, at callSite: CallSite) -> Bool {
    guard !hasEnded, let layer = stack.withdraw(at: callSite),
      case .provision(let fills) = layer.kind
    else { return false }
    Moment.next()
    layer.leave(emptying: fills.journal.all().map(\.subject))
    return true
  }
}
