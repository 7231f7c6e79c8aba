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

  /// Whether the scope sees the overrides of the scope in which it was opened, also if that is not the scope of a test.
  var seesParent: Bool {
    switch self {
    case .inheriting, .fresh: true
    case .isolated, .enclosingTest: false
    }
  }

  /// Whether the scope reuses the instances of the scope in which it was opened, also if that is not the scope of a test.
  var reusesParent: Bool {
    switch self {
    case .inheriting: true
    case .fresh, .isolated, .enclosingTest: false
    }
  }

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
  nonisolated var visibleOuter: OverrideScope? {
    if visibility == .enclosingTest { return enclosingScopeOfTest }
    return visibility.seesParent ? parent : nil
  }

  /// The next scope whose instances this scope reuses.
  ///
  /// It is a scope whose overrides are visible, too. Otherwise a rollback would evict instances that the scope reuses, and leave
  /// instances in the scope that have captured them.
  nonisolated var reusedOuter: OverrideScope? {
    if visibility == .enclosingTest { return enclosingScopeOfTest }
    return visibility.reusesParent ? parent : nil
  }

  @inline(never) private nonisolated var enclosingScopeOfTest: OverrideScope? {
    var enclosing = parent
    while let scope = enclosing, !scope.isScopeOfTest { enclosing = scope.parent }
    return enclosing
  }

  // MARK: Searches

  // Each search has a second closure for the global scope, because a reference to the global scope would be retained.

  /// Returns the first result of a search in the scope and in the scopes whose overrides it sees, innermost first.
  @inline(__always) func firstVisible<R>(_ search: (OverrideScope) -> R?, inGlobal searchGlobal: () -> R?) -> R? {
    first(search, outside: { $0.visibleOuter }, inGlobal: { visibility.seesParent ? searchGlobal() : nil })
  }

  /// Returns the first result of a search in the scope and in the scopes whose instances it reuses, innermost first.
  @inline(__always) func firstReused<R>(_ search: (OverrideScope) -> R?, inGlobal searchGlobal: () -> R?) -> R? {
    first(search, outside: { $0.reusedOuter }, inGlobal: { visibility.reusesParent ? searchGlobal() : nil })
  }

  /// Returns the first result of a search in the scope and in the scopes in which it was opened, innermost first.
  @inline(__always) func firstEnclosing<R>(_ search: (OverrideScope) -> R?, inGlobal searchGlobal: () -> R?) -> R? {
    first(search, outside: { $0.parent }, inGlobal: searchGlobal)
  }

  /// Returns the first result of a search in the scope and in the scopes outside.
  ///
  /// The scope, and the global scope for a scope that was opened there, are searched before the loop, which would retain them.
  /// So `searchGlobal` must search the global scope only if `next` of such a scope is the global scope.
  @inline(__always) private func first<R>(
    _ search: (OverrideScope) -> R?,
    outside next: (OverrideScope) -> OverrideScope?,
    inGlobal searchGlobal: () -> R?
  ) -> R? {
    if let found = search(self) { return found }
    if isOutermost { return isGlobal ? nil : searchGlobal() }
    var outer = next(self)
    while let scope = outer {
      if let found = search(scope) { return found }
      outer = next(scope)
    }
    return nil
  }

  // MARK: Lists

  /// The scope and the scopes whose overrides it sees, innermost first.
  ///
  /// A rollback in any of them evicts instances here.
  nonisolated var visibleScopes: [OverrideScope] { scopes { $0.visibleOuter } }

  /// The scope and the scopes whose instances it reuses and clears, innermost first.
  nonisolated var reusedScopes: [OverrideScope] { scopes { $0.reusedOuter } }

  /// The scope and the scopes in which it was opened, innermost first, whether it sees them or not.
  package nonisolated var enclosingScopes: [OverrideScope] { scopes { $0.parent } }

  @inline(never) private nonisolated func scopes(outside next: (OverrideScope) -> OverrideScope?) -> [OverrideScope] {
    var scopes = [self]
    while let scope = next(scopes[scopes.count - 1]) { scopes.append(scope) }
    return scopes
  }

  /// Whether this scope reuses the instances of the global scope.
  package var reusesGlobalInstances: Bool { reusedScopes.last?.isGlobal == true }
}
