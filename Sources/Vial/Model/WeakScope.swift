/// A reference to a scope that does not retain it.
///
/// The global scope, which is never deallocated, is not referenced weakly: an object with weak references is slower to retain,
/// and every resolve outside of scopes retains the global scope.
@MainActor struct WeakScope: Sendable {
  nonisolated let id: OverrideScope.ID
  private weak let other: OverrideScope?

  init(_ scope: OverrideScope) {
    id = scope.id
    other = scope.isGlobal ? nil : scope
  }

  /// The scope; `nil` if it has been deallocated.
  var target: OverrideScope? { id == .global ? .global : other }
}

#if DEBUG
extension WeakScope: @MainActor CustomDebugStringConvertible {
  var debugDescription: String { target?.debugDescription ?? "the scope \(id), which was deallocated" }
}
#endif
