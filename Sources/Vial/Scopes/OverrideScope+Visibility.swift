extension OverrideScope {
  /// The visibility of the scopes outside.
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

  /// The scope and the scopes in which it was opened, innermost first, whether it sees them or not.
  package nonisolated var enclosingScopes: some Sequence<OverrideScope> {
    sequence(first: self) { scope in scope.parent }
  }

  /// Returns the enclosing scope with a number, which can be this scope.
  nonisolated func enclosingScope(withID id: UInt64) -> OverrideScope? { enclosingScopes.first { $0.id == id } }

  /// The scopes whose overrides this scope sees, innermost first.
  ///
  /// A rollback in any of them evicts instances here.
  nonisolated var visibleScopes: VisibleScopes { VisibleScopes(from: self, reusingInstances: false) }

  /// The scopes whose instances this scope reuses and clears, innermost first.
  nonisolated var reusedScopes: VisibleScopes { VisibleScopes(from: self, reusingInstances: true) }
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

/// The scopes that one scope sees: itself, and each outer scope that no scope in between hides.
struct VisibleScopes: Sequence, IteratorProtocol {
  private var upcoming: OverrideScope?
  private var seesOnlyTests = false
  private let reusingInstances: Bool

  init(from scope: OverrideScope, reusingInstances: Bool) {
    upcoming = scope
    self.reusingInstances = reusingInstances
  }

  @inline(never) mutating func next() -> OverrideScope? {
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
