extension OverrideScope {
  /// Opens a scope inside the current one.
  ///
  /// - Parameter kind: How the scope uses the overrides and the instances of the enclosing scopes.
  public convenience init(_ kind: Kind = .inheriting) {
    self.init(openedInCurrentBy: .application(kind))
  }

  /// Opens the scope of a test.
  ///
  /// Without a kind, the scope sees the nearest enclosing scope of a test, and the scopes that are visible there.
  package convenience init(ofTest kind: Kind?) {
    self.init(openedInCurrentBy: .test(kind))
  }

  private convenience init(openedInCurrentBy opener: Opener) {
    self.init(in: .current, openedBy: opener)
    Engine.perform { Engine.emit(.scopeOpened(self)) }
  }

  /// Ends the scope: releases its instances, the most recent first, and rejects further overrides.
  ///
  /// The overrides of the scope stay in force for everything that belongs to it. A second call has no effect.
  public func end() { endIfOpen() }

  /// Runs a synchronous block in a new scope.
  static func runBlock<R>(_ kind: Kind, _ block: () throws -> R) rethrows -> R {
    let scope = OverrideScope(kind)
    defer { scope.end() }
    return try scope.run(block)
  }
}

// MARK: - Running code in the scope

// swift-format-ignore: AmbiguousTrailingClosureOverload
extension OverrideScope {
  /// Runs work in the scope.
  ///
  /// Use this method in code that does not inherit the scope, such as a callback, a dispatch block or a detached task.
  ///
  /// ```swift
  /// let scope = OverrideScope.current
  /// queue.async { scope.run { deliver() } }
  /// ```
  ///
  /// After the end of the scope, the work still sees the overrides of the scope.
  ///
  /// - Parameter body: The work.
  /// - Returns: The result of the work.
  @discardableResult public nonisolated func run<R>(_ body: () throws -> R) rethrows -> R {
    try $scopeOfTask.withValue(self, operation: body)
  }

  /// Runs asynchronous work in the scope.
  ///
  /// - Parameter body: The work.
  /// - Returns: The result of the work.
  @discardableResult public nonisolated func run<R>(_ body: () async throws -> R) async rethrows -> R {
    try await $scopeOfTask.withValue(self, operation: body)
  }
}
