/// A place, without keeping it alive.
///
/// What is outside every scope lives for ever and is not referred to at all. An object with weak references is
/// slower to hold, by a quarter of “resolve a singleton after a scope was open”.
@frozen @usableFromInline struct WeakPlace: Sendable {
  @usableFromInline let isOutside: Bool
  @usableFromInline weak let scope: OverrideScope?

  @inlinable @inline(__always) init(_ scope: OverrideScope?) {
    isOutside = scope?.isOutside == true
    self.scope = scope?.isOutside == true ? nil : scope
  }

  /// The place; `nil` when the scope is gone.
  var scopeIfAlive: OverrideScope? { isOutside ? .outside : scope }
}
