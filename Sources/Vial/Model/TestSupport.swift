// The types of the objects that `VialTesting` attaches to scopes and consumers. `TestHooks` has the hooks of the process.

/// The test and the permissions that `VialTesting` attaches to a scope.
@MainActor package final class TestSupport {
  /// Receives each resolve of a live implementation in the scope.
  ///
  /// Scopes that are opened inside inherit the receiver, unless this is the receiver of the global scope.
  package var receiver: (any LiveResolveReceiver)?

  /// The permissions in the scope, which only `VialTesting` stores and reads; `nil` if there are none.
  package var permissions: AnyObject?

  init(receiver: (any LiveResolveReceiver)? = nil) { self.receiver = receiver }
}

extension OverrideScope {
  /// Receives each resolve of a live implementation in this scope: the receiver of the scope of the test in which this scope was
  /// opened, otherwise the receiver of the global scope.
  package var liveResolveReceiver: (any LiveResolveReceiver)? {
    testSupport?.receiver ?? Self.global.testSupport?.receiver
  }

  /// The object that `VialTesting` attaches to the scope, created if necessary.
  package func findOrAddTestSupport() -> TestSupport {
    if let testSupport { return testSupport }
    let support = TestSupport()
    testSupport = support
    return support
  }
}

#if DEBUG
extension TestSupport: @MainActor CustomDebugStringConvertible {
  package var debugDescription: String {
    let receives = receiver == nil ? "no receiver" : "a receiver"
    return "TestSupport(\(receives), \(permissions == nil ? "no permissions" : "permissions"))"
  }
}

/// A resolve that `VialTesting` compares with the scope of the running test.
package struct ScopedResolve {
  package let declaration: InjectionDeclaration
  package let isLive: Bool
  package let moment: Moment
}
#endif
