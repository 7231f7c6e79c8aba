// Which enclosing scopes a scope sees and reuses, decided when it opens.

extension OverrideScope {
  /// A relation of a scope to some of its enclosing scopes.
  enum Relation {
    /// The scope sees their overrides, so a rollback in one of them evicts instances of the scope.
    case visible

    /// The scope reuses their instances, and clears them.
    ///
    /// These scopes are visible, too. Otherwise a rollback would evict instances that the scope reuses, and leave instances in the
    /// scope that have captured them.
    case reused

    /// The scope was opened inside them, and sees the implementations that are provided there: all enclosing scopes.
    case enclosing
  }

  /// The nearest enclosing scope in a relation.
  enum Outer {
    case none

    /// The global scope. A payload would be retained at each step.
    case global

    case scope(OverrideScope)
  }

  /// The nearest enclosing scope in a relation: the table of rule 20.
  ///
  /// Every search and every list of scopes uses this function.
  nonisolated func outer(_ relation: Relation) -> Outer {
    if case .test(nil) = opener, relation != .enclosing { return outerScopeOfTest }
    switch (relation, kind) {
    case (.enclosing, _), (.visible, .inheriting), (.visible, .fresh), (.reused, .inheriting): return outer
    case (.visible, .isolated), (.reused, .fresh), (.reused, .isolated): return .none
    }
  }

  /// The scope in which this one was opened.
  private nonisolated var outer: Outer {
    if let outerChain { return .scope(outerChain.content) }
    return isGlobal ? .none : .global
  }

  /// The nearest enclosing scope of a test.
  @inline(never) private nonisolated var outerScopeOfTest: Outer {
    var outer = outer
    while case .scope(let scope) = outer {
      if scope.isScopeOfTest { return outer }
      outer = scope.outer
    }
    return .none
  }

  /// Returns the first result of a search in the scope and in the scopes of a relation, innermost first.
  ///
  /// - Parameters:
  ///   - relation: The relation.
  ///   - search: Searches a scope.
  ///   - searchGlobal: Searches the global scope, if the relation includes it.
  /// - Returns: The first result; `nil` if there is none.
  @inline(__always) func first<R>(
    _ relation: Relation,
    _ search: (OverrideScope) -> R?,
    inGlobal searchGlobal: () -> R?
  ) -> R? {
    if let found = search(self) { return found }
    var outer = outer(relation)
    while true {
      switch outer {
      case .none: return nil
      case .global: return searchGlobal()
      case .scope(let scope):
        if let found = search(scope) { return found }
        outer = scope.outer(relation)
      }
    }
  }

  /// Calls a function with each enclosing scope of a relation, innermost first.
  @inline(__always) nonisolated func forEachOuter(_ relation: Relation, _ body: (OverrideScope) -> Void) {
    var outer = outer(relation)
    while true {
      switch outer {
      case .none: return
      case .global: return body(.global)
      case .scope(let scope):
        body(scope)
        outer = scope.outer(relation)
      }
    }
  }

  /// The scope and the scopes of a relation, innermost first.
  @inline(never) nonisolated func scopes(_ relation: Relation) -> [OverrideScope] {
    var scopes = [self]
    forEachOuter(relation) { scope in scopes.append(scope) }
    return scopes
  }

  /// The scope and all its enclosing scopes, innermost first, whether it sees them or not.
  package nonisolated var selfAndEnclosingScopes: [OverrideScope] { scopes(.enclosing) }

  /// Whether this scope reuses the instances of the global scope.
  package var reusesGlobalInstances: Bool { scopes(.reused).last?.isGlobal == true }
}

extension InjectionRecord {
  /// Returns the first result of a search in the slots of the injection in a scope and in the scopes of a relation, innermost first.
  @inline(__always) func first<R>(
    _ relation: OverrideScope.Relation,
    from scope: OverrideScope,
    _ search: (Slot) -> R?
  ) -> R? {
    scope.first(relation) { related in
      guard let slot = slot(in: related) else { return nil }
      return search(slot)
    } inGlobal: {
      search(globalSlot)
    }
  }
}
