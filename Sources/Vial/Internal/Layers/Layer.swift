/// One provider in an injection's stack: a recipe, its lifetime, and the slot where the place that it
/// was made in keeps its instance.
@MainActor
@usableFromInline
class Layer<Value>: Slot<Value> {
  @usableFromInline final let recipe: Recipe<Value>

  // What a root remembers stands where the recipe leaves a gap: an injection is to be 160 bytes.
  @safe @exclusivity(unchecked) @usableFromInline final var memoHigh: UInt16 = 0
  @safe @exclusivity(unchecked) @usableFromInline final var memoLow: UInt32 = 0

  @usableFromInline final let strategy: InjectionStrategy

  @usableFromInline
  nonisolated init(recipe: Recipe<Value>, strategy: InjectionStrategy, callSite: CallSite) {
    self.recipe = recipe
    self.strategy = strategy
    super.init(callSite: callSite)
  }

  final override var lifetime: InjectionStrategy { strategy }

  final override var forward: AnySlot? {
    if case .forward(let other) = recipe { other.root } else { nil }
  }
}

/// The bottom of an injection's stack: what was published.
///
/// Its link is the newest override outside every scope.
@MainActor
@usableFromInline
final class Root<Value>: Layer<Value> {
  /// The slot in which the last scope that asked found an instance.
  ///
  /// Whatever could change that answer forgets it: a push, a rollback, a provision, a slot that is
  /// filled or that goes. A slot that was emptied, or whose shared instance has died, gives none.
  @safe @exclusivity(unchecked) @usableFromInline var memoSlot: Unretained<AnySlot>?

  /// The serial number of that scope, of which 48 bits are room for years; zero when there is nothing
  /// to remember.
  @inlinable var memoSerial: UInt64 {
    get { UInt64(memoHigh) << 32 | UInt64(memoLow) }
    set {
      memoHigh = UInt16(truncatingIfNeeded: newValue >> 32)
      memoLow = UInt32(truncatingIfNeeded: newValue)
    }
  }

  override var publication: AnyPublication? {
    if case .published(let publication) = recipe { publication } else { nil }
  }

  override var declaration: InjectionDeclaration {
    publication?.declaration(of: self) ?? InjectionDeclaration(Value.self, callSite, of: self)
  }

  override var isInternal: Bool { publication?.isInternal ?? false }
  @usableFromInline var isUncovered: Bool { publication?.isUncovered ?? true }
  override func forgetMemo() { memoSlot = nil }
  override func isHome(in scope: OverrideScope?) -> Bool { scope == nil }
  override func isLive(in scope: OverrideScope?) -> Bool { publication?.isLive ?? true }
}

/// A layer that stands for another one, made when it is asked for: what a family's override means for
/// one key, or a context for a required injection.
///
/// Its instances are kept in mirrors, so it may go when it has provided.
@MainActor
final class Cover<Value>: Layer<Value> {
  /// The layer of a family that it stands for; `nil` for a context.
  private let origin: AnySlot?
  private let ownRoot: AnySlot
  private let lower: @MainActor (OverrideScope?) -> AnySlot

  init(
    _ recipe: Recipe<Value>,
    _ strategy: InjectionStrategy,
    of root: AnySlot,
    standingFor origin: AnySlot? = nil,
    lower: @escaping @MainActor (OverrideScope?) -> AnySlot
  ) {
    self.origin = origin
    ownRoot = root
    self.lower = lower
    super.init(recipe: recipe, strategy: strategy, callSite: (origin ?? root).callSite)
  }

  override var moment: UInt64 { origin?.moment ?? 0 }
  override var root: AnySlot { ownRoot }
  override var overriddenAt: CallSite? { origin?.overriddenAt }
  override func isLive(in scope: OverrideScope?) -> Bool { origin?.isLive(in: scope) == true }
  override var isRemoved: Bool { origin?.isRemoved == true }
  override func note(_ slot: AnySlot) { origin?.note(slot) }
  override func lower(in scope: OverrideScope?) -> AnySlot { lower(scope) }
}
