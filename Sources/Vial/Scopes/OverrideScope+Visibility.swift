extension OverrideScope {
  /// How the scope uses the overrides and the instances of the scopes outside.
  ///
  /// The scope of a test that was opened without a kind is isolated, but it sees the scopes of enclosing tests.
  public nonisolated var kind: Kind { requestedKind ?? .isolated }

  /// The scope and the scopes in which it was opened, innermost first, whether it sees them or not.
  package nonisolated var enclosingScopes: some Sequence<OverrideScope> {
    sequence(first: self) { scope in scope.parent }
  }

  /// The scopes whose overrides this scope sees, innermost first.
  ///
  /// A rollback in any of them evicts instances here.
  nonisolated var visibleScopes: ScopeChain { ScopeChain(from: self, reusingInstances: false) }

  /// The scopes whose instances this scope reuses and clears, innermost first.
  nonisolated var reusedScopes: ScopeChain { ScopeChain(from: self, reusingInstances: true) }

  /// Whether this scope reuses the instances of the global scope.
  package nonisolated var reusesGlobalInstances: Bool { reusedScopes.contains { $0.isGlobal } }
}

/// A scope and the outer scopes that it sees, or whose instances it reuses, innermost first.
struct ScopeChain: Sequence, IteratorProtocol {
  private var upcoming: OverrideScope?
  private var seesOnlyTests = false
  private let reusingInstances: Bool

  init(from scope: OverrideScope, reusingInstances: Bool) {
    upcoming = scope
    self.reusingInstances = reusingInstances
  }

  /// Returns the next scope.
  ///
  /// A scope that reuses the instances outside also sees the overrides there. Otherwise a rollback would evict instances that
  /// the scope reuses, and leave instances in the scope that have captured them.
  ///
  /// Inlined into its callers, this would add 7 KB to a program.
  @inline(never) mutating func next() -> OverrideScope? {
    while let scope = upcoming {
      let isHidden = seesOnlyTests && !scope.isScopeOfTest
      switch scope.requestedKind {
      case .isolated: upcoming = nil
      case .fresh: upcoming = reusingInstances ? nil : scope.parent
      case .inheriting: upcoming = scope.parent
      case nil: (upcoming, seesOnlyTests) = (scope.parent, true)
      }
      if !isHidden { return scope }
    }
    return nil
  }
}
