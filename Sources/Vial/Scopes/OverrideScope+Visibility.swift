extension OverrideScope {
  /// How the scope uses the overrides and the instances of the scopes outside.
  ///
  /// The scope of a test that was opened without a kind is isolated, but it sees the scopes of enclosing tests.
  public nonisolated var kind: Kind { seesOnlyTests ? .isolated : outerUse }

  /// The scope and the scopes in which it was opened, innermost first, whether it sees them or not.
  package nonisolated var enclosingScopes: some Sequence<OverrideScope> {
    sequence(first: self) { scope in scope.parent }
  }

  /// Whether this scope reuses the instances of the global scope.
  package var reusesGlobalInstances: Bool { reusedScopes.contains { $0.isGlobal } }

  /// The scopes whose overrides this scope sees, innermost first.
  ///
  /// A rollback in any of them evicts instances here.
  var visibleScopes: [OverrideScope] { scopes(reusingInstances: false) }

  /// The scopes whose instances this scope reuses and clears, innermost first.
  var reusedScopes: [OverrideScope] { scopes(reusingInstances: true) }

  private func scopes(reusingInstances: Bool) -> [OverrideScope] {
    var scopes: [OverrideScope] = []
    return nearest(reusingInstances: reusingInstances) { scope in
      scopes.append(scope)
      return nil
    } ?? scopes
  }

  /// Returns the first result of a search through the visible scopes, without making a list of them.
  func nearestVisible<Result>(_ search: (OverrideScope) -> Result?) -> Result? {
    nearest(reusingInstances: false, search)
  }

  /// Returns the first result of a search through the reused scopes, without making a list of them.
  func nearestReused<Result>(_ search: (OverrideScope) -> Result?) -> Result? {
    nearest(reusingInstances: true, search)
  }

  private func nearest<Result>(reusingInstances: Bool, _ search: (OverrideScope) -> Result?) -> Result? {
    if let result = search(self) { return result }
    var seesOnlyTests = seesOnlyTests
    guard var scope = outside(reusingInstances: reusingInstances) else { return nil }
    while true {
      if !seesOnlyTests || scope.isScopeOfTest, let result = search(scope) { return result }
      if scope.seesOnlyTests { seesOnlyTests = true }
      guard let outer = scope.outside(reusingInstances: reusingInstances) else { return nil }
      scope = outer
    }
  }

  /// The scope outside, if this scope sees its overrides or reuses its instances.
  ///
  /// A scope that reuses the instances outside also sees the overrides there. Otherwise a rollback would evict instances that
  /// the scope reuses, and leave instances in the scope that have captured them.
  ///
  /// Inlined into its callers, this would make a program too large, as `.ci/codesize` measures it.
  @inline(never) private func outside(reusingInstances: Bool) -> OverrideScope? {
    switch outerUse {
    case .isolated: nil
    case .fresh: reusingInstances ? nil : parent
    case .inheriting: parent
    }
  }
}
