/// The scope in which the code of the task runs.
@TaskLocal var scopeOfTask = OverrideScope.global

/// The injection whose factory is running in the task, if an observer was active when the factory was called.
///
/// Events name this injection as the requester of consumers that the factory creates and of tasks that it starts.
@TaskLocal var buildingInjectionOfTask: InjectionDeclaration?

extension OverrideScope {
  /// Runs work in the scope, and sets the task-local value only if the scope is not the current scope.
  func runEnteringIfNeeded<R>(_ body: () -> R) -> R {
    self === OverrideScope.current ? body() : runAsCurrent(body)
  }

  /// Runs work in the scope, and always sets the task-local value.
  func runAsCurrent<R>(_ body: () -> R) -> R { $scopeOfTask.withValue(self, operation: body) }
}
