// What a scope sees of an injection: which layer provides, what is below it, where its instances are.

extension Root {
  /// What the injection has in a place.
  func stack(in place: OverrideScope) -> Stack? {
    place.isOutside ? outside?.stack : place.knownStack(for: self)
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
    guard facts != nil, base.isRequired, activeContext == nil else { return self }
    return provision(in: scope) ?? self
  }

  func provision(in scope: OverrideScope) -> Layer? {
    scope.nearestAround { base.stack(in: $0)?.provision }
  }

  /// Where the nearest provision was withdrawn that is gone.
  func withdrawal(in scope: OverrideScope) -> CallSite? {
    scope.nearestAround { base.stack(in: $0)?.withdrawnAt }
  }

  /// Whether a resolve would find something: an override, a context's instance, or what is provided.
  func isProvided(in scope: OverrideScope) -> Bool {
    !destination(from: top(in: scope), in: scope).end.isMissing
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

  /// The injection that a layer lets provide instead, live (rule 14).
  func forward(from layer: Layer) -> Root? { layer.recipe.factory?.forward(for: self) }

  /// The lifetime that an override takes which names none, as things stand (rule 26).
  ///
  /// What is provided may lead round, hidden by overrides; then an injection says what it says by itself.
  func lifetime(in scope: OverrideScope) -> InjectionStrategy {
    guard facts != nil else { return strategy(of: self) }
    var root = self
    var passed: [Root] = []
    while root.facts != nil, !passed.contains(where: { $0 === root }) {
      passed.append(root)
      let ground = root.ground(in: scope)
      let end = root.destination(from: ground, in: scope).end
      if end.layer === ground { return root.strategy(of: ground) }
      root = end.root
    }
    return root.strategy(of: root)
  }

  /// Who provides in the end, and who lets others provide on the way; stops where that leads back (rule 18).
  @inline(never) func destination(from layer: Layer, in scope: OverrideScope) -> (
    end: Provider, way: [Provider]
  ) {
    var end = Provider(root: self, layer: layer)
    var way: [Provider] = []
    while let next = end.next(in: scope) {
      way.append(end)
      end = next
      // The layer counts: where the chain began, a newer override may provide.
      if let start = way.firstIndex(where: { $0.root === end.root && $0.layer === end.layer }) {
        Fault.forwardCircle(Array(way[start...]))
      }
    }
    return (end, way)
  }
}

/// A layer, and the injection that it provides for: it may do so for several.
@MainActor struct Provider {
  let root: Root
  let layer: Layer

  /// Whom it lets provide instead.
  func next(in scope: OverrideScope) -> Provider? {
    root.forward(from: layer).map { Provider(root: $0, layer: $0.top(in: scope)) }
  }

  /// Whether this is where a resolve finds nothing.
  var isMissing: Bool {
    layer === root && root.isRequired && root.activeContext == nil
  }

  /// Whether a resolve that comes here gets what the application would get, if the next on the way is live (rule 23).
  var isLive: Bool {
    switch layer.kind {
    case .override: false
    case .published: root.activeContext == nil
    case .provision: true
    }
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

  /// What would be provided again, whichever injection provides; no check is asked.
  func current(in scope: OverrideScope) -> Found? {
    let end = destination(from: top(in: scope), in: scope).end
    return end.root.find(end.layer, in: scope, \.alive)
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
