/// The task-local context: the scope in which the code of a task runs.
@frozen @usableFromInline struct TaskContext: Sendable {
  @TaskLocal @usableFromInline static var current = TaskContext(scope: .global, injection: nil)

  @usableFromInline let scope: OverrideScope

  /// The injection whose factory is running, if an observer was active when the factory was called.
  ///
  /// Events name this injection as the requester of consumers that the factory creates and of tasks that it starts.
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
