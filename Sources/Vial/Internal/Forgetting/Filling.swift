// Who is told that a slot is filled, so that it can be forgotten: by a rollback, by a flow, by a
// withdrawal.

extension Root {
  /// How a fresh instance of a layer is kept: not at all if it may hold a mock that is gone (rule 16).
  @usableFromInline func keeping(of layer: Layer, in scope: OverrideScope) -> Keeping {
    Running.isTainted || !layer.isInForce ? .not : strategy(of: layer).keeping(in: scope)
  }

  /// Keeps something in the slot of a layer.
  @usableFromInline
  func fill(_ slot: Slot, with content: Content, of layer: Layer, in scope: OverrideScope) {
    let elsewhere = Running.elsewhere
    let replaced = slot.fill(content, elsewhere)
    var looked = scope.note(filled: slot)
    for outer in scope.outward { looked += outer.note(filled: slot) }
    for place in elsewhere {
      guard let other = place.scope else { continue }
      looked += other.note(filled: slot) + [other]
    }
    if let flow = strategy(of: layer).flow { looked += flow.note(slot, in: scope) }
    switch layer.kind {
    case .provision(let fills): looked += fills.journal.note(slot)
    case .published, .override: break
    }
    // What dies may come back, and finds the slot in every list.
    extendLifetime((replaced, looked))
  }
}
