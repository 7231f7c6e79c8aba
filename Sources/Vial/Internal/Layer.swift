/// One provider in an injection's stack: a recipe, its lifetime and what it has cached.
@MainActor
@usableFromInline
class Layer<Value>: AnyLayer {
  @usableFromInline final let recipe: Recipe<Value>

  // The flags stand where the recipe leaves a gap: an `Injection` is to be 160 bytes.

  /// How `held` and `keeper` are to be read.
  @safe @exclusivity(unchecked) @usableFromInline final var cache = Cache.empty

  /// Whether the recipe is running; reading it tells a circle from a second resolve.
  @safe @exclusivity(unchecked) @usableFromInline final var isBuilding = false

  @safe @exclusivity(unchecked) final var isRetired = false

  @usableFromInline final let strategy: InjectionStrategy

  /// The `WeakCell` of a shared instance, or the `Validity` of an expiring one.
  @safe @exclusivity(unchecked) @usableFromInline final var keeper: AnyObject?

  /// The instance, while the cache holds it strongly.
  @safe @exclusivity(unchecked) @usableFromInline final var held: Value?

  @usableFromInline
  enum Cache: UInt8 {
    case empty
    case kept
    case checked
    case weak
    /// Empty, and what is alive in the layer that this one mirrors is reused (rule 21).
    case mirroring
  }

  nonisolated init(recipe: Recipe<Value>, strategy: InjectionStrategy, callSite: CallSite) {
    self.recipe = recipe
    self.strategy = strategy
    super.init(callSite: callSite)
  }

  override var declaration: InjectionDeclaration { InjectionDeclaration(Value.self, callSite) }
  final override var hasRetired: Bool { isRetired }

  // MARK: What kinds of layers answer in their own way

  /// Whether the layer is a part of how something else provides.
  var isInternal: Bool { false }

  /// One that stands for another by the same name is left out.
  override var isReported: Bool { !isInternal && forwarded?.declaration != declaration }

  /// The injection that provides instead, if the recipe leads to one.
  var forwarded: Injection<Value>? {
    if case .forward(let other) = recipe { other() } else { nil }
  }

  /// Whether a resolve that ends here gets what the application would get.
  var isLive: Bool { true }

  /// Says why there is nothing to forward to.
  func failToForward() -> Never { Fault.circle(at: self) }

  /// The lifetime of an override that names none.
  var inheritedStrategy: InjectionStrategy { strategy }

  /// The layer whose recipe this one runs.
  var origin: Layer<Value> { self }
  final override var source: AnyLayer { origin }

  /// The layer whose instance a decorator receives.
  func lower() -> Layer<Value> { self }

  @usableFromInline
  func reuseOutside(_ holder: inout Holder) -> Value? { nil }

  func peekOutside() -> Value? { nil }

  /// What the cache is when it holds nothing.
  var restingCache: Cache { .empty }

  // MARK: Emptying the cache

  final override func invalidate() {
    stamp = 0
    cache = restingCache
  }

  final override func releaseRemains() {
    guard cache == restingCache else { return }
    var remains: Value?
    var remainingKeeper: AnyObject?
    swap(&remains, &held)
    swap(&remainingKeeper, &keeper)
    if remains != nil || remainingKeeper != nil { reportRelease() }
    extendLifetime(remains)
    extendLifetime(remainingKeeper)
  }
}
