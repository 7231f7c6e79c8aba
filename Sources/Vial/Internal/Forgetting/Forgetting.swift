// What is noted when an instance is kept, and what is forgotten by whom: a rollback empties all that was filled
// since the override was made, in every place that sees it (rule 16); a withdrawal what the provision has
// filled; a flow that is cleared what is its own. For recipes that are running, `Running.taint` says it: what they
// make is not kept, and `Slot.add` releases an instance whose check was being made.

extension Root {
  /// How a fresh instance of a layer is kept: not at all if it may hold a mock that is gone (rule 16), and once
  /// the scope has ended as long as someone holds it (rule 22).
  func keeping(of layer: Layer, in scope: OverrideScope) -> Keeping {
    if Running.isTainted || !layer.isInForce { return .not }
    let keeping = strategy(of: layer).keeping
    return scope.hasEnded && !keeping.isNothing ? .weakly : keeping
  }

  /// Keeps something in the slot of a layer.
  ///
  /// Each place is told whose overrides the instance may have seen, and the provision that has made it.
  func fill(_ slot: Slot, with new: consuming Content, of layer: Layer, in scope: OverrideScope) {
    let replaced = slot.fill(new)
    scope.noteFilled(slot, of: strategy(of: layer).flow)
    for outer in scope.outward { outer.noteFilled(slot) }
    layer.fills?.add(slot)
    // What dies may come back, and finds the slot in every list.
    extendLifetime(replaced)
  }
}

extension OverrideScope {
  /// An override that was made in the place, and the stack that has it.
  struct Overridden: Timed {
    let moment: UInt64
    let stack: Stack
  }

  // MARK: Noting

  /// Remembers a slot that was filled, if a rollback here or a flow of its own may forget it.
  func noteFilled(_ slot: Slot, of flow: InjectionFlow? = nil) {
    // The rollback of the place's only override empties that override's own slot anyway, and nothing else can
    // be rolled back here. This look saves a fifth of an override and its rollback.
    let isOnlyOverride =
      overridden.count == 1 && slot.home == serial && (slot as? Layer)?.isOverride == true
    let mayRollBack = !overridden.isEmpty && !isOnlyOverride
    if mayRollBack || flow != nil { journal.add(slot, of: flow) }
  }

  // MARK: Rolling back

  func canRollBack(overrideAt moment: UInt64) -> Bool {
    !hasEnded && overridden.contains { $0.moment == moment }
  }

  /// The overrides in force that were made after a moment, oldest first.
  @inline(never) func overrides(after moment: UInt64) -> [Override] {
    var known: Set<ObjectIdentifier> = []
    var layers: [Layer] = []
    for entry in overridden.all(after: moment) where known.isNew(ObjectIdentifier(entry.stack)) {
      layers += entry.stack.overrides.filter { $0.moment > moment }
    }
    return sorted(layers) { $0.moment < $1.moment }.map { $0.token(in: self) }
  }

  /// Takes an override out of its stack, and empties what was filled while it was there (rule 16);
  /// `false` when it is not there, or stays with a scope that has ended.
  @inline(never) func rollBack(overrideAt moment: UInt64) -> Bool {
    guard !hasEnded, let stack = overridden.take(at: moment)?.stack else { return false }
    #if DEBUG
    Lost.reportIfOnly(overridden: stack)
    #endif
    guard let layer = stack.takeOverride(at: moment) else { return false }
    let root = isOutside && !stack.isOverridden ? stack.root.take() : nil
    Running.taint(startedAfter: moment, seeing: self)
    layer.leave(emptying: journal.takeAll(after: moment))
    extendLifetime(root)
    Injections.emit(.rolledBack(layer.token(in: self)))
    return true
  }

  /// Rolls the overrides back that were made after a moment, newest first.
  func rollBack(after moment: UInt64) {
    guard !hasEnded else { return }
    for entry in overridden.all(after: moment).reversed() {
      _ = rollBack(overrideAt: entry.moment)
    }
  }

  /// Takes out what was provided on a stack, and empties what was filled for it; every withdrawal comes here.
  func withdraw(from stack: Stack, at callSite: CallSite) -> Bool {
    guard !hasEnded, let layer = stack.takeProvision(withdrawnAt: callSite) else { return false }
    layer.leave(emptying: layer.fills?.takeAll(after: 0) ?? [])
    return true
  }
}

extension Root {
  func rollBackNewest(in scope: OverrideScope) -> Bool {
    guard let newest = stack(in: scope)?.newest else { return false }
    return scope.rollBack(overrideAt: newest.moment)
  }

  func rollBackAll(in scope: OverrideScope) {
    for layer in stack(in: scope)?.overrides ?? [] {
      _ = scope.rollBack(overrideAt: layer.moment)
    }
  }
}
