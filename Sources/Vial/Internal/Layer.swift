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

  final var isRetired = false

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

  // MARK: Providing

  /// The instance of a layer whose cache is `.kept`, which is the fast path.
  @inlinable
  final var kept: Value { payload(of: &held) }

  /// The instance of this layer, built when the lifetime asks for it.
  ///
  /// `holder` receives what must be held to keep a shared value alive (rule 2).
  @inlinable
  final func provide(_ holder: inout Holder) -> Value {
    if cache == .kept { return kept }
    if cache != .empty, let value = reuse(&holder) { return value }
    return build(&holder)
  }

  /// The instance that a resolve would reuse; validity is asked.
  @inlinable
  final func reuse(_ holder: inout Holder) -> Value? {
    switch cache {
    case .empty: nil
    case .kept: held
    case .weak:
      // Not `flatMap`: a closure would check its isolation on the resolve path.
      if let keeper {
        unsafe unsafeDowncast(keeper, to: WeakCell<Value>.self).load(&holder)
      } else {
        nil
      }
    case .checked: reuseIfValid(&holder)
    case .mirroring: reuseOutside(&holder)
    }
  }

  /// The instance that is alive, whether or not a resolve would still provide it; asks nothing.
  final func peek() -> Value? {
    switch cache {
    case .empty: return forwarded?.current
    case .kept, .checked: return held
    case .weak:
      var holder = Holder.none
      return reuse(&holder)
    case .mirroring: return peekOutside()
    }
  }

  @usableFromInline
  final func reuseIfValid(_ holder: inout Holder) -> Value? {
    guard !isBuilding else { Fault.circle(at: self) }
    guard let validity = keeper as? Validity else { return nil }
    var judged = held
    isBuilding = true
    let isValid = validity.isValid()
    isBuilding = false
    if isValid { return judged }
    // The check, or the deinit of what it judged, may itself have filled the cache anew.
    judged = nil
    if keeper === validity { forget() }
    return cache == .checked ? reuseIfValid(&holder) : nil
  }

  @usableFromInline
  func reuseOutside(_ holder: inout Holder) -> Value? { nil }

  func peekOutside() -> Value? { nil }

  // MARK: Building

  /// Runs the recipe and caches the instance as the lifetime says.
  ///
  /// A rollback of an override that was there when the recipe started leaves the instance uncached:
  /// it may hold the mock (rules 16 and 17).
  @inlinable
  final func build(_ holder: inout Holder) -> Value {
    if isBuilding { Fault.circle(at: self) }
    var frame = unsafe BuildFrame(self)
    isBuilding = true
    let value = unsafe run(in: &frame, &holder)
    isBuilding = false
    return value
  }

  /// The frame is pushed for as long as its address is good: during this call.
  @inlinable
  final func run(in frame: UnsafeMutablePointer<BuildFrame>, _ holder: inout Holder) -> Value {
    unsafe BuildFrame.push(frame)
    defer { unsafe BuildFrame.pop(frame) }
    let value = if case .build(let factory) = recipe { factory() } else { run(recipe, &holder) }
    if case .onDemand = strategy.lifetime { return value }
    store(value, &holder)
    return value
  }

  @usableFromInline
  final func run(_ recipe: Recipe<Value>, _ holder: inout Holder) -> Value {
    switch recipe {
    case .build(let factory):
      return factory()
    case .decorate(let decorator):
      return decorator(Original(layer: self))
    case .forward(let other):
      guard let other = other() else { failToForward() }
      return other.provideForwarded(&holder)
    case .chosen(let choose):
      return run(choose(), &holder)
    case .mirror(let origin):
      guard !origin.isBuilding else { Fault.circle(at: origin) }
      origin.isBuilding = true
      defer { origin.isBuilding = false }
      return run(origin.recipe, &holder)
    }
  }

  /// Whether the layer is a part of how something else provides.
  var isInternal: Bool { false }

  /// Whether observers hear of the layer; one that stands for another by the same name is left out.
  var isReported: Bool { !isInternal && forwarded?.declaration != declaration }

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

  /// The layer whose instance a decorator receives.
  func lower() -> Layer<Value> { self }

  // MARK: Caching

  /// Keeps `value`; the one place that knows what each lifetime means.
  @usableFromInline
  final func store(_ value: Value, _ holder: inout Holder) {
    var filled = Cache.kept
    var held: Value? = value
    var keeper: AnyObject?
    switch strategy.lifetime {
    case .onDemand: return
    case .singleton, .scoped: break
    case .cached(_, let makeValidity):
      filled = .checked
      keeper = Validity(isValid: makeValidity())
    case .shared:
      guard let cell = WeakCell(value, &holder) else { return }
      filled = .weak
      held = nil
      keeper = cell
    }
    if unsafe isRetired || BuildFrame.isInnermostTainted { return }
    // What is replaced is released last: its deinit may come back here.
    swap(&self.held, &held)
    swap(&self.keeper, &keeper)
    cache = filled
    log()
    if held != nil { reportRelease() }
    extendLifetime(held)
    extendLifetime(keeper)
  }

  /// Tells whoever may want to empty the cache later that it is filled.
  private func log() {
    stamp = 0
    if case .scoped(let scope) = strategy.lifetime {
      stamp = Moment.next()
      scope.note(self)
    }
    var place = scope
    while true {
      let ledger = place?.ledger ?? OverrideLedger.global
      if ledger.mayForget(self) {
        if stamp == 0 { stamp = Moment.next() }
        ledger.note(self)
      }
      guard let inner = place, inner.kind == .inheriting else { return }
      place = inner.parent
    }
  }

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

  private func reportRelease() {
    guard Injections.isObserved, isReported else { return }
    Injections.emit(.released(declaration))
  }

  /// Empties the cache; what consumers hold they keep.
  final func forget() {
    invalidate()
    releaseRemains()
  }

  /// What the cache is when it holds nothing.
  var restingCache: Cache { .empty }
}

/// How a layer makes an instance.
@usableFromInline
enum Recipe<Value>: Sendable {
  case build(@MainActor () -> Value)
  case decorate(@MainActor (borrowing Original<Value>) -> Value)
  case forward(@MainActor () -> Injection<Value>?)
  case chosen(@MainActor () -> Recipe<Value>)
  case mirror(Layer<Value>)
}

/// Who asks for an instance: a consumer, which then holds a shared value's box, or a plain resolve.
@usableFromInline
struct Holder {
  @usableFromInline let isConsumer: Bool
  @usableFromInline var box: AnyObject?

  @inlinable
  init(isConsumer: Bool, box: AnyObject? = nil) {
    self.isConsumer = isConsumer
    self.box = box
  }

  @inlinable static var none: Holder { Holder(isConsumer: false) }
}

/// The check that a `.cached` strategy made for the instance that is stored.
@MainActor
final class Validity {
  let isValid: @MainActor () -> Bool

  init(isValid: @escaping @MainActor () -> Bool) {
    self.isValid = isValid
  }
}
