/// A layer as seen by what does not know its type of value: logs, tokens, lists and messages.
///
/// An injection is a stack of layers: its own recipe at the bottom, an override on top of it, and
/// so on. In an override scope it has another stack, which stands on a mirror of the one outside.
@MainActor
@usableFromInline
class AnyLayer {
  /// Where the layer was made: where the injection is published, or where it was overridden.
  nonisolated final let callSite: CallSite

  /// When the cache was last filled, if anything may want to empty it; zero when it is empty.
  @safe @exclusivity(unchecked) final var stamp: UInt64 = 0

  nonisolated init(callSite: CallSite) {
    self.callSite = callSite
  }

  /// When an override was pushed; zero for any other layer.
  var pushed: UInt64 {
    get { 0 }
    set {}
  }

  /// The injection that the layer belongs to.
  var declaration: InjectionDeclaration { InjectionDeclaration(Never.self, callSite) }

  /// The layer whose recipe this one runs; what tells a recipe that is met again.
  var source: AnyLayer { self }

  /// The bottom of the stack, by which the layers of one injection know each other.
  var bottom: AnyLayer { self }

  /// Whether observers and messages tell of the layer.
  var isReported: Bool { true }

  /// The line that overrode the injection, if the layer is an override or mirrors one.
  var overriddenAt: CallSite? { nil }

  /// The override scope that the layer belongs to; `nil` outside every scope.
  var scope: OverrideScope? { nil }

  /// Whether the layer was rolled back or its scope has ended, so that it caches nothing.
  var hasRetired: Bool { false }

  /// What an inspection says of a recipe that is not the published one, a line each.
  func account(in scope: OverrideScope?) -> [String] { [] }

  /// Empties the cache without releasing anything yet; what consumers hold they keep.
  func invalidate() {}

  /// Releases what `invalidate()` left, unless the cache has been filled again since.
  func releaseRemains() {}

  /// Takes the layer out of its stack, if it is an override that is still there.
  func rollBack() -> Bool { false }
}
