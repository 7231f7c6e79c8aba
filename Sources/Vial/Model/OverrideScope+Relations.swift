// Which scopes outside a scope takes part in, decided when it opens.

extension OverrideScope {
  /// A relation of a scope to some of the scopes outside.
  enum Relation {
    /// The scope sees their overrides, so a rollback in one of them evicts instances of the scope.
    case visible

    /// The scope reuses their instances, and clears them.
    ///
    /// These scopes are visible, too. Otherwise a rollback would evict instances that the scope reuses, and leave instances in the
    /// scope that have captured them.
    case reused

    /// The scope was opened inside them, and sees the implementations that are provided there.
    case enclosing
  }

  /// The result of one step outwards.
  enum Next {
    case nothing

    /// The global scope, without a reference, which would be retained.
    case global

    case scope(OverrideScope)
  }

  /// The next scope outside in a relation: the table of rule 20.
  ///
  /// Every search and every list of scopes uses this function.
  nonisolated func next(_ relation: Relation) -> Next {
    switch (relation, requestedKind) {
    case (.enclosing, _), (.visible, .inheriting), (.visible, .fresh), (.reused, .inheriting): return outside
    case (.visible, .isolated), (.reused, .fresh), (.reused, .isolated): return .nothing
    case (.visible, nil), (.reused, nil): return enclosingScopeOfTest
    }
  }

  /// The scope in which this one was opened.
  private nonisolated var outside: Next {
    if let outer { return .scope(outer.content) }
    return isGlobal ? .nothing : .global
  }

  @inline(never) private nonisolated var enclosingScopeOfTest: Next {
    var next = outside
    while case .scope(let scope) = next {
      if scope.isScopeOfTest { return next }
      next = scope.outside
    }
    return .nothing
  }

  /// Returns the first result of a search in the scope and in the scopes of a relation, innermost first.
  ///
  /// - Parameters:
  ///   - relation: The relation.
  ///   - search: Searches a scope.
  ///   - searchGlobal: Searches the global scope, if it is outside.
  /// - Returns: The first result; `nil` if there is none.
  @inline(__always) func first<R>(
    _ relation: Relation,
    _ search: (OverrideScope) -> R?,
    inGlobal searchGlobal: () -> R?
  ) -> R? {
    if let found = search(self) { return found }
    var next = next(relation)
    while true {
      switch next {
      case .nothing: return nil
      case .global: return searchGlobal()
      case .scope(let scope):
        if let found = search(scope) { return found }
        next = scope.next(relation)
      }
    }
  }

  /// Calls a function with each scope outside of a relation, innermost first.
  @inline(__always) nonisolated func forEachOutside(_ relation: Relation, _ body: (OverrideScope) -> Void) {
    var next = next(relation)
    while true {
      switch next {
      case .nothing: return
      case .global: return body(.global)
      case .scope(let scope):
        body(scope)
        next = scope.next(relation)
      }
    }
  }

  /// The scope and the scopes of a relation, innermost first.
  @inline(never) nonisolated func scopes(_ relation: Relation) -> [OverrideScope] {
    var scopes = [self]
    forEachOutside(relation) { scope in scopes.append(scope) }
    return scopes
  }

  /// The scope and the scopes in which it was opened, innermost first, whether it sees them or not.
  package nonisolated var enclosingScopes: [OverrideScope] { scopes(.enclosing) }

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
