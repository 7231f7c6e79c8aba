extension LiveResolve {
  /// Returns `nil` if the provider is not live, if the injection is allowed in all tests where it is published, or if an
  /// override that forwards to the injection resolves it.
  init?(of record: InjectionRecord, in scope: OverrideScope) {
    let provider = record.provider(in: scope)
    guard record.isLive(provider), !record.publication.isAllowedLiveInTests, !Engine.isForwarding(to: record) else {
      return nil
    }
    self.init(record: record, provider: provider, scope: scope)
  }

  /// The injection that is resolved.
  package var declaration: InjectionDeclaration { record.declaration }

  /// The injections and the owners of consumers that are waiting for the instance, the outermost first.
  package var requesters: [InjectionResolution.Requester] { Engine.waiting() }

  /// The consumer or the injection that needs the instance, in messages.
  package var requester: String? { Engine.readingConsumer?.nameInMessages ?? requesters.last?.description }

  /// Whether another scope sees an override of the injection.
  package func isOverridden(in other: OverrideScope) -> Bool { record.provider(in: other).isReplacement }

  /// Whether the injection is required and has no implementation, so that the resolve is about to stop the program.
  package var isUnprovided: Bool { record.isUnprovided(by: provider) }
}

extension InjectionRecord {
  /// Tells the receiver of a scope if the injection is live there.
  ///
  /// The receiver runs code of the tests, which may override the injection, so a resolve finds its provider afterwards.
  func reportLiveUse(in scope: OverrideScope) {
    if let receiver = scope.liveResolveReceiver, let live = LiveResolve(of: self, in: scope) { receiver.receive(live) }
  }
}
