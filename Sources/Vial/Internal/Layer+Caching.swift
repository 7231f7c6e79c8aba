extension Layer {
  /// Keeps `value`; the one place that knows what each lifetime means.
  @usableFromInline
  func store(_ value: Value, _ holder: inout Holder) {
    var filled = Cache.kept
    var held: Value? = value
    var keeper: AnyObject?
    switch strategy.lifetime {
    case .onDemand: return
    case .singleton, .scoped: break
    case .cached(_, let makeValidity):
      filled = .checked
      keeper = Validity(isValid: makeValidity())
    case .shared:
      guard let cell = WeakCell(value, &holder) else { return }
      filled = .weak
      held = nil
      keeper = cell
    }
    if unsafe isRetired || BuildFrame.isInnermostTainted { return }
    // What is replaced is released last: its deinit may come back here.
    swap(&self.held, &held)
    swap(&self.keeper, &keeper)
    cache = filled
    log()
    if held != nil { reportRelease() }
    extendLifetime(held)
    extendLifetime(keeper)
  }

  /// Tells whoever may want to empty the cache later that it is filled.
  private func log() {
    stamp = 0
    if case .scoped(let scope) = strategy.lifetime {
      stamp = Moment.next()
      scope.note(self)
    }
    var place = scope
    while true {
      let ledger = place?.ledger ?? OverrideLedger.global
      if ledger.mayForget(self) {
        if stamp == 0 { stamp = Moment.next() }
        ledger.note(self)
      }
      guard let inner = place, inner.kind == .inheriting else { return }
      place = inner.parent
    }
  }

  /// Empties the cache; what consumers hold they keep.
  func forget() {
    invalidate()
    releaseRemains()
  }

  func reportRelease() {
    guard Injections.isObserved, isReported else { return }
    Injections.emit(.released(declaration))
  }
}

/// The check that a `.cached` strategy made for the instance that is stored.
@MainActor
final class Validity {
  let isValid: @MainActor () -> Bool

  init(isValid: @escaping @MainActor () -> Bool) {
    self.isValid = isValid
  }
}
