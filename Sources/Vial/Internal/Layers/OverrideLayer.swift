/// An override: a layer that can be taken out of its stack.
@MainActor
@usableFromInline
final class OverrideLayer<Value>: Layer<Value>, AnyOverride {
  /// Whose stack it is in, which owns it until it is taken out.
  private unowned let injection: Injection<Value>

  /// The scope that the override lands in; `nil` outside every scope.
  private unowned let home: OverrideScope?

  /// The override below, which stays known after this one was taken out: a decorator may be running.
  @safe @exclusivity(unchecked) private(set) var below: OverrideLayer<Value>?
  @safe @exclusivity(unchecked) private unowned var above: OverrideLayer<Value>?

  private let pushed: UInt64
  private(set) var isRetired = false

  init(
    _ recipe: Recipe<Value>,
    strategy: InjectionStrategy,
    on injection: Injection<Value>,
    in home: OverrideScope?,
    callSite: CallSite
  ) {
    self.injection = injection
    self.home = home
    pushed = Moment.next()
    super.init(recipe: recipe, strategy: strategy, callSite: callSite)
  }

  override var moment: UInt64 { pushed }
  override var declaration: InjectionDeclaration { injection.declaration }
  override var place: OverrideScope? { home }
  override var overriddenAt: CallSite? { callSite }
  override var isInternal: Bool { injection.root.isInternal }
  override func isHome(in scope: OverrideScope?) -> Bool { scope === home }

  override func lower(of injection: Injection<Value>, in scope: OverrideScope?) -> Layer<Value> {
    var next = below
    while let layer = next {
      if !layer.isRetired { return layer }
      next = layer.below
    }
    return injection.layer(below: home, in: scope)
  }

  func push(on newest: OverrideLayer<Value>?) {
    below = newest
    newest?.above = self
  }

  /// Takes the layer out of its stack, and forgets what was cached while it was there (rule 16).
  func rollBack() -> Bool {
    guard !isRetired, home?.hasEnded != true else { return false }
    let injection = injection
    isRetired = true
    injection.forgetMemo()
    below?.above = above
    if let above {
      above.below = below
    } else if let home {
      home.stack(of: injection)?.newest = below
    } else {
      injection.root.newest = below
    }
    unsafe BuildFrame.taint(startedAfter: pushed, seeing: home)
    AnySlot.empty(OverrideLedger[home].remove(self).filter { $0 !== self } + [self])
    Injections.emit(.rolledBack(Override(self)))
    return true
  }
}

// MARK: - Pushing

extension Injection {
  func push(
    _ recipe: Recipe<Value>,
    _ strategy: InjectionStrategy?,
    _ callSite: CallSite,
    to other: Injection<Value>? = nil
  ) -> Override {
    let scope = OverrideScope.ambient
    if scope == nil, let seal = Overrides.sealedAt {
      Fault.sealed(declaration, overriddenAt: callSite, sealedAt: seal)
    }
    let layer = OverrideLayer(
      recipe,
      strategy: strategy ?? lifetime(in: scope),
      on: self,
      in: scope,
      callSite: callSite
    )
    let token = Override(layer)
    // In a scope that has ended nobody could see it or roll it back (rule 28).
    guard scope?.hasEnded != true else { return token }
    if let other {
      ForwardEdges.add(self, to: other, in: scope, by: layer, "overridden", callSite)
    }
    if let scope {
      let stack = scope.stackMakingOne(of: self)
      layer.push(on: stack.newest)
      stack.newest = layer
    } else {
      layer.push(on: root.newest)
      root.newest = layer
    }
    forgetMemo()
    OverrideLedger[scope].add(layer, of: self)
    Injections.emit(.overridden(token))
    return token
  }

  /// The overrides of this injection that `scope` sees, newest first.
  func overrides(in scope: OverrideScope?) -> [OverrideLayer<Value>] {
    var found: [OverrideLayer<Value>] = []
    var next = newestOverride(in: scope)
    while let layer = next {
      found.append(layer)
      next = layer.lower(of: self, in: scope) as? OverrideLayer<Value>
    }
    return found
  }
}
