/// Where an instance may be kept, and what a stack asks of its layers, whatever they provide.
///
/// Finding out who provides and where an instance is kept needs no type, and code without types is
/// several times faster than generic code that the compiler cannot specialize. So stacks, scopes and
/// logs speak of `AnySlot`; only making, storing and loading an instance know its type.
@MainActor
@usableFromInline
class AnySlot {
  /// When the cache was filled, if anything may want to empty it later; zero otherwise.
  @safe @exclusivity(unchecked) final var stamp: UInt64 = 0

  /// The next in its list: the override below one, or the newest override of a root.
  @safe @exclusivity(unchecked) @usableFromInline final var link: AnySlot?

  /// The `WeakCell` of a shared instance, or the `Validity` of an expiring one.
  @safe @exclusivity(unchecked) @usableFromInline final var keeper: AnyObject?

  /// The line that published the injection, or that made the layer.
  nonisolated final let callSite: CallSite

  /// How the slot's contents are to be read.
  @safe @exclusivity(unchecked) @usableFromInline final var cache = Cache.empty

  /// What is going on for the slot right now; tells a circle from a second resolve (rule 25).
  @safe @exclusivity(unchecked) @usableFromInline final var activity = Activity.idle

  @frozen
  @usableFromInline
  enum Cache: UInt8 {
    case empty
    case kept
    /// Kept for a family's key, which an override of the family may cover.
    case coverable
    case checked
    case weak
  }

  @frozen
  @usableFromInline
  enum Activity: UInt8 {
    case idle
    case building
    case checking
  }

  @usableFromInline
  nonisolated init(callSite: CallSite) {
    self.callSite = callSite
  }

  // MARK: What each kind of slot answers

  /// The injection whose instance is kept.
  var declaration: InjectionDeclaration { root.declaration }

  /// The override scope that the slot belongs to; `nil` outside every scope.
  var place: OverrideScope? { nil }

  /// Tells the layers of one injection apart, and orders them; zero is the published recipe.
  @usableFromInline var moment: UInt64 { 0 }

  /// Whether it is a part of how a family provides, which reports leave out.
  var isInternal: Bool { root.isInternal }

  /// Releases what `invalidate()` left, unless the slot has been filled again since.
  func releaseRemains() {}

  /// The bottom of the stack that it belongs to.
  var root: AnySlot { self }

  // MARK: What each kind of layer answers

  /// How long an instance is kept.
  var lifetime: InjectionStrategy { .onDemand }

  /// Whether `scope` keeps the layer's instance in the layer itself.
  @usableFromInline
  func isHome(in scope: OverrideScope?) -> Bool { false }

  /// The layer whose instance a decorator receives.
  func lower(in scope: OverrideScope?) -> AnySlot { self }

  /// The root of the injection that provides instead.
  var forward: AnySlot? { nil }

  /// The line of the override that provides, if it is one.
  var overriddenAt: CallSite? { nil }

  final var isOverride: Bool { overriddenAt != nil }

  /// Whether a resolve that ends here gets what the application would get (rule 23).
  func isLive(in scope: OverrideScope?) -> Bool { false }

  /// Whether it was taken out of its stack, so that nothing would find what it keeps.
  var isRemoved: Bool { false }

  /// Tells an override that another one lies on it now.
  func isPushed(below above: AnySlot) {}

  /// Takes an override out of its stack; `false` when it is not there.
  func rollBack() -> Bool { false }

  /// Remembers where instances of the layer are, beside what every layer does.
  func note(_ slot: AnySlot) {}

  // MARK: What a root answers

  /// What makes the published recipe more than one closure.
  var publication: AnyPublication? { nil }

  /// Forgets which slot answered last.
  func forgetMemo() {}
}

// MARK: - Emptying

extension AnySlot {
  /// Empties the slot without releasing anything yet; what consumers hold they keep.
  final func invalidate() {
    stamp = 0
    cache = .empty
  }

  /// Empties slots: all of them before the first release.
  ///
  /// An instance that is released may resolve in its deinit, and must not build on what is about to
  /// be forgotten.
  static func empty(_ slots: [AnySlot]) {
    for slot in slots { slot.invalidate() }
    for slot in slots { slot.releaseRemains() }
  }
}

// MARK: - Finding what is kept

/// A slot with an instance that is alive, and what keeps that alive until it was taken.
@frozen
@usableFromInline
struct Alive {
  @usableFromInline let slot: AnySlot
  @usableFromInline let anchor: AnyObject?
}

extension AnySlot {
  /// The instance that a resolve would reuse; validity is asked.
  @usableFromInline
  final func alive() -> Alive? {
    switch cache {
    case .empty: return nil
    case .kept, .coverable: return Alive(slot: self, anchor: nil)
    case .weak: return anchor.map { Alive(slot: self, anchor: $0) }
    case .checked:
      guard let validity = keeper as? Validity else { return Alive(slot: self, anchor: nil) }
      return aliveIfValid(validity)
    }
  }

  /// The instance that is alive, whether or not a resolve would still provide it; asks nothing.
  final func aliveUnasked() -> Alive? {
    cache == .checked ? Alive(slot: self, anchor: nil) : alive()
  }

  /// Whether nothing is lost when the slot is dropped and made anew; may ask a check (rule 7).
  final func isIdle(asking: Bool) -> Bool {
    guard activity == .idle else { return false }
    return (asking ? alive() : aliveUnasked()) == nil
  }

  private var anchor: AnyObject? {
    guard let keeper else { return nil }
    return unsafe unsafeDowncast(keeper, to: AnyWeakCell.self).anchor
  }

  private func aliveIfValid(_ validity: Validity) -> Alive? {
    guard activity != .checking else { Fault.circle(at: self) }
    let before = activity
    activity = .checking
    let isValid = validity.isValid()
    activity = before
    if isValid, keeper === validity { return Alive(slot: self, anchor: nil) }
    // The check, or the deinit of what it judged, may itself have filled the slot anew.
    if keeper === validity {
      invalidate()
      releaseRemains()
    }
    return alive()
  }
}

/// The check that a `.cached` strategy made for the instance that is stored.
@MainActor
final class Validity {
  let isValid: @MainActor () -> Bool

  init(isValid: @escaping @MainActor () -> Bool) {
    self.isValid = isValid
  }
}
