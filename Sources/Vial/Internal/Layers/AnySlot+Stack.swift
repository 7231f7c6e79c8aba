// Which layer of a root's stack provides, as a scope sees it, and where that scope keeps its instance.

extension AnySlot {
  /// The newest override that `scope` sees, or what is published or provided below.
  final func top(in scope: OverrideScope?) -> AnySlot {
    newestOverride(in: scope) ?? ground(in: scope)
  }

  /// The newest override of one place alone.
  final func newestOverride(of place: OverrideScope?) -> AnySlot? {
    guard let place else { return link }
    return place.slots[self, .newest]
  }

  /// The newest override that `scope` sees.
  final func newestOverride(in scope: OverrideScope?) -> AnySlot? {
    guard let scope else { return link }
    if let newest = scope.slots[self, .newest] { return newest }
    if scope.isInner {
      for outer in scope.outward {
        if let newest = outer.slots[self, .newest] { return newest }
      }
    }
    return scope.seesOutside ? link : nil
  }

  /// What provides below every override of the place `home`, as `scope` sees it.
  final func layer(below home: OverrideScope?, in scope: OverrideScope?) -> AnySlot {
    let outer = OverrideScope.places(seenFrom: scope).drop { $0 !== home }.dropFirst()
    return outer.lazy.compactMap { self.newestOverride(of: $0) }.first ?? ground(in: scope)
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

  /// What provides as `scope` sees it, and all that is below, down to what is published.
  final func layers(in scope: OverrideScope?) -> [AnySlot] {
    var layers: [AnySlot] = []
    var layer = top(in: scope)
    while layer !== self {
      layers.append(layer)
      let lower = layer.lower(in: scope)
      layer = lower === layer ? self : lower
    }
    return layers + [self]
  }

  /// The overrides of this injection that `scope` sees, newest first.
  final func overrides(in scope: OverrideScope?) -> [AnySlot] {
    Array(layers(in: scope).prefix(while: \.isOverride))
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
  /// What keeps this root alive for a scope that has slots of it.
  final var claim: AnyObject { publication?.claim(of: self) ?? self }

  /// Where `scope` keeps the instance of a layer, if it has kept one.
  @usableFromInline
  final func slot(of layer: AnySlot, in scope: OverrideScope?) -> AnySlot? {
    if layer.isHome(in: scope) { return layer }
    if let scope { return scope.slots[self, .mirror(of: layer.moment)] }
    return layer.moment == 0 ? self : publication?.slots[self, .mirror(of: layer.moment)]
  }

  /// Adds where `scope` will keep the instance of a layer, or returns what was added meanwhile.
  @usableFromInline
  final func add(_ mirror: AnySlot, in scope: OverrideScope?) -> AnySlot {
    scope?.add(mirror, of: self) ?? publication?.add(mirror, of: self) ?? mirror
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
    OverrideScope.places(seenFrom: scope).flatMap { place in
      layers(in: place).compactMap { slot(of: $0, in: place) }
    }
  }
}
