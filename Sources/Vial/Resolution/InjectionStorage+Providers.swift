// Which provider of an injection a scope sees.
//
// Inlined into their callers, `provider(in:)`, `baseProvider(in:)` and `overrides(madeIn:)` would add 8 KB to a program.

extension InjectionStorage {
  /// The provider that a resolve in a scope uses.
  ///
  /// The most recent override in the nearest visible scope with an override takes precedence. An override of a family's
  /// key takes precedence over an override of the family. Without an override, the implementation of a required injection
  /// provides, unless a context is active, and otherwise the published provider.
  @inline(never) func provider(in scope: OverrideScope) -> Provider {
    newestOverride(in: scope) ?? family?.newestOverride(in: scope) ?? baseProvider(in: scope)
  }

  func newestOverride(in scope: OverrideScope) -> Provider? {
    for visibleScope in scope.visibleScopes {
      if let override = state(in: visibleScope)?.newestOverride { return override }
    }
    return nil
  }

  /// The provider below all overrides: the provided implementation, or the published provider.
  @inline(never) func baseProvider(in scope: OverrideScope) -> Provider {
    guard requiredPurpose != nil, activeContext == nil else { return published }
    return implementation(in: scope) ?? published
  }

  /// The implementation of a required injection that was provided in the scope, or in the nearest enclosing scope.
  func implementation(in scope: OverrideScope) -> Provider? {
    for enclosingScope in scope.enclosingScopes {
      if let implementation = state(in: enclosingScope)?.implementation { return implementation }
    }
    return nil
  }

  /// Where the implementation was withdrawn, in the scope or in the nearest enclosing scope with a withdrawal.
  func withdrawalCallSite(in scope: OverrideScope) -> CallSite? {
    for enclosingScope in scope.enclosingScopes {
      if let callSite = state(in: enclosingScope)?.withdrawalCallSite { return callSite }
    }
    return nil
  }

  /// The provider below an override, which may have been rolled back while its factory runs.
  ///
  /// Inlined, this would make the stack of 1,000 nested factories 48 KB larger.
  @inline(never) func provider(below override: Provider, in scope: OverrideScope) -> Provider {
    let isFamilyOverride = override.role == .familyOverride
    let overridden = isFamilyOverride ? family ?? self : self
    if let next = overridden.override(below: override, in: scope) { return next }
    let familyOverride = isFamilyOverride ? nil : family?.newestOverride(in: scope)
    return familyOverride ?? baseProvider(in: scope)
  }

  /// The override that follows another one: an older one of the same scope, or the newest one of a scope outside.
  private func override(below override: Provider, in scope: OverrideScope) -> Provider? {
    var isOutside = false
    for visibleScope in scope.visibleScopes {
      let state = state(in: visibleScope)
      if isOutside {
        if let newest = state?.newestOverride { return newest }
      } else if visibleScope.id == override.scopeID {
        if let older = visibleScope.override(olderThan: override, in: state) { return older }
        isOutside = true
      }
    }
    return nil
  }

  /// All overrides that a scope sees, in the order in which they take precedence.
  func overrides(in scope: OverrideScope) -> [Provider] {
    var overrides: [Provider] = []
    for visibleScope in scope.visibleScopes { overrides += self.overrides(madeIn: visibleScope) }
    if let family { overrides += family.overrides(in: scope) }
    return overrides
  }

  /// The overrides that were made in one scope, the most recent first.
  @inline(never) func overrides(madeIn scope: OverrideScope) -> [Provider] {
    let state = state(in: scope)
    var overrides: [Provider] = []
    var next = state?.newestOverride
    while let override = next {
      overrides.append(override)
      next = scope.override(olderThan: override, in: state)
    }
    return overrides
  }

  var activeContext: InjectionContext? { published.activeContext }

  // MARK: Properties of a provider

  /// Whether a resolve would stop the program, because the injection is required and a provider has no implementation.
  func isUnprovided(by provider: Provider) -> Bool {
    provider.isPublished && requiredPurpose != nil && activeContext == nil
  }

  /// Whether a provider is the implementation that the application uses.
  ///
  /// An implementation that forwards to another injection is not live, because the other injection is checked when it is
  /// resolved.
  func isLive(_ provider: Provider) -> Bool {
    switch provider.role {
    case .override, .familyOverride: false
    case .published: activeContext == nil
    case .provided: provider.forwardingTarget == nil
    }
  }

  /// The cached instance that a resolve in a scope would find.
  ///
  /// This does not run a validity check.
  func currentInstance(in scope: OverrideScope) -> ResolvedInstance? {
    let provider = provider(in: scope)
    for reusedScope in scope.reusedScopes {
      if let instance = entry(of: provider, in: reusedScope)?.instance.loaded { return instance }
    }
    return nil
  }
}
