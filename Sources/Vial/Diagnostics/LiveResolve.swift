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
  private let storage: InjectionStorage
  private let provider: Provider
  package let scope: OverrideScope

  /// Returns `nil` if the provider is not live, or if the injection is allowed in all tests where it is published.
  ///
  /// The search for the provider begins below the provider of an override that resolves its original.
  init?(of storage: InjectionStorage, in scope: OverrideScope, below decorator: Provider? = nil) {
    provider = decorator.map { storage.provider(below: $0, in: scope) } ?? storage.provider(in: scope)
    guard storage.isLive(provider), storage.publication.liveInTests != .always else { return nil }
    (self.storage, self.scope) = (storage, scope)
  }

  /// The injection that is resolved.
  package var declaration: InjectionDeclaration { storage.declaration }

  /// The injections and the owners of consumers that are waiting for the instance, the outermost first.
  package var requesters: [InjectionResolution.Requester] { InjectionOperation.requesters() }

  /// The consumer or the injection that needs the instance, in messages.
  package var requester: String? { InjectionOperation.readingConsumer?.nameInMessages ?? requesters.last?.description }

  /// The line of the override that resolves the injection: as its original, or because it forwards to the injection.
  package var override: CallSite? { InjectionOperation.buildingOverride(of: storage)?.callSite }

  /// Whether another scope sees an override of the injection.
  package func isOverridden(in other: OverrideScope) -> Bool { storage.provider(in: other).isOverride }

  /// Whether the injection is required and has no implementation, so that the resolve is about to stop the program.
  package var isUnprovided: Bool { storage.isUnprovided(by: provider) }

  /// Whether no test may use the live implementation.
  package var isForbidden: Bool { storage.publication.liveInTests == .never }
}
