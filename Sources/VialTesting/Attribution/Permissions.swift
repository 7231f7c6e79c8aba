import Vial

/// Permissions to use injections live, by the identity of the declaration, because keys of a family that have the same description
/// are equal.
typealias Permissions = [ObjectIdentifier: LivePermission]

/// The permission to resolve the live implementation of an injection.
struct LivePermission {
  /// The declaration, and the key of a family, which the family would otherwise forget and create again.
  let retained: Any

  /// Whether the factory may resolve other injections live, for each test that has given the permission.
  ///
  /// The test is `nil` if the permission is for all tests.
  var includesDependenciesByTest: [AnyHashable?: Bool]

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

/// The permissions that are attached to a scope.
@MainActor private final class ScopePermissions {
  var all: Permissions = [:]
}

extension OverrideScope {
  /// The permissions in this scope.
  var permissions: Permissions { (testSupport?.permissions as? ScopePermissions)?.all ?? [:] }

  /// Adds a permission, which replaces an earlier one of the same test for the same injection.
  func add(_ permission: LivePermission, for declaration: InjectionDeclaration) {
    let support = findOrAddTestSupport()
    let permissions = support.permissions as? ScopePermissions ?? ScopePermissions()
    support.permissions = permissions
    let key = ObjectIdentifier(declaration)
    var combined = permissions.all[key] ?? permission
    combined.includesDependenciesByTest.merge(permission.includesDependenciesByTest) { _, newer in newer }
    permissions.all[key] = combined
  }

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
    for scope in selfAndEnclosingScopes {
      let permissions = scope.permissions
      guard !permissions.isEmpty else { continue }
      found.append(applying(scope, permissions))
    }
    return found
  }
}
