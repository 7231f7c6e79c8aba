// Everything that `VialTesting` attaches to scopes and consumers. `TestHooks` has the hooks of the process.

/// The test and the permissions that `VialTesting` attaches to a scope.
@MainActor package final class TestSupport {
  /// Receives each resolve of a live implementation in the scope.
  ///
  /// Scopes that are opened inside inherit the receiver, unless this is the receiver of the global scope.
  package var receiver: (any LiveResolveReceiver)?

  /// The permissions in the scope, by the identity of the declaration, because keys of a family that have the same description
  /// are equal.
  package private(set) var permissions: [ObjectIdentifier: LivePermission] = [:]

  init(receiver: (any LiveResolveReceiver)? = nil) { self.receiver = receiver }

  /// Adds a permission, which replaces an earlier one of the same test for the same injection.
  func add(_ permission: LivePermission, for declaration: InjectionDeclaration) {
    let key = ObjectIdentifier(declaration)
    var all = permissions[key] ?? permission
    all.includesDependencies.merge(permission.includesDependencies) { _, newer in newer }
    permissions[key] = all
  }
}

/// The permission to resolve the live implementation of an injection.
package struct LivePermission {
  /// The declaration, and the key of a family, which the family would otherwise forget and create again.
  let retained: Any

  /// Whether the factory may resolve other injections live, for each test that has given the permission.
  ///
  /// The test is `nil` if the permission is for all tests.
  package var includesDependencies: [AnyHashable?: Bool]
}

/// Receives the resolves of live implementations in a scope.
@MainActor package protocol LiveResolveReceiver: AnyObject {
  /// Receives a resolve before the instance is found or built.
  ///
  /// - Returns: Work to do when the instance was found or built.
  func receive(_ live: LiveResolve) -> (@MainActor () -> Void)?

  /// The name of the test that the current code belongs to, for the message of a fatal error.
  var testName: String? { get }
}

/// The resolve of a live implementation, which is a live use unless a test permits it.
@MainActor package struct LiveResolve {
  let record: InjectionRecord
  let provider: Provider
  package let scope: OverrideScope

  /// Whether no test may use the live implementation.
  package let isForbidden: Bool
}

extension OverrideScope {
  /// Receives each resolve of a live implementation in this scope: the receiver of the global scope, unless the scope was
  /// opened in the scope of a test.
  package var liveResolveReceiver: (any LiveResolveReceiver)? {
    testSupport?.receiver ?? Self.global.testSupport?.receiver
  }

  /// The object that `VialTesting` attaches to the scope, created if necessary.
  package func makeTestSupport() -> TestSupport {
    if let testSupport { return testSupport }
    let support = TestSupport()
    testSupport = support
    return support
  }
}

#if DEBUG
/// A resolve that `VialTesting` compares with the scope of the running test.
package struct ScopedResolve {
  package let declaration: InjectionDeclaration
  package let isLive: Bool
  package let moment: Moment
}
#endif
