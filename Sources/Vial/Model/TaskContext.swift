/// The task-local values of the library.
enum TaskContext {
  /// The scope in which the code of the task runs.
  @TaskLocal static var scope = OverrideScope.global

  /// The injection whose factory is running, if an observer was active when the factory was called.
  ///
  /// Events name this injection as the requester of consumers that the factory creates and of tasks that it starts.
  @TaskLocal static var injection: InjectionDeclaration?
}

extension OverrideScope {
  /// Runs work in the scope, and sets the task-local value only if the scope is not the current scope.
  func runEnteringIfNeeded<R>(_ body: () -> R) -> R {
    self === OverrideScope.current ? body() : runAsCurrent(body)
  }

  /// Runs work in the scope, and always sets the task-local value.
  func runAsCurrent<R>(_ body: () -> R) -> R { TaskContext.$scope.withValue(self, operation: body) }
}

/// Stops a debug build that uses injections off the main actor, which the compiler permits in some code of Swift 5 modules.
@MainActor @usableFromInline func assertMainActor() {
  #if DEBUG
  MainActor.assertIsolated()
  #endif
}
