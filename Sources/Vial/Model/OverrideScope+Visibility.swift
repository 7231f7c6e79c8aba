/// Which scopes outside a scope sees, decided when the scope opens.
enum Visibility: Sendable {
  /// The scope sees the overrides of the scope outside, and reuses its instances.
  case inheriting

  /// The scope sees the overrides of the scope outside.
  case fresh

  /// The scope sees no other scope.
  case isolated

  /// The scope of a test that was opened without a kind sees the overrides of the nearest enclosing scope of a test, and reuses
  /// its instances.
  case enclosingTest

  init(_ kind: OverrideScope.Kind) {
    switch kind {
    case .inheriting: self = .inheriting
    case .fresh: self = .fresh
    case .isolated: self = .isolated
    }
  }
}

extension OverrideScope {
  /// How the scope uses the overrides and the instances of the scopes outside.
  ///
  /// The scope of a test that was opened without a kind is isolated, but it sees the scopes of enclosing tests.
  public nonisolated var kind: Kind {
    switch visibility {
    case .inheriting: .inheriting
    case .fresh: .fresh
    case .isolated, .enclosingTest: .isolated
    }
  }

  /// The next scope whose overrides this scope sees.
  fileprivate nonisolated var visibleOuter: OverrideScope? {
    switch visibility {
    case .inheriting, .fresh: parent
    case .isolated: nil
    case .enclosingTest: enclosingScopeOfTest
    }
  }

  /// The next scope whose instances this scope reuses.
  ///
  /// It is a scope whose overrides are visible, too. Otherwise a rollback would evict instances that the scope reuses, and leave
  /// instances in the scope that have captured them.
  fileprivate nonisolated var reusedOuter: OverrideScope? {
    switch visibility {
    case .inheriting: parent
    case .fresh, .isolated: nil
    case .enclosingTest: enclosingScopeOfTest
    }
  }

  @inline(never) private nonisolated var enclosingScopeOfTest: OverrideScope? {
    var enclosing = parent
    while let scope = enclosing, !scope.isScopeOfTest { enclosing = scope.parent }
    return enclosing
  }

  /// The scope and the scopes in which it was opened, innermost first, whether it sees them or not.
  package nonisolated var enclosingScopes: some Sequence<OverrideScope> { ScopeSequence(self, .enclosing) }

  /// The scope and the scopes whose overrides it sees, innermost first.
  ///
  /// A rollback in any of them evicts instances here.
  nonisolated var visibleScopes: ScopeSequence { ScopeSequence(self, .visible) }

  /// The scopes outside whose overrides this scope sees, innermost first.
  nonisolated var visibleOuterScopes: ScopeSequence { ScopeSequence(visibleOuter, .visible) }

  /// The scope and the scopes whose instances it reuses and clears, innermost first.
  nonisolated var reusedScopes: ScopeSequence { ScopeSequence(self, .reused) }

  /// The scopes outside whose instances this scope reuses, innermost first.
  nonisolated var reusedOuterScopes: ScopeSequence { ScopeSequence(reusedOuter, .reused) }

  /// Whether this scope reuses the instances of the global scope.
  package var reusesGlobalInstances: Bool { reusedScopes.contains { $0.isGlobal } }
}

/// Scopes, each of which was opened in the next one or in a scope between.
struct ScopeSequence: Sequence, IteratorProtocol {
  enum Members {
    case enclosing, visible, reused
  }

  private var upcoming: OverrideScope?
  private let members: Members

  init(_ first: OverrideScope?, _ members: Members) {
    upcoming = first
    self.members = members
  }

  mutating func next() -> OverrideScope? {
    guard let scope = upcoming else { return nil }
    upcoming =
      switch members {
      case .enclosing: scope.parent
      case .visible: scope.visibleOuter
      case .reused: scope.reusedOuter
      }
    return scope
  }
}
