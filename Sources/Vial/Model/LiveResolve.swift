/// Receives the resolves of live implementations in a scope.
@MainActor package protocol LiveResolveReceiver: AnyObject {
  /// Receives a resolve before the instance is found or built.
  ///
  /// - Returns: Work to do when the instance was found or built.
  func receive(_ live: LiveResolve) -> (@MainActor () -> Void)?

  /// The name of the test that the current code belongs to, for the message of a fatal error.
  var testName: String? { get }
}

/// The resolve of a live implementation, which the scope of a test may have to report.
@MainActor package struct LiveResolve {
  let record: InjectionRecord
  let provider: Provider
  package let scope: OverrideScope
}
