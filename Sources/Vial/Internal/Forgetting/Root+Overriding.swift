// Putting overrides on an injection, and taking them off with what was kept because of them.

extension Root {
  /// Puts an override on top, in the place where the code runs.
  @usableFromInline
  func push(
    _ recipe: Recipe,
    _ strategy: InjectionStrategy?,
    _ callSite: CallSite
  ) -> Override {
    let scope = OverrideScope.ambient
    if scope.isOutside, let seal = Overrides.sealedAt {
      Fault.sealed(declaration, overriddenAt: callSite, sealedAt: seal)
    }
    let site = Layer.Site(kind: .override, root: self, scope: scope, callSite: callSite)
    let layer = Layer(recipe, site, strategy ?? inheritedStrategy(in: scope))
    let token = Override(layer, of: self)
    // In a scope that has ended nobody could see it or roll it back (rule 28).
    guard !scope.hasEnded else {
      layer.leave(releasing: [])
      return token
    }
    stopIfItLeadsBack(layer, "overridden", in: scope)
    scope.stack(for: self).overrides.append(layer)
    if scope.isOutside { overridesOutsideChanged() }
    let looked = scope.overridden.note(layer, at: layer.moment)
    if Injections.isObserved { Injections.emit(.overridden(token)) }
    extendLifetime(looked)
    return token
  }

  /// What an override takes that names no lifetime; each key of a family has its own, unless the
  /// family has to be provided.
  private func inheritedStrategy(in scope: OverrideScope) -> InjectionStrategy? {
    isFamily && !isRequired ? nil : lifetime(in: scope)
  }

  /// Puts what is provided below every override, in the place where the code runs.
  func provide(
    _ recipe: Recipe,
    _ strategy: InjectionStrategy,
    _ callSite: CallSite
  ) -> Provision {
    guard isRequired, !isKey else { Fault.notRequired(declaration, at: callSite) }
    let scope = OverrideScope.ambient
    // In a scope that has ended nobody could see it or withdraw it (rule 28).
    guard !scope.hasEnded else { return Provision(nil) }
    let stack = scope.stack(for: provider)
    if let first = stack.provision {
      Fault.providedTwice(declaration, first: first.callSite, second: callSite)
    }
    let site = Layer.Site(kind: .provision, root: provider, scope: scope, callSite: callSite)
    let layer = Layer(recipe, site, strategy)
    stopIfItLeadsBack(layer, "provided", in: scope)
    stack.provision = layer
    return Provision(layer)
  }

  /// Stops where an override or a provision would let an injection provide for itself, as far as its
  /// place sees (rule 18). What closes a circle in another way is met by the resolve.
  private func stopIfItLeadsBack(_ layer: Layer, _ verb: String, in scope: OverrideScope) {
    guard let other = layer.forward(for: self) else { return }
    var visited: Set<Root> = []
    guard let path = other.path(to: source, in: scope, &visited) else { return }
    Fault.leadsBack(([self] + path).map(\.declaration), verb, at: layer.callSite)
  }

  /// The injections on the way to `target`, by forwards that a scope sees, be they hidden by newer
  /// overrides or not.
  private func path(
    to target: Root,
    in scope: OverrideScope,
    _ visited: inout Set<Root>
  ) -> [Root]? {
    if source === target { return [] }
    guard visited.insert(self).inserted else { return nil }
    for layer in overrides(in: scope) + [ground(in: scope)] {
      guard let next = layer.forward(for: self),
        let path = next.path(to: target, in: scope, &visited)
      else { continue }
      return [self] + path
    }
    return nil
  }
}

extension Layer {
  /// Takes the layer out of its stack, and empties what was kept because of it; `false` when it is not
  /// there, or stays with a scope that has ended.
  final func remove() -> Bool {
    guard isInForce, let place = home.scope, !place.hasEnded, let root, let stack = root.stack(in: place)
    else { return false }
    Moment.next()
    switch kind {
    case .published: return false
    case .override:
      stack.remove(self)
      place.overridden.remove(at: moment)
      if place.isOutside { root.overridesOutsideChanged() }
      Running.taint(startedAfter: moment, seeing: place)
      leave(releasing: place.filled.removeAll(after: moment) + [self])
      if Injections.isObserved { Injections.emit(.rolledBack(Override(self, of: root))) }
    case .provision:
      stack.provision = nil
      let fills = fills
      leave(releasing: fills.all())
    }
    return true
  }

  /// Lets go of the recipe and empties slots, in this order: nothing is released before all is out.
  final func leave(releasing slots: [Slot]) {
    let recipe = leave()
    Slot.empty(slots)
    extendLifetime(recipe)
  }

  /// Takes layers out, newest first.
  static func remove(_ layers: [Layer]) {
    for layer in layers.reversed() { _ = layer.remove() }
  }
}
