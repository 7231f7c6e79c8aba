/// How an instance is to be kept: the one place that knows what each lifetime means.
@frozen
@usableFromInline
struct Filling {
  /// `.empty` when the instance is not kept at all.
  @usableFromInline let cache: AnySlot.Cache
  @usableFromInline let layer: AnySlot
  @usableFromInline let root: AnySlot
  @usableFromInline let scope: OverrideScope?

  /// What becomes of an instance that was just built.
  @MainActor
  @usableFromInline
  init(of layer: AnySlot, _ root: AnySlot, in scope: OverrideScope?) {
    self.layer = layer
    self.root = root
    self.scope = scope
    if unsafe BuildFrame.isInnermostTainted {
      cache = .empty
      return
    }
    // In a scope that has ended, instances live as long as someone holds them (rule 22).
    switch scope?.hasEnded == true ? .shared : layer.lifetime.lifetime {
    case .onDemand: cache = .empty
    case .shared: cache = .weak
    case .singleton, .scoped:
      cache = root.publication?.isCoverable == true ? .coverable : .kept
    case .cached: cache = .checked
    }
  }

  /// Says that the slot is filled, to whoever may want to empty it later.
  @MainActor
  @usableFromInline
  func finish(_ slot: AnySlot) {
    slot.cache = cache
    slot.stamp = cache == .checked ? Moment.next() : 0
    root.forgetMemo()
    let strategy = layer.lifetime
    if let flow = strategy.flow {
      slot.stamp = Moment.next()
      flow.note(slot)
    }
    layer.note(slot)
    log(slot)
    if case .checked = slot.cache, case .cached(_, _, let makeValidity) = strategy.lifetime {
      judge(slot, makeValidity)
    }
  }

  /// Tells the places whose overrides may have had a part in the instance (rule 16).
  @MainActor
  private func log(_ slot: AnySlot) {
    if let scope {
      scope.ledger.note(slot)
      for outer in scope.outward { outer.ledger.note(slot) }
      guard scope.seesOutside else { return }
    }
    OverrideLedger.outside.note(slot)
  }

  /// Makes the check of the instance that was just stored, unless it is gone again by then.
  @MainActor
  private func judge(_ slot: AnySlot, _ make: @MainActor () -> @MainActor () -> Bool) {
    let filled = slot.stamp
    let validity = Validity(isValid: make())
    if slot.stamp == filled { slot.keeper = validity }
  }
}
