// Who is told that a slot is filled, so that it can be forgotten: by a rollback, by a flow that is cleared, by
// a withdrawal.

extension Root {
  /// How a fresh instance of a layer is kept: not at all if it may hold a mock that is gone (rule 16).
  @usableFromInline func keeping(of layer: Layer, in scope: OverrideScope) -> Keeping {
    Running.isTainted || !layer.isInForce ? .not : strategy(of: layer).keeping(in: scope)
  }

  /// Keeps something in the slot of a layer.
  ///
  /// Each place is told whose overrides the instance may have seen, be it from its own scope or from
  /// elsewhere, and the provision that has made it.
  @usableFromInline
  func fill(_ slot: Slot, with new: consuming Content, of layer: Layer, in scope: OverrideScope) {
    let elsewhere = Running.elsewhere
    let replaced = slot.fill(new, elsewhere)
    var looked: Looked = []
    scope.noteFilled(slot, of: strategy(of: layer).flow, &looked)
    for outer in scope.outward { outer.noteFilled(slot, &looked) }
    for place in elsewhere {
      guard let other = place.scope else { continue }
      looked.append(other)
      other.noteFilled(slot, &looked)
    }
    layer.fills?.journal.add(slot, &looked)
    // What dies may come back, and finds the slot in every list.
    extendLifetime((replaced, looked))
  }
}
