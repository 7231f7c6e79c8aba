/// A reference to a scope that does not retain it.
///
/// The global scope, which is never deallocated, is not referenced weakly: an object with weak references is slower to retain,
/// and every resolve outside of scopes retains the global scope.
@MainActor struct WeakScope: Sendable {
  private nonisolated let id: Moment
  private weak let other: OverrideScope?

  init(_ scope: OverrideScope) {
    id = scope.id
    other = scope.isGlobal ? nil : scope
  }

  /// The scope; `nil` if it has been deallocated.
  var scope: OverrideScope? { id == .beginning ? .global : other }

  func refers(to scope: OverrideScope) -> Bool { id == scope.id }
}
