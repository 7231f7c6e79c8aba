/// The bottom of an injection's stack in an override scope: a mirror of what the scope stands on.
///
/// In an inheriting scope that is the newest layer outside; what is alive there is reused, what has
/// to be built is built and kept inside (rule 21). In an isolated scope it is the published recipe.
@MainActor
final class ScopeLayer<Value>: Layer<Value> {
  private let recipeLayer: Layer<Value>

  /// The layer outside whose instances this one reuses; `nil` in an isolated scope.
  private var outside: Layer<Value>?

  private weak let home: OverrideScope?
  private weak let stack: ScopeStack<Value>?

  private init(_ origin: Layer<Value>, in stack: ScopeStack<Value>?, of home: OverrideScope) {
    recipeLayer = origin
    self.stack = stack
    self.home = home
    super.init(recipe: .mirror(origin), strategy: origin.strategy, callSite: origin.callSite)
    isRetired = home.hasEnded
  }

  /// The mirror of `origin` in a stack, which now reuses what is alive in `outside`.
  static func layer(
    _ origin: Layer<Value>,
    outside: Layer<Value>?,
    in stack: ScopeStack<Value>?,
    of home: OverrideScope
  ) -> ScopeLayer {
    let make = { ScopeLayer(origin, in: stack, of: home) }
    let layer = stack?.mirror(of: origin, make: make) ?? make()
    layer.outside = outside
    if layer.cache == .empty || layer.cache == .mirroring { layer.cache = layer.restingCache }
    return layer
  }

  override var origin: Layer<Value> { recipeLayer }
  override var declaration: InjectionDeclaration { origin.declaration }
  override var bottom: AnyLayer { origin.bottom }
  override var overriddenAt: CallSite? { origin.overriddenAt }
  override var scope: OverrideScope? { home }
  override var isReported: Bool { origin.isReported }
  override var inheritedStrategy: InjectionStrategy { origin.inheritedStrategy }
  override var restingCache: Cache { outside == nil ? .empty : .mirroring }

  override var isInternal: Bool { origin.isInternal }

  /// The bookkeeping of a family is made where it will be looked for, so that each of its keys is in
  /// this scope what an injection of its own would be.
  override func reuseOutside(_ holder: inout Holder) -> Value? {
    isInternal ? outside?.provide(&holder) : outside?.reuse(&holder)
  }

  override var forwarded: Injection<Value>? { origin.forwarded }

  override func failToForward() -> Never { origin.failToForward() }

  override func peekOutside() -> Value? {
    outside?.peek()
  }

  override func account(in scope: OverrideScope?) -> [String] { origin.account(in: scope) }

  override func lower() -> Layer<Value> {
    guard let outside, let home else { return self }
    let below = outside.lower()
    return ScopeLayer.layer(below.origin, outside: below, in: stack, of: home)
  }

  /// Whether nothing is cached here that is alive, nor about to be.
  var isIdle: Bool {
    guard !isBuilding else { return false }
    return cache == restingCache || cache == .weak && peek() == nil
  }

  /// Drops what is cached, for good.
  func retire() {
    isRetired = true
    forget()
  }
}
