extension Layer {
  /// Keeps a fresh instance; the one place that knows what each lifetime means.
  @usableFromInline
  func keep(
    _ value: Value,
    for injection: Injection<Value>,
    in slot: Slot<Value>,
    of scope: OverrideScope?,
    _ holder: inout Holder
  ) {
    if unsafe BuildFrame.isInnermostTainted { return }
    var filled = AnySlot.Cache.kept
    var held: Value? = value
    var keeper: AnyObject?
    var makeValidity: (@MainActor () -> @MainActor () -> Bool)?
    // In a scope that has ended, instances live as long as someone holds them (rule 22).
    switch scope?.hasEnded == true ? .shared : strategy.lifetime {
    case .onDemand: return
    case .singleton, .scoped:
      if injection.root.publication?.isCoverable == true { filled = .coverable }
    case .cached(_, _, let make):
      filled = .checked
      makeValidity = make
    case .shared:
      guard let cell = WeakCell(value, &holder) else { return }
      filled = .weak
      held = nil
      keeper = cell
    }
    // What is replaced is released last: its deinit may come back here.
    swap(&slot.held, &held)
    swap(&slot.keeper, &keeper)
    slot.cache = filled
    log(slot, of: scope, for: injection)
    if let makeValidity { slot.judge(makeValidity) }
    if held != nil { slot.reportRelease() }
    extendLifetime(held)
    extendLifetime(keeper)
  }

  /// Tells whoever may want to empty the slot later that it is filled.
  private func log(_ slot: Slot<Value>, of scope: OverrideScope?, for injection: Injection<Value>) {
    slot.stamp = 0
    injection.forgetMemo()
    if case .checked = slot.cache { slot.stamp = Moment.next() }
    if let flow = strategy.flow {
      slot.stamp = Moment.next()
      flow.note(slot)
    }
    note(slot)
    if let scope {
      OverrideLedger[scope].note(slot)
      for outer in scope.outward { OverrideLedger[outer].note(slot) }
      guard scope.seesOutside else { return }
    }
    OverrideLedger[nil].note(slot)
  }
}

extension Slot {
  /// Makes the check of the instance that was just stored, unless it is gone again by then.
  fileprivate func judge(_ makeValidity: @MainActor () -> @MainActor () -> Bool) {
    let filled = stamp
    let validity = Validity(isValid: makeValidity())
    if stamp == filled { keeper = validity }
  }
}
