/// The context that a task carries along: the scope in which its code runs.
@frozen @usableFromInline struct TaskContext: Sendable {
  @TaskLocal @usableFromInline static var current = TaskContext(scope: .global, injection: nil)

  @usableFromInline let scope: OverrideScope

  /// The injection whose factory runs, while someone observes.
  ///
  /// A consumer that is created by the factory belongs to the injection.
  @usableFromInline let injection: InjectionDeclaration?

  @usableFromInline init(scope: OverrideScope, injection: InjectionDeclaration?) {
    self.scope = scope
    self.injection = injection
  }

  func with(_ scope: OverrideScope) -> TaskContext { TaskContext(scope: scope, injection: injection) }

  func with(_ injection: InjectionDeclaration) -> TaskContext { TaskContext(scope: scope, injection: injection) }

  /// Runs work in this context.
  func run<R>(_ body: () throws -> R) rethrows -> R { try Self.$current.withValue(self, operation: body) }
}

/// Stops a debug build that uses injections off the main actor, which the compiler permits in some code of Swift 5 modules.
@inlinable @MainActor func assertMainActor() {
  #if DEBUG
  MainActor.assertIsolated()
  #endif
}
