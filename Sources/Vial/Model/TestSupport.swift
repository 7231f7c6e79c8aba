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
@MainActor package final class LiveResolve {
  let record: InjectionRecord
  let provider: Provider
  package let scope: OverrideScope

  /// Whether no test may use the live implementation.
  package let isForbidden: Bool

  init(_ record: InjectionRecord, by provider: Provider, in scope: OverrideScope, isForbidden: Bool) {
    self.record = record
    self.provider = provider
    self.scope = scope
    self.isForbidden = isForbidden
  }
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
extension LiveResolve: @MainActor CustomDebugStringConvertible {
  package var debugDescription: String {
    "LiveResolve(\(record) by \(provider) in the scope \(scope.id)\(isForbidden ? ", forbidden" : ""))"
  }
}

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
