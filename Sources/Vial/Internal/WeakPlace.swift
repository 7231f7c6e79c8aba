/// A place, without keeping it alive.
///
/// What is outside every scope lives for ever and is not referred to: an object with weak references is slower
/// to hold, by a quarter of “resolve a singleton after a scope was open”.
struct WeakPlace: Sendable {
  private let isOutside: Bool
  private weak let inside: OverrideScope?

  init(_ scope: OverrideScope) {
    isOutside = scope.isOutside
    inside = scope.isOutside ? nil : scope
  }

  /// `nil` when the scope is gone.
  var scope: OverrideScope? { isOutside ? .outside : inside }
}
