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

#if DEBUG
extension LiveResolve: @MainActor CustomDebugStringConvertible {
  package var debugDescription: String {
    "LiveResolve(\(record) by \(provider) in the scope \(scope.id)\(isForbidden ? ", forbidden" : ""))"
  }
}
#endif
