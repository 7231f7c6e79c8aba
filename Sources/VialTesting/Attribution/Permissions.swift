import Vial

/// Permissions to use injections live, by the identity of the declaration.
typealias Permissions = [ObjectIdentifier: LivePermission]

extension LivePermission {
  /// Whether the permission applies to code of a test.
  func applies(to test: TestIdentity, includingDependencies: Bool) -> Bool {
    [nil, test].contains { test in
      includesDependencies[test].map { $0 || !includingDependencies } ?? false
    }
  }

  /// Whether the permission applies to code that belongs to no test: any test, or none, may have given it.
  func appliesToNobody(includingDependencies: Bool) -> Bool {
    !includingDependencies || includesDependencies.values.contains(true)
  }
}

extension Permissions {
  /// Whether there is a permission for an injection or for its family.
  func contain(_ declaration: InjectionDeclaration, where applies: (LivePermission) -> Bool) -> Bool {
    if let permission = self[ObjectIdentifier(declaration)], applies(permission) { return true }
    guard let family = declaration.family, let permission = self[ObjectIdentifier(family)] else { return false }
    return applies(permission)
  }
}

extension OverrideScope {
  /// The permissions in this scope and in the enclosing scopes.
  ///
  /// Permissions in the global scope have no effect in another scope.
  var permissionsOfTests: [Permissions] { permissions { $0.isGlobal == isGlobal } }

  /// The permissions in this scope and in all enclosing scopes.
  var allPermissions: [Permissions] { permissions { _ in true } }

  private func permissions(where isIncluded: (OverrideScope) -> Bool) -> [Permissions] {
    var found: [Permissions] = []
    for scope in enclosingScopes where isIncluded(scope) {
      guard let permissions = scope.testSupport?.permissions, !permissions.isEmpty else { continue }
      found.append(permissions)
    }
    return found
  }
}
