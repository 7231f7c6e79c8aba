extension OverrideScope {
  /// How a scope uses its parent.
  ///
  /// Every scope sees provided implementations.
  struct Visibility: Sendable {
    /// Whether the scope sees the overrides that its parent sees.
    var seesOverrides: Bool

    /// Whether the scope reuses the instances that its parent reuses.
    var reusesInstances: Bool

    /// Whether the scope sees only scopes of tests.
    var seesOnlyTests = false

    static let nothing = Visibility(seesOverrides: false, reusesInstances: false)
    static let enclosingTests = Visibility(seesOverrides: true, reusesInstances: true, seesOnlyTests: true)
  }

  /// How the scope uses the overrides and the instances of the scopes outside.
  ///
  /// The scope of a test that was opened without a kind is isolated, but it sees the scopes of enclosing tests.
  public nonisolated var kind: Kind {
    if visibility.seesOnlyTests || !visibility.seesOverrides { return .isolated }
    return visibility.reusesInstances ? .inheriting : .fresh
  }

  /// The scope and the scopes in which it was opened, innermost first, whether it sees them or not.
  package nonisolated var enclosingScopes: some Sequence<OverrideScope> {
    sequence(first: self) { scope in scope.parent }
  }

  /// Returns the enclosing scope with a number, which can be this scope.
  nonisolated func enclosingScope(withID id: UInt64) -> OverrideScope? { enclosingScopes.first { $0.id == id } }

  /// The scopes whose overrides this scope sees, innermost first.
  ///
  /// A rollback in any of them evicts instances here. Invariant: the chain contains every scope in `reusedScopes`. Otherwise
  /// a rollback could evict an instance that is reused here, and leave instances here that have captured it.
  nonisolated var visibleScopes: ScopeChain { ScopeChain(from: self, reusingInstances: false) }

  /// The scopes whose instances this scope reuses and clears, innermost first.
  nonisolated var reusedScopes: ScopeChain { ScopeChain(from: self, reusingInstances: true) }

  /// Whether this scope reuses the instances of the global scope.
  package nonisolated var reusesGlobalInstances: Bool { reusedScopes.contains { $0.isGlobal } }
}

extension OverrideScope.Visibility {
  init(_ kind: OverrideScope.Kind) {
    switch kind {
    case .inheriting: self.init(seesOverrides: true, reusesInstances: true)
    case .fresh: self.init(seesOverrides: true, reusesInstances: false)
    case .isolated: self = .nothing
    }
  }
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

  mutating func next() -> OverrideScope? {
    while let scope = upcoming {
      let visibility = scope.visibility
      let seesParent = reusingInstances ? visibility.reusesInstances : visibility.seesOverrides
      upcoming = seesParent ? scope.parent : nil
      let isHidden = seesOnlyTests && scope.testName == nil
      seesOnlyTests = seesOnlyTests || visibility.seesOnlyTests
      if !isHidden { return scope }
    }
    return nil
  }
}
