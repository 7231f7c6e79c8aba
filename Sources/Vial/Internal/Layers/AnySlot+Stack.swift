// Which layer of a root's stack provides, as a scope sees it, and where that scope keeps its instance.

extension AnySlot {
  /// The newest override that `scope` sees, or what is published or provided below.
  final func top(in scope: OverrideScope?) -> AnySlot {
    newestOverride(in: scope) ?? ground(in: scope)
  }

  /// The newest override that `scope` sees, leaving out its `skipped` innermost places.
  final func newestOverride(in scope: OverrideScope?, skipping skipped: Int = 0) -> AnySlot? {
    guard let scope else { return link }
    if skipped == 0, let newest = scope.newest(of: self) { return newest }
    if scope.isInner {
      for outer in scope.outward.dropFirst(max(0, skipped - 1)) {
        if let newest = outer.newest(of: self) { return newest }
      }
    }
    return scope.seesOutside ? link : nil
  }

  /// What provides below every override of the place `home`, as `scope` sees it.
  final func layer(below home: OverrideScope?, in scope: OverrideScope?) -> AnySlot {
    guard let scope, let home else { return ground(in: scope) }
    if home === scope { return newestOverride(in: scope, skipping: 1) ?? ground(in: scope) }
    guard let index = scope.outward.firstIndex(where: { $0 === home }) else {
      return ground(in: scope)
    }
    return newestOverride(in: scope, skipping: index + 2) ?? ground(in: scope)
  }

  /// What provides below every override.
  final func ground(in scope: OverrideScope?) -> AnySlot {
    publication?.ground(of: self, in: scope) ?? self
  }

  /// The lifetime that an override takes which names none, as things stand.
  @usableFromInline
  final func lifetime(in scope: OverrideScope?) -> InjectionStrategy {
    publication?.lifetime(of: self, in: scope) ?? lifetime
  }

  /// The overrides of this injection that `scope` sees, newest first.
  final func overrides(in scope: OverrideScope?) -> [AnySlot] {
    var found: [AnySlot] = []
    var next = newestOverride(in: scope)
    while let layer = next {
      found.append(layer)
      let lower = layer.lower(in: scope)
      next = lower.isInForce && lower.overriddenAt != nil ? lower : nil
    }
    return found
  }

  /// The root and the layer that provide in the end; stops where a chain leads back (rule 18).
  final func destination(
    from layer: AnySlot,
    in scope: OverrideScope?
  ) -> (root: AnySlot, layer: AnySlot) {
    guard var next = layer.forward else { return (self, layer) }
    var (passed, layer): ([AnySlot], AnySlot) = ([self], layer)
    while true {
      if let start = passed.firstIndex(where: { $0 === next }) {
        Fault.forwardCircle(passed[start...].map(\.declaration), at: layer.callSite)
      }
      layer = next.top(in: scope)
      guard let other = layer.forward else { return (next, layer) }
      passed.append(next)
      next = other
    }
  }
}

// MARK: - Slots

extension AnySlot {
  /// Where `scope` keeps the instance of a layer, if it has kept one.
  @usableFromInline
  final func slot(of layer: AnySlot, in scope: OverrideScope?) -> AnySlot? {
    if layer.isHome(in: scope) { return layer }
    if let scope { return scope.stack(of: self)?.mirrors.mirror(of: layer.moment) }
    return layer.moment == 0 ? self : publication?.mirrors.mirror(of: layer.moment)
  }

  /// Adds where `scope` will keep the instance of a layer, or returns what was added meanwhile: to make
  /// a stack may release others, and what dies may come back here.
  @usableFromInline
  final func add(_ mirror: AnySlot, in scope: OverrideScope?) -> AnySlot {
    forgetMemo()
    guard let scope else {
      publication?.mirrors.add(mirror)
      return mirror
    }
    let stack = scope.stackMakingOne(of: self)
    if let other = stack.mirrors.mirror(of: mirror.moment) { return other }
    stack.mirrors.add(mirror)
    return mirror
  }

  /// The instance of a layer that is alive for `scope`: an inheriting scope reuses what is alive
  /// outside (rule 21).
  final func alive(
    _ layer: AnySlot,
    in scope: OverrideScope?,
    asking: Bool = true
  ) -> Alive? {
    func look(_ place: OverrideScope?) -> Alive? {
      guard let slot = slot(of: layer, in: place) else { return nil }
      return asking ? slot.alive() : slot.aliveUnasked()
    }
    if let alive = look(scope) { return alive }
    guard let scope, !layer.isHome(in: scope) else { return nil }
    if scope.isInner {
      for outer in scope.outward {
        if let alive = look(outer) { return alive }
        if layer.isHome(in: outer) { return nil }
      }
    }
    return scope.seesOutside ? look(nil) : nil
  }

  /// Every slot of this injection that `scope` sees.
  final func slots(seenFrom scope: OverrideScope?) -> [AnySlot] {
    var slots: [AnySlot] = []
    let provided = publication?.provided(by: self) ?? self
    if let scope {
      for place in [scope] + scope.outward {
        place.stack(of: self)?.forEachSlot { slots.append($0) }
        guard provided !== self, let stack = place.stack(of: provided) else { continue }
        if let provision = stack.provision { slots.append(provision) }
      }
      guard scope.seesOutside else { return slots }
    }
    var next = link
    while let layer = next {
      slots.append(layer)
      next = layer.link
    }
    publication?.mirrors.forEachMirror { slots.append($0) }
    return slots + (publication?.slots ?? []) + [self]
  }
}
