/// An override: a layer that can be taken out of its stack. Its link is the override below, which
/// stays known after it was taken out: a decorator may be running.
@MainActor
@usableFromInline
final class OverrideLayer<Value>: Layer<Value> {
  /// Whose stack it is in, and in which scope; both outlive its stay there.
  private let root: Unretained<AnySlot>
  private let home: Unretained<OverrideScope>?
  private let address: UInt

  private let pushed: UInt64
  @safe @exclusivity(unchecked) private var above: Unretained<OverrideLayer>?
  @safe @exclusivity(unchecked) private var isRetired = false

  @usableFromInline
  init(
    _ recipe: Recipe<Value>,
    strategy: InjectionStrategy,
    on root: AnySlot,
    in home: OverrideScope?,
    callSite: CallSite
  ) {
    self.root = Unretained(root)
    self.home = home.map(Unretained.init)
    address = home?.address ?? 0
    pushed = Moment.next()
    super.init(recipe: recipe, strategy: strategy, callSite: callSite)
  }

  override var moment: UInt64 { pushed }
  override var declaration: InjectionDeclaration { root.object.declaration }
  override var place: OverrideScope? { home?.object }
  override var overriddenAt: CallSite? { callSite }
  override var isInternal: Bool { root.object.isInternal }
  override var isInForce: Bool { !isRetired }
  override func isHome(in scope: OverrideScope?) -> Bool { address == scope?.address ?? 0 }

  override func lower(in scope: OverrideScope?) -> AnySlot {
    var next = link
    while let layer = next {
      if layer.isInForce { return layer }
      next = layer.link
    }
    return root.object.layer(below: place, in: scope)
  }

  /// Puts the layer on top of its stack.
  func push(on root: AnySlot, of injection: AnyObject, in place: OverrideScope?) {
    if let place {
      let stack = place.stackMakingOne(of: root)
      link = stack.newest
      stack.newest = self
      // The scope owns the override, and its ledger goes with it.
      place.ledger.add(self, pushed, of: nil)
    } else {
      link = root.link
      root.link = self
      OverrideLedger.outside.add(self, pushed, of: injection)
    }
    if let link { unsafe unsafeDowncast(link, to: OverrideLayer.self).above = Unretained(self) }
    root.forgetMemo()
  }

  /// Takes the layer out of its stack, and forgets what was cached while it was there (rule 16).
  override func rollBack() -> Bool {
    guard !isRetired, place?.hasEnded != true else { return false }
    let (root, place) = (root.object, place)
    isRetired = true
    root.forgetMemo()
    if let link { unsafe unsafeDowncast(link, to: OverrideLayer.self).above = above }
    if let above {
      above.object.link = link
    } else if let place {
      place.stack(of: root)?.newest = link
    } else {
      root.link = link
    }
    unsafe BuildFrame.taint(startedAfter: pushed, seeing: place)
    let forgotten =
      place?.ledger.remove(self, pushed) ?? OverrideLedger.outside.remove(self, pushed)
    if !forgotten.isEmpty { AnySlot.empty(forgotten.filter { $0 !== self } + [self]) }
    invalidate()
    releaseRemains()
    if Injections.isObserved { Injections.emit(.rolledBack(Override(self))) }
    return true
  }
}
