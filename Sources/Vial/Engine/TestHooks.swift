/// The hooks of the module for tests, which an application does not set.
///
/// A scope has three more: its `isScopeOfTest`, its `liveResolveReceiver` and its `allowedLive`. A
/// consumer has its `lastResolve`.
@MainActor package enum TestHooks {
  /// Receives a closure that undoes each override and each provided implementation of a test, which are exempt from the seal.
  package static var undoRecorder: (@MainActor (_ undo: @escaping @MainActor () -> Void) -> Void)?

  /// Whether an override in the global scope is permitted after the seal, because a test makes it.
  static var isSealExempt: Bool { undoRecorder != nil }

  /// Receives each injection that a test allows.
  package static var permissionObserver: (@MainActor (InjectionDeclaration) -> Void)?

  /// Receives each override that is made, with its scope.
  package static var overrideObserver: (@MainActor (Override, OverrideScope) -> Void)?

  #if DEBUG
  /// Receives each read of a consumer, unless its instance was assigned.
  package static var readObserver: (@MainActor (AnyConsumer) -> Void)?

  /// Receives each resolve outside of factories in a scope that has ended, and whether the implementation is live.
  package static var endedScopeObserver: (@MainActor (InjectionDeclaration, Bool, OverrideScope) -> Void)?
  #endif
}
