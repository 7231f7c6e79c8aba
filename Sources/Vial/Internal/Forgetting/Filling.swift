// Who is told that a slot is filled, so that it can be forgotten: by a rollback, by a flow, by a
// withdrawal.

extension Root {
  /// How a fresh instance of a layer is kept: not at all if it may hold a mock that is gone (rule 16).
  @usableFromInline
  func keeping(of layer: Layer, in scope: OverrideScope) -> Keeping {
    let keeping = strategy(of: layer).keeping(in: scope)
    if case .not = keeping { return .not }
    return Running.isTainted || !layer.isInForce ? .not : keeping
  }

  /// Keeps something in the slot of a layer.
  @usableFromInline
  func fill(_ slot: Slot, with content: Content, of layer: Layer, in scope: OverrideScope) {
    let elsewhere = Running.elsewhere
    let replaced = slot.fill(content, elsewhere)
    scope.history.note(filled: slot)
    for outer in scope.outward { outer.history.note(filled: slot) }
    for place in elsewhere { place.note(filled: slot) }
    if let flow = strategy(of: layer).flow { flow.note(slot, in: scope) }
    switch layer.kind {
    case .provision(let fills):
      let looked = fills.journal.note(slot)
      extendLifetime(looked)
    case .published, .override: break
    }
    if case .none = replaced { return }
    Injections.emit(.released(declaration))
    extendLifetime(replaced)
  }
}
