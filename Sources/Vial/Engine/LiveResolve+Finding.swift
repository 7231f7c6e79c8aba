extension LiveResolve {
  /// Returns `nil` if the provider is not live, or if the injection is allowed in all tests where it is published.
  ///
  /// The search for the provider begins below the provider of an override that resolves its original.
  @inline(never) convenience init?(
    of record: InjectionRecord,
    in scope: OverrideScope,
    below decorator: Provider? = nil
  ) {
    let provider = record.provider(in: scope, below: decorator)
    guard record.isLive(provider) else { return nil }
    let isForbidden = record.publication.liveInTests == .never || Engine.isForbiddenInjectionForwarding(to: record)
    guard isForbidden || record.publication.liveInTests != .always else { return nil }
    self.init(record, by: provider, in: scope, isForbidden: isForbidden)
  }

  /// The injection that is resolved.
  package var declaration: InjectionDeclaration { record.declaration }

  /// The injections and the owners of consumers that are waiting for the instance, the outermost first.
  package var requesters: [InjectionResolution.Requester] { Engine.waitingRequesters() }

  /// The line of the override that resolves the injection: as its original, or because it forwards to the injection.
  package var override: CallSite? { Engine.replacementResolving(record)?.callSite }

  /// Whether another scope sees an override of the injection.
  package func isOverridden(in other: OverrideScope) -> Bool { record.provider(in: other).isReplacement }

  /// Whether the injection is required and has no implementation, so that the resolve is about to stop the program.
  package var isUnprovided: Bool { record.isUnprovided(by: provider) }
}

#if DEBUG
extension ScopedResolve {
  @MainActor init(of record: InjectionRecord, in scope: OverrideScope) {
    let isLive = LiveResolve(of: record, in: scope) != nil
    self.init(declaration: record.declaration, isLive: isLive, moment: .latest)
  }
}
#endif

extension Engine {
  /// Whether an injection whose live implementation no test may use is provided with an injection that is being resolved.
  ///
  /// An override that forwards is not a live implementation.
  fileprivate static func isForbiddenInjectionForwarding(to record: InjectionRecord) -> Bool {
    var target = record
    for frame in frames.reversed() {
      guard let build = frame.build, !build.provider.isReplacement else { return false }
      guard build.provider.findForwardingTarget(of: build.record) === target else { return false }
      if build.record.publication.liveInTests == .never { return true }
      target = build.record
    }
    return false
  }
}
