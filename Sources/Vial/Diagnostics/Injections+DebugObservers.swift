#if DEBUG
// Closures with which a module for tests examines the use of instances in debug builds.

extension Injections {
  /// Receives each read of a consumer, unless its instance was assigned.
  package static var readObserver: (@MainActor (AnyConsumer) -> Void)?

  /// Receives each resolve outside of factories in a scope that has ended.
  package static var endedScopeObserver: (@MainActor (InjectionDeclaration, OverrideScope) -> Void)?
}
#endif
