// Which layer provides, as a scope sees it, and where that scope keeps its instance.

extension Injection {
  /// The newest override that `scope` sees, or what is published or provided below.
  func top(in scope: OverrideScope?) -> Layer<Value> {
    newestOverride(in: scope) ?? ground(in: scope)
  }

  /// The newest override that `scope` sees, leaving out its `skipped` innermost places.
  func newestOverride(in scope: OverrideScope?, skipping skipped: Int = 0) -> OverrideLayer<Value>? {
    guard let scope else { return root.newest }
    if skipped == 0, let newest = scope.stack(of: self)?.newest { return newest }
    for outer in scope.outward.dropFirst(max(0, skipped - 1)) {
      if let newest = outer.stack(of: self)?.newest { return newest }
    }
    return scope.seesOutside ? root.newest : nil
  }

  /// What provides below every override of the place `home`, as `scope` sees it.
  func layer(below home: OverrideScope?, in scope: OverrideScope?) -> Layer<Value> {
    guard let scope, let home else { return ground(in: scope) }
    let index = home === scope ? 0 : (scope.outward.firstIndex { $0 === home }).map { $0 + 1 }
    guard let index else { return ground(in: scope) }
    return newestOverride(in: scope, skipping: index + 1) ?? ground(in: scope)
  }

  /// What provides below every override.
  func ground(in scope: OverrideScope?) -> Layer<Value> {
    root.publication?.ground(of: self, in: scope) ?? root
  }

  /// The lifetime that an override takes which names none, as things stand.
  func lifetime(in scope: OverrideScope?) -> InjectionStrategy {
    root.publication?.lifetime(of: self, in: scope) ?? root.strategy
  }

  /// Where `scope` keeps the instance of a layer, if it has kept one.
  func slot(of layer: Layer<Value>, in scope: OverrideScope?) -> Slot<Value>? {
    if layer.isHome(in: scope) { return layer }
    if let scope { return scope.stack(of: self)?.mirror(of: layer.moment) }
    guard layer.moment != 0 else { return root }
    return root.publication?.mirror(of: layer.moment, for: self, making: false)
  }

  /// Where `scope` will keep the instance of a layer.
  func slotMakingOne(of layer: Layer<Value>, in scope: OverrideScope?) -> Slot<Value> {
    if layer.isHome(in: scope) { return layer }
    if let scope { return scope.stackMakingOne(of: self).mirrorMakingOne(of: layer.moment) }
    return root.publication?.mirror(of: layer.moment, for: self, making: layer.moment != 0) ?? root
  }

  /// The slots in which a resolve in `scope` may find an instance of the layer, innermost first: an
  /// inheriting scope reuses what is alive outside (rule 21).
  func firstValue(
    of layer: Layer<Value>,
    in scope: OverrideScope?,
    _ look: (Slot<Value>) -> Value?
  ) -> Value? {
    if let slot = slot(of: layer, in: scope), let value = look(slot) { return value }
    guard let scope, !layer.isHome(in: scope) else { return nil }
    for outer in scope.outward {
      if let slot = slot(of: layer, in: outer), let value = look(slot) { return value }
      if layer.isHome(in: outer) { return nil }
    }
    guard scope.seesOutside, let slot = slot(of: layer, in: nil) else { return nil }
    return look(slot)
  }

  /// Every slot of this injection that `scope` sees.
  func slots(seenFrom scope: OverrideScope?) -> [AnySlot] {
    var slots: [AnySlot] = []
    if let scope {
      for place in [scope] + scope.outward { slots += place.stack(of: self)?.slots ?? [] }
      guard scope.seesOutside else { return slots }
    }
    var next: Layer<Value>? = root.newest
    while let layer = next as? OverrideLayer<Value> {
      slots.append(layer)
      next = layer.below
    }
    return slots + (root.publication?.slots ?? []) + [root]
  }
}

// MARK: - The last answer

extension Injection {
  /// The slot in which `scope` finds a kept instance, remembered so that the next resolve is a look.
  ///
  /// Whatever could change the answer forgets it: a push, a rollback, a provision, a filled slot, a
  /// slot that goes. A slot that is emptied is not `.kept` any more. A key of a family is not
  /// remembered, since an override of the family does not reach it.
  func keptSlot(of layer: Layer<Value>, in scope: OverrideScope) -> Slot<Value>? {
    var found: Slot<Value>?
    _ = firstValue(of: layer, in: scope) { slot in
      found = slot
      return slot.peek()
    }
    guard let found, found.cache == .kept else { return nil }
    memoSlot = Unretained(found)
    memoSerial = scope.serial
    return found
  }

  func forgetMemo() {
    memoSerial = 0
  }
}
