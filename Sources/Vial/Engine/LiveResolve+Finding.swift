extension LiveResolve {
  /// Returns `nil` if the provider is not live, or if the injection is allowed in all tests where it is published.
  ///
  /// The search for the provider begins below the provider of an override that resolves its original.
  init?(of record: InjectionRecord, in scope: OverrideScope, below decorator: Provider? = nil) {
    let provider = if let decorator { record.provider(below: decorator, in: scope) } else { record.provider(in: scope) }
    guard record.isLive(provider), record.publication.liveInTests != .always else { return nil }
    self.init(record: record, provider: provider, scope: scope)
  }

  /// The injection that is resolved.
  package var declaration: InjectionDeclaration { record.declaration }

  /// The injections and the owners of consumers that are waiting for the instance, the outermost first.
  package var requesters: [InjectionResolution.Requester] { Engine.waitingRequesters() }

  /// The consumer or the injection that needs the instance, in messages.
  package var requester: String? { Engine.readingConsumer?.nameInMessages ?? requesters.last?.description }

  /// The line of the override that resolves the injection: as its original, or because it forwards to the injection.
  package var override: CallSite? { Engine.replacementResolving(record)?.callSite }

  /// Whether another scope sees an override of the injection.
  package func isOverridden(in other: OverrideScope) -> Bool { record.provider(in: other).isReplacement }

  /// Whether the injection is required and has no implementation, so that the resolve is about to stop the program.
  package var isUnprovided: Bool { record.isUnprovided(by: provider) }

  /// Whether no test may use the live implementation.
  package var isForbidden: Bool { record.publication.liveInTests == .never }
}
