import Vial

/// Permissions to use injections live, by the identity of the declaration.
typealias Permissions = [ObjectIdentifier: LivePermission]

extension LivePermission {
  /// Whether the permission applies to code of a test.
  func applies(to test: TestIdentity, includingDependencies: Bool) -> Bool {
    for giver in [nil, AnyHashable(test)] {
      guard let allowsDependencies = includesDependenciesByTest[giver] else { continue }
      if allowsDependencies || !includingDependencies { return true }
    }
    return false
  }

  /// The permission without the tests that have given it; `nil` if only tests have given it.
  var forAllTests: LivePermission? {
    guard let includesDependencies = includesDependenciesByTest[nil] else { return nil }
    var permission = self
    permission.includesDependenciesByTest = [nil: includesDependencies]
    return permission
  }

  /// Whether the permission applies to code that belongs to no test: any test, or none, may have given it.
  func appliesToNobody(includingDependencies: Bool) -> Bool {
    !includingDependencies || includesDependenciesByTest.values.contains(true)
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
  /// The permissions in this scope and in the enclosing scopes that apply to code in this scope.
  ///
  /// A permission that a test has given in the global scope has no effect in another scope, but one that no test has given is for
  /// all tests.
  var permissionsOfTests: [Permissions] {
    permissions { scope, permissions in
      scope.isGlobal && !isGlobal ? permissions.compactMapValues(\.forAllTests) : permissions
    }
  }

  /// The permissions in this scope and in all enclosing scopes.
  var allPermissions: [Permissions] { permissions { _, permissions in permissions } }

  private func permissions(applying: (OverrideScope, Permissions) -> Permissions) -> [Permissions] {
    var found: [Permissions] = []
    for scope in enclosingScopes {
      guard let permissions = scope.testSupport?.permissions, !permissions.isEmpty else { continue }
      found.append(applying(scope, permissions))
    }
    return found
  }
}
