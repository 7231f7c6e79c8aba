/// The bottom of an injection's stack in an override scope: a mirror of what the scope stands on.
///
/// In an inheriting scope that is the newest layer outside; what is alive there is reused, what has
/// to be built is built and kept inside (rule 21). In an isolated scope it is the published recipe.
@MainActor
final class ScopeLayer<Value>: Layer<Value> {
  /// The layer outside whose recipe this one runs.
  let origin: Layer<Value>

  /// The layer outside whose instances this one reuses; `nil` in an isolated scope.
  let outside: Layer<Value>?

  private weak let home: OverrideScope?
  private var mirrorBelow: ScopeLayer<Value>?

  init(_ origin: Layer<Value>, outside: Layer<Value>?, home: OverrideScope) {
    self.origin = origin
    self.outside = outside
    self.home = home
    super.init(recipe: .mirror(origin), strategy: origin.strategy, callSite: origin.callSite)
    cache = restingCache
    isRetired = home.hasEnded
  }

  convenience init(mirroring outside: Layer<Value>, home: OverrideScope) {
    let origin = (outside as? ScopeLayer<Value>)?.origin ?? outside
    self.init(origin, outside: outside, home: home)
  }

  override var declaration: InjectionDeclaration { origin.declaration }
  override var overriddenAt: CallSite? { origin.overriddenAt }
  override var scope: OverrideScope? { home }
  override var isReported: Bool { origin.isReported }
  override var inheritedStrategy: InjectionStrategy { origin.inheritedStrategy }
  override var restingCache: Cache { outside == nil ? .empty : .mirroring }

  override func reuseOutside(_ holder: inout Holder) -> Value? {
    outside?.reuse(&holder)
  }

  override func peekOutside() -> Value? {
    outside?.peek()
  }

  /// Drops what is cached, for good.
  func retire() {
    isRetired = true
    forget()
    mirrorBelow?.retire()
  }

  override func lower() -> Layer<Value> {
    guard let outside, let home else { return self }
    let below = outside.lower()
    if let mirrorBelow, mirrorBelow.outside === below { return mirrorBelow }
    let mirror = ScopeLayer(mirroring: below, home: home)
    let replaced = mirrorBelow
    mirrorBelow = mirror
    replaced?.retire()
    return mirror
  }
}
