/// The hooks of the process for `VialTesting`, which an application does not set.
///
/// `TestSupport` has what belongs to one scope.
@MainActor package enum TestHooks {
  /// Receives a closure that undoes each override and each provided implementation of a test, which are exempt from the seal.
  package static var onUndoableChange: (@MainActor (_ undo: @escaping @MainActor () -> Void) -> Void)?

  /// Whether an override in the global scope is permitted after the seal, because a test makes it.
  static var isSealExempt: Bool { onUndoableChange != nil }

  /// Receives each permission that is given in the current scope: the injection or the family, an owner that keeps the key of a
  /// family in use, and whether the permission includes the dependencies.
  package static var onPermission: (@MainActor (InjectionDeclaration, Any, Bool) -> Void)?

  /// Receives each override that is made, with its scope.
  package static var onOverride: (@MainActor (Override, OverrideScope) -> Void)?

  #if DEBUG
  /// Receives each read of a consumer, unless its instance was assigned.
  package static var onRead: (@MainActor (AnyConsumer) -> Void)?

  /// Receives the scope of each resolve outside of factories and consumers, and a closure that returns the resolve.
  package static var onResolve: (@MainActor (OverrideScope, () -> ScopedResolve) -> Void)?

  /// Receives each override whose shared instance was deallocated and is about to be built again, with the line of the override.
  package static var onRebuild: (@MainActor (InjectionDeclaration, CallSite) -> Void)?
  #endif
}
