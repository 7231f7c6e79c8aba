/// Code of the application that must not use injections, because it runs while an operation searches or changes a list.
///
/// This file contains all calls of such code, except those that use the dictionaries of a family (`InjectionFamily`).
enum RestrictedCode {
  /// The validity check of an instance, or the clock of an `.expiring` strategy, with the line that has the strategy.
  case validityCheck(of: InjectionDeclaration, at: CallSite)

  /// `==`, `hash(into:)` or `description` of a key of a family.
  case keyMethod(of: InjectionRecord)

  /// The closure of a context of an injection that a provider publishes.
  case context(of: Provider)

  var isContext: Bool {
    if case .context = self { true } else { false }
  }

  var isKeyMethod: Bool {
    if case .keyMethod = self { true } else { false }
  }
}

// MARK: - Validity checks

extension InjectionStrategy {
  /// Makes the check that decides whether a new instance is reused; `nil` if the instance has none or will not be cached.
  ///
  /// The closure of `.cached` may use injections, because an instance is being built. A clock must not.
  @MainActor func makeValidityCheck(of record: InjectionRecord, by provider: Provider, in scope: OverrideScope) -> ValidityCheck? {
    switch lifetime {
    case .onDemand, .shared, .singleton, .flow: return nil
    case .cached(_, let makeValidity):
      guard Engine.canCache, !scope.hasEnded else { return nil }
      return (makeValidity(), onlyReadsClock: false)
    case .expiring(_, _, let makeValidity):
      guard Engine.canCache, !scope.hasEnded else { return nil }
      let code = RestrictedCode.validityCheck(of: record.declaration, at: provider.callSite)
      return (Engine.runRestricted(code, makeValidity), onlyReadsClock: true)
    }
  }
}

extension CacheEntry {
  /// Whether the cached instance has no validity check, or its check returns `true`.
  func runValidityCheck() -> Bool {
    guard case .cached(.validated(_, let validity)) = state else { return true }
    return Engine.runRestricted(.validityCheck(of: declaration, at: providedAt)) { validity.isValid() }
  }
}

extension Removals {
  /// Evicts the instances that have expired, before their list is compacted.
  ///
  /// This reads clocks of the application, so the caller must not have begun to change the list.
  mutating func evictExpired(_ entries: [CacheEntry]) {
    for entry in entries {
      guard case .cached(.validated(_, let validity)) = entry.state, validity.onlyReadsClock else { continue }
      if !entry.runValidityCheck() { evict(entry) }
    }
  }
}

// MARK: - Keys

extension InjectionRecord {
  /// The name of the injection in messages and events.
  ///
  /// The first use of the declaration of a key calls `description` of the key.
  var declaration: InjectionDeclaration {
    if let knownDeclaration { return knownDeclaration }
    let declaration =
      if case .key(let key, let family, _) = kind {
        InjectionDeclaration(
          type, callSite, family.declaration, Engine.runRestricted(.keyMethod(of: family)) { key.text })
      } else {
        InjectionDeclaration(type, callSite, nil, nil)
      }
    knownDeclaration = declaration
    return declaration
  }
}

// MARK: - Contexts

extension Provider {
  /// The active context whose instance replaces the published one; `nil` if no context is active.
  @inline(never) var activeContext: InjectionContext? {
    firstContext { context in
      Engine.runRestricted(.context(of: self)) { context.isActive }
    }
  }
}

extension Factory {
  /// The alternative whose context is active, in a factory of a provider.
  func activeAlternative(of provider: Provider) -> Alternative? {
    guard case .contextual(let alternatives, _) = self else { return nil }
    return alternatives.first { alternative in
      Engine.runRestricted(.context(of: provider)) { alternative.context.isActive }
    }
  }
}
