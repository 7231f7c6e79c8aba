// How an instance is kept: the one place that knows what each lifetime means.

extension AnySlot {
  /// How this layer's fresh instance is to be kept; `.empty` when it is not.
  @usableFromInline
  final func filling(_ root: AnySlot, in scope: OverrideScope?) -> Cache {
    if unsafe BuildFrame.isInnermostTainted || isRemoved { return .empty }
    // In a scope that has ended, instances live as long as someone holds them (rule 22).
    switch scope?.hasEnded == true ? .shared : lifetime.lifetime {
    case .onDemand: return .empty
    case .shared: return .weak
    case .singleton, .scoped:
      // What is published for a key, or a context in its place.
      return moment == 0 && root.publication?.family != nil ? .coverable : .kept
    case .cached: return .checked
    }
  }

  /// Says that a slot is filled for this layer, to whoever may want to empty it later.
  @usableFromInline
  final func didFill(_ slot: AnySlot, _ filling: Cache, _ root: AnySlot, in scope: OverrideScope?) {
    slot.cache = filling
    slot.stamp = filling == .checked ? Moment.next() : 0
    root.forgetMemo()
    if let flow = lifetime.flow {
      slot.stamp = Moment.next()
      flow.note(slot, in: scope)
    }
    note(slot)
    slot.log(in: scope)
    if filling == .checked, case .cached(_, _, let makeValidity) = lifetime.lifetime {
      slot.judge(makeValidity)
    }
  }

  /// Tells the places whose overrides may have had a part in the instance (rule 16).
  private func log(in scope: OverrideScope?) {
    if let scope {
      scope.ledger.note(self)
      if scope.isInner { for outer in scope.outward { outer.ledger.note(self) } }
      guard scope.seesOutside else { return }
    }
    OverrideLedger.outside.note(self)
  }

  /// Makes the check of the instance that was just stored, unless it is gone again by then.
  private func judge(_ make: @MainActor () -> @MainActor () -> Bool) {
    let filled = stamp
    let validity = Validity(isValid: make())
    if stamp == filled { keeper = validity }
  }
}
