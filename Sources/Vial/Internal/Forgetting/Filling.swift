// Who is told that a slot is filled, so that it can be forgotten: by a rollback, by a flow, by a
// withdrawal.

extension Root {
  /// How a fresh instance of a layer is kept: not at all if it may hold a mock that is gone (rule 16).
  @usableFromInline
  func keeping(of layer: Layer, in scope: OverrideScope) -> Keeping {
    if Running.isTainted || !layer.isInForce { return .not }
    return strategy(of: layer).keeping(in: scope)
  }

  /// Keeps something in a slot of a layer.
  @usableFromInline
  func fill(_ slot: Slot, with content: Content, of layer: Layer, in scope: OverrideScope) {
    let elsewhere = Running.elsewhere
    let replaced = slot.fill(content, elsewhere.map(WeakScope.init))
    scope.note(filled: slot)
    for place in scope.outward { place.note(filled: slot) }
    for other in elsewhere {
      for place in other.places where !scope.sees(place) { place.note(filled: slot) }
    }
    if let flow = strategy(of: layer).flow { flow.note(slot, in: scope) }
    switch layer.kind {
    case .provision:
      let looked = layer.fills.note(slot, at: slot.filled)
      extendLifetime(looked)
    case .published, .override: break
    }
    if case .none = replaced { return }
    Injections.emit(.released(declaration))
    extendLifetime(replaced)
  }
}

extension OverrideScope {
  /// Remembers a filled slot if a rollback may have to empty it.
  func note(filled slot: Slot) {
    guard !overridden.isEmpty else { return }
    let looked = filled.note(slot, at: slot.filled)
    extendLifetime(looked)
  }
}
