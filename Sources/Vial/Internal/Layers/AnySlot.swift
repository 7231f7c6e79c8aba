/// Where an instance may be kept, as seen by what does not know its type: logs, running recipes and
/// messages.
@MainActor
@usableFromInline
class AnySlot {
  /// When the cache was filled, if anything may want to empty it later; zero otherwise.
  @safe @exclusivity(unchecked) final var stamp: UInt64 = 0

  /// The line that published the injection, or that made the layer which the slot is a part of.
  nonisolated final let callSite: CallSite

  /// How the slot's contents are to be read.
  @safe @exclusivity(unchecked) @usableFromInline final var cache = Cache.empty

  /// What is going on for the slot right now; tells a circle from a second resolve (rule 25).
  @safe @exclusivity(unchecked) @usableFromInline final var activity = Activity.idle

  @usableFromInline
  enum Cache: UInt8 {
    case empty
    case kept
    /// Kept for a family's key, which an override of the family may cover.
    case coverable
    case checked
    case weak
  }

  @usableFromInline
  enum Activity: UInt8 {
    case idle
    case building
    case checking
  }

  nonisolated init(callSite: CallSite) {
    self.callSite = callSite
  }

  /// The injection whose instance is kept.
  var declaration: InjectionDeclaration { InjectionDeclaration(Never.self, callSite, of: self) }

  /// The override scope that the slot belongs to; `nil` outside every scope.
  var place: OverrideScope? { nil }

  /// Tells the layers of one injection apart, and orders them; zero is the published recipe.
  var moment: UInt64 { 0 }

  /// Whether it is a part of how a family provides, which reports leave out.
  var isInternal: Bool { false }

  /// Empties the slot without releasing anything yet; what consumers hold they keep.
  final func invalidate() {
    stamp = 0
    cache = .empty
  }

  /// Releases what `invalidate()` left, unless the slot has been filled again since.
  func releaseRemains() {}

  /// Empties slots: all of them before the first release.
  ///
  /// An instance that is released may resolve in its deinit, and must not build on what is about to
  /// be forgotten.
  static func empty(_ slots: [AnySlot]) {
    for slot in slots { slot.invalidate() }
    for slot in slots { slot.releaseRemains() }
  }
}
