/// A place, without keeping it alive.
///
/// What is outside every scope lives for ever and is not referred to: an object with weak references is slower
/// to hold, by a quarter of “resolve a singleton after a scope was open”.
struct WeakPlace: Sendable {
  /// That of the scope, which tells it from all others, those that are gone included.
  let serial: UInt64
  private weak let inside: OverrideScope?

  init(_ scope: OverrideScope) {
    serial = scope.serial
    inside = scope.isOutside ? nil : scope
  }

  /// `nil` when the scope is gone.
  var scope: OverrideScope? { serial == 0 ? .outside : inside }
}
