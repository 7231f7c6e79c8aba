// What a scope sees of an injection: which layer provides, what is below it, where its instances are.

extension Root {
  /// What the injection has in a place.
  func stack(in place: OverrideScope) -> Stack? {
    place.isOutside ? outside : place.knownStack(for: self)
  }

  /// The layer that provides: the newest override, of the injection before its family, or the ground.
  func top(in scope: OverrideScope) -> Layer {
    newestOverride(in: scope) ?? family?.newestOverride(in: scope) ?? ground(in: scope)
  }

  func newestOverride(in scope: OverrideScope) -> Layer? {
    scope.nearest { stack(in: $0)?.newest }
  }

  /// What provides below every override: what was published or, for a required injection, provided.
  func ground(in scope: OverrideScope) -> Layer {
    guard isRequired, activeContext == nil else { return self }
    return provision(in: scope) ?? self
  }

  func provision(in scope: OverrideScope) -> Layer? {
    scope.nearestAround { stack(in: $0)?.provision }
  }

  /// Where the nearest provision was withdrawn that is gone.
  func withdrawal(in scope: OverrideScope) -> CallSite? {
    scope.nearestAround { stack(in: $0)?.withdrawnAt }
  }

  /// Whether a resolve would find something: an override, a context's instance, or what is provided.
  func isProvided(in scope: OverrideScope) -> Bool { !isMissing(top(in: scope)) }

  /// Whether a resolve that a layer answers finds nothing.
  func isMissing(_ layer: Layer) -> Bool { layer === self && isRequired && activeContext == nil }

  /// Whether a resolve that a layer answers gets what the application would get (rule 23).
  ///
  /// What another injection provides is a question of that one.
  func isLive(_ layer: Layer) -> Bool {
    switch layer.kind {
    case .override: false
    case .published: activeContext == nil
    case .provision: layer.recipe.factory?.other == nil
    }
  }

  /// What provides below an override, which may have been rolled back by now (rule 13).
  func layer(below layer: Layer, in scope: OverrideScope) -> Layer {
    let owner = layer.isOfFamily ? family ?? self : self
    var isFurther = false
    for place in scope.places {
      let stack = owner.stack(in: place)
      if isFurther, let newest = stack?.newest { return newest }
      guard place.serial == layer.home else { continue }
      let older = layer.isInForce ? layer.below : stack?.override(before: layer.moment)
      if let older { return older }
      isFurther = true
    }
    if !layer.isOfFamily, let newest = family?.newestOverride(in: scope) { return newest }
    return ground(in: scope)
  }

  /// The overrides that a scope sees, newest first.
  func overrides(in scope: OverrideScope) -> [Layer] {
    scope.places.flatMap { self.stack(in: $0)?.overrides ?? [] }
      + (family?.overrides(in: scope) ?? [])
  }

}

// MARK: - Where instances are

extension Root {
  /// Where a place keeps the instance of a layer, if it has kept one.
  func slot(of layer: Layer, in place: OverrideScope) -> Slot? {
    layer.isHome(place) ? layer : stack(in: place)?.copies[layer.moment]
  }

  typealias Found = (slot: Slot, alive: Alive)

  /// The instance of a layer in the nearest place that lends it (rule 21), to be provided again.
  func reuse(_ layer: Layer, in scope: OverrideScope) -> Found? {
    let began = Moment.now
    guard let found = find(layer, in: scope, { $0.reuse() }) else { return nil }
    // What a check has done, while its place was looked at, may have filled a nearer one.
    return Moment.now == began ? found : find(layer, in: scope, \.alive) ?? found
  }

  /// What would be provided again; no check is asked.
  func current(in scope: OverrideScope) -> Found? {
    find(top(in: scope), in: scope, \.alive)
  }

  private func find(
    _ layer: Layer,
    in scope: OverrideScope,
    _ alive: (Slot) -> Alive?
  ) -> Found? {
    scope.nearestLender { place in
      guard let slot = slot(of: layer, in: place), let alive = alive(slot) else { return nil }
      return (slot, alive)
    }
  }

  /// Every slot that a place has, those that a nearer layer hides included.
  func slots(in place: OverrideScope) -> [Slot] {
    let slots = stack(in: place)?.slots ?? []
    return place.isOutside ? slots + [self] : slots
  }
}
