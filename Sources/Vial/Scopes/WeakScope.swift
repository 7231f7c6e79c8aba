/// A reference to a scope that does not retain it.
///
/// An object that has weak references is slower to retain and release. So the global scope, which is never deallocated, and
/// the scope of a running synchronous block are found by their `id` instead. When the block has ended, its scope is no longer
/// found, because nothing can be rolled back in a scope that has ended. With weak references, the row "open a scope, override,
/// resolve, end it" would miss its bound.
@MainActor struct WeakScope: Sendable {
  private nonisolated let id: Moment
  private weak let weakScope: OverrideScope?

  init(_ scope: OverrideScope) {
    id = scope.id
    let isFoundByNumber = scope.isGlobal || scope === OverrideScope.ofInnermostBlock
    weakScope = isFoundByNumber ? nil : scope
  }

  /// The scope; `nil` if it has been deallocated, or if its synchronous block has ended.
  var scope: OverrideScope? {
    if id == .beginning { return .global }
    if let weakScope { return weakScope }
    return OverrideScope.ofRunningBlock(withID: id)
  }
}
