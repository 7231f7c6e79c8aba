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
    var looked: Looked = []
    scope.noteFilled(slot, of: strategy(of: layer).flow, &looked)
    for outer in scope.outward { outer.noteFilled(slot, &looked) }
    layer.fills?.journal.add(slot, &looked)
    // What dies may come back, and finds the slot in every list.
    extendLifetime((replaced, looked))
  }
}

extension OverrideScope {
  /// An override that was made in the place, and the stack that has it.
  struct Overridden: Timed {
    let moment: UInt64
    private let held: Stack?
    private weak let outside: Outside?

    /// A scope holds its stacks; outside, an injection takes its overrides along when it goes.
    @MainActor init(_ layer: Layer, of root: Root, in place: OverrideScope) {
      moment = layer.moment
      (held, outside) = place.isOutside ? (nil, root.outside) : (root.stack(in: place), nil)
    }

    var stack: Stack? { held ?? outside?.stack }
  }

  // MARK: Noting

  func noteOverride(_ layer: Layer, of root: Root) {
    changeOverridden { $0.append(Overridden(layer, of: root, in: self)) }
    if overriddenUpkeep.isDue(at: overridden.count) { dropAbandoned() }
  }

  /// Changes the list while it is taken out, see `Unsafe.swift`.
  private func changeOverridden<R>(_ change: (inout [Overridden]) -> R) -> R {
    var list: [Overridden] = []
    swap(&list, &overridden)
    defer { swap(&list, &overridden) }
    return change(&list)
  }

  /// Drops the overrides of injections that are gone.
  private func dropAbandoned() {
    var looked: Looked = []
    overridden = overridden.filter { entry in
      guard let stack = entry.stack else { return false }
      looked.append(stack)
      return true
    }
    overriddenUpkeep.isDone(keeping: overridden.count)
    extendLifetime(looked)
  }

  /// Remembers a slot that was filled, if a rollback here or a flow of its own may forget it.
  func noteFilled(_ slot: Slot, of flow: InjectionScope? = nil, _ looked: inout Looked) {
    // The rollback of the place's only override empties that override's own slot anyway, and nothing else can
    // be rolled back here. This look saves a fifth of an override and its rollback.
    let isOnlyOverride =
      overridden.count == 1 && slot.home == serial && (slot as? Layer)?.isOverride == true
    let mayRollBack = !overridden.isEmpty && !isOnlyOverride
    if mayRollBack || flow != nil { journal.add(slot, of: flow, &looked) }
  }

  // MARK: Rolling back

  func canRollBack(overrideAt moment: UInt64) -> Bool {
    !hasEnded && overridden.last { $0.moment == moment }?.stack != nil
  }

  /// The overrides in force that were made after a moment, oldest first.
  @inline(never) func overrides(after moment: UInt64) -> [Override] {
    var known: Set<ObjectIdentifier> = []
    var layers: [Layer] = []
    for entry in overridden.all(after: moment) {
      guard let stack = entry.stack, known.isNew(ObjectIdentifier(stack)) else { continue }
      for layer in stack.overrides where layer.moment > moment { layers.append(layer) }
    }
    return sorted(layers) { $0.moment < $1.moment }.map { $0.token(in: self) }
  }

  /// Takes an override out of its stack, and empties what was filled while it was there (rule 16);
  /// `false` when it is not there, or stays with a scope that has ended.
  @inline(never) func rollBack(overrideAt moment: UInt64) -> Bool {
    guard !hasEnded, let entry = changeOverridden({ $0.take(at: moment) }) else { return false }
    overriddenUpkeep.isShortened(to: overridden.count)
    guard let stack = entry.stack, let layer = stack.takeOverride(at: moment) else {
      return false
    }
    #if DEBUG
    Lost.isRolledBack(layer, from: stack)
    #endif
    Running.taint(startedAfter: moment, seeing: self)
    var looked: Looked = []
    layer.leave(emptying: journal.takeAll(after: moment, &looked))
    extendLifetime(looked)
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
    var looked: Looked = []
    layer.leave(emptying: layer.fills?.journal.takeAll(after: 0, &looked) ?? [])
    extendLifetime(looked)
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
