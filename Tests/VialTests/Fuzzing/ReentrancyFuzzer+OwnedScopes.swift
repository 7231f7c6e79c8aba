@testable import Vial

// The scopes that instances own.

extension ReentrancyFuzzer {
  /// A scope that only an instance, consumers and nested scopes retain.
  struct OwnedScope {
    weak let scope: OverrideScope?
  }

  var livingOwnedScopes: [OverrideScope] { ownedScopes.compactMap(\.scope) }

  /// Opens a scope that an instance will own.
  func makeOwnedScope() -> OverrideScope {
    let scope = OverrideScope(random.pick([.inheriting, .fresh, .isolated]))
    ownedScopes = ownedScopes.filter { $0.scope != nil } + [OwnedScope(scope: scope)]
    return scope
  }

  /// Evicts the instances that own scopes which retain them.
  ///
  /// A scope retains the enclosing scopes with their instances and, also after its end, the injections that were
  /// overridden or provided in it, which retain their global instances.
  func releaseOwnersOfScopes() {
    for scope in livingOwnedScopes {
      for enclosingScope in scope.selfAndEnclosingScopes { enclosingScope.end() }
      for record in scope.slots.values.compactMap(\.record) {
        record.clear(in: .global)
      }
    }
  }
}
