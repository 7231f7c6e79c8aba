#if DEBUG
/// Conditions that hold after each change and whenever no operation is running, as the architecture describes them.
///
/// `checkInvariants` of a type has the conditions of that type. Conditions of several types are here. Tests turn the checks
/// on.
@MainActor package enum Invariants {
  /// Whether the invariants are checked after the changes and the outermost operations of the task.
  @TaskLocal package static var areChecked = false

  /// Checks the current scope and its enclosing scopes, with the injections that they refer to.
  ///
  /// A check takes time in proportion to the number of elements.
  static func checkCurrentScopes() {
    let scopes = OverrideScope.current.selfAndEnclosingScopes
    Engine.observers?.checkInvariants()
    for scope in scopes {
      scope.checkInvariants()
      for record in scope.records {
        check(record, in: scope)
        if !scope.isGlobal { check(record, in: .global) }
      }
    }
  }

  static func check(_ record: InjectionRecord, in scope: OverrideScope) {
    guard let slot = record.slot(in: scope) else { return }
    slot.checkInvariants()
    record.family?.familyState?.checkKey?(record)
    let providers = slot.replacements.elements + [slot.providedImplementation].compactMap(\.self)
    let builds = Engine.frames.compactMap(\.build)
    precondition(Engine.buildDepth == builds.count, "\(builds.count) builds run, and \(Engine.buildDepth) are counted.")
    if let state = record.familyState {
      let ofKeys = builds.count { $0.provider.publishedFamily(of: $0.record) === record }
      precondition(state.runningBuilds == ofKeys, "\(state) has \(ofKeys) frames of builds of keys.")
    }
    for provider in providers {
      let ofProvider = builds.count { $0.provider === provider }
      precondition(provider.runningBuilds == ofProvider, "\(provider) has \(ofProvider) frames of builds.")
    }
    for entry in slot.entries.elements { check(entry, of: record, in: scope) }
  }

  private static func check(_ entry: CacheEntry, of record: InjectionRecord, in scope: OverrideScope) {
    switch entry.state {
    case .cached(let instance):
      let isOwned = instance.ownedBox != nil
      precondition(!scope.hasEnded || !isOwned, "\(scope.debugDescription) has ended and retains \(entry).")
      // The entry of an instance that was deallocated stays until a compaction.
      if entry.loaded == nil { return }
    case .evicted:
      precondition(Engine.isRunning, "\(entry) has not been released.")
      return
    case .released: return
    }
    let provider = provider(of: entry, record, in: scope)
    for visibleScope in scope.scopes(.visible) {
      // One of the two oldest overrides, because the rollback of a replacement of the injection finds its own instance in the slot.
      let isCachedDuringOverride = visibleScope.replacements.prefix(2).contains { replacement in
        let isOwn = replacement.number == entry.providerNumber && replacement.overriddenRecord === record
        let isInSlot = isOwn && visibleScope === scope
        return replacement.number.madeAt < entry.cachedAt && !isInSlot
      }
      precondition(
        !isCachedDuringOverride || visibleScope.journal.contains(entry),
        "A rollback in \(visibleScope.debugDescription) does not evict \(entry)."
      )
    }
    let flow = record.strategy(of: provider ?? record.publishedProvider).flow
    for flow in [flow, record.flowOfFamily].compactMap(\.self) {
      let isRecorded = scope.journal(of: flow)?.contains(entry) == true
      precondition(isRecorded, "The flow \(flow.name) at \(flow.callSite) does not evict \(entry).")
    }
    if case .implementation(let journal)? = provider?.role {
      precondition(journal.contains(entry), "A withdrawal does not evict \(entry).")
    }
  }

  /// The provider of a cached instance; `nil` for the published one.
  private static func provider(of entry: CacheEntry, _ record: InjectionRecord, in scope: OverrideScope) -> Provider? {
    if entry.providerNumber == .published { return nil }
    for enclosingScope in scope.selfAndEnclosingScopes {
      for slot in [record.slot(in: enclosingScope), record.family?.slot(in: enclosingScope)].compactMap(\.self) {
        if let implementation = slot.providedImplementation, implementation.number == entry.providerNumber {
          return implementation
        }
        if let replacement = slot.replacements.element(numbered: entry.providerNumber) { return replacement }
      }
    }
    preconditionFailure("\(entry) is cached, but its provider was removed.")
  }
}
#endif
