/// An override: a layer that can be taken out of its stack.
///
/// Its link is the override below, which stays known after it was taken out: a decorator may be
/// running.
@MainActor
@usableFromInline
final class OverrideLayer<Value>: PlacedLayer<Value> {
  @safe @exclusivity(unchecked) private var above: Unretained<OverrideLayer>?

  override var overriddenAt: CallSite? { callSite }

  override func lower(in scope: OverrideScope?) -> AnySlot {
    var next = link
    while let layer = next {
      if !layer.isRemoved { return layer }
      next = layer.link
    }
    return root.layer(below: place, in: scope)
  }

  override func isPushed(below above: AnySlot) {
    self.above = Unretained(unsafe unsafeDowncast(above, to: OverrideLayer.self))
  }

  /// Takes the layer out of its stack, and forgets what was cached while it was there (rule 16).
  override func rollBack() -> Bool {
    guard remove() else { return false }
    let (root, place) = (root, place)
    if let link { unsafe unsafeDowncast(link, to: OverrideLayer.self).above = above }
    if let above {
      above.object.link = link
    } else if let place {
      place.slots.set(link, of: root, .newest)
    } else {
      root.link = link
    }
    unsafe BuildFrame.taint(startedAfter: moment, seeing: place)
    let forgotten =
      place?.ledger.remove(overrideAt: moment) ?? OverrideLedger.outside.remove(overrideAt: moment)
    if !forgotten.isEmpty { AnySlot.empty(forgotten.filter { $0 !== self } + [self]) }
    invalidate()
    releaseRemains()
    if Injections.isObserved { Injections.emit(.rolledBack(Override(self))) }
    return true
  }
}

// MARK: - Pushing

/// Where an override is made, and the lifetime that it has.
@frozen
@usableFromInline
struct OverrideSite {
  @usableFromInline let scope: OverrideScope?
  @usableFromInline let strategy: InjectionStrategy
}

extension AnySlot {
  /// Looks where an override of this root will be; stops if that is sealed.
  @usableFromInline
  final func overrideSite(_ strategy: InjectionStrategy?, _ callSite: CallSite) -> OverrideSite {
    let scope = OverrideScope.ambient
    if scope == nil, let seal = Overrides.sealedAt {
      Fault.sealed(declaration, overriddenAt: callSite, sealedAt: seal)
    }
    return OverrideSite(scope: scope, strategy: strategy ?? lifetime(in: scope))
  }

  /// Puts an override on top of this root's stack; `injection` owns it outside every scope.
  @usableFromInline
  final func push(
    _ layer: AnySlot,
    of injection: AnyObject,
    in scope: OverrideScope?,
    to other: AnySlot?
  ) -> Override {
    // In a scope that has ended nobody could see it or roll it back (rule 28).
    let token = Override(layer, of: self, in: scope)
    guard scope?.hasEnded != true else { return token }
    if let other {
      ForwardEdges.add(self, to: other, in: scope, by: layer, "overridden", layer.callSite)
    }
    if let scope {
      // The scope owns the override, and its ledger goes with it.
      scope.ledger.add(layer, of: nil)
      layer.link = scope.slots[self, .newest]
      layer.link?.isPushed(below: layer)
      scope.slots.set(layer, of: self, .newest)
    } else {
      OverrideLedger.outside.add(layer, of: injection)
      swap(&layer.link, &link)
      layer.link?.isPushed(below: layer)
      link = layer
    }
    forgetMemo()
    if Injections.isObserved { Injections.emit(.overridden(token)) }
    return token
  }
}

extension Injection {
  @inlinable
  func push(
    _ recipe: Recipe<Value>,
    _ strategy: InjectionStrategy?,
    _ callSite: CallSite,
    to other: AnySlot? = nil
  ) -> Override {
    let site = root.overrideSite(strategy, callSite)
    let layer = OverrideLayer(
      recipe,
      strategy: site.strategy,
      on: root,
      in: site.scope,
      callSite: callSite
    )
    return root.push(layer, of: self, in: site.scope, to: other)
  }
}
