// Which provider of an injection a scope sees.

extension InjectionStorage {
  /// The provider that a resolve in a scope uses.
  ///
  /// The most recent override in the nearest visible scope with an override takes precedence. An override of a family's
  /// key takes precedence over an override of the family. Without an override, the implementation of a required injection
  /// provides, unless a context is active, and otherwise the published provider.
  ///
  /// Inlined into its callers, this would make a program too large, as `.ci/codesize` measures it.
  @inline(never) func provider(in scope: OverrideScope) -> Provider {
    newestOverride(in: scope) ?? family?.newestOverride(in: scope) ?? baseProvider(in: scope)
  }

  func newestOverride(in scope: OverrideScope) -> Provider? { scope.nearestVisible { slot(in: $0)?.newestOverride } }

  /// The provider below all overrides: the provided implementation, or the published provider.
  func baseProvider(in scope: OverrideScope) -> Provider {
    guard publication.requiredPurpose != nil, activeContext == nil else { return publishedProvider }
    return implementation(in: scope) ?? publishedProvider
  }

  /// The implementation of a required injection that was provided in the scope, or in the nearest enclosing scope.
  func implementation(in scope: OverrideScope) -> Provider? { nearest(scope) { $0.implementation } }

  /// Where the implementation was withdrawn, in the scope or in the nearest enclosing scope with a withdrawal.
  func withdrawalCallSite(in scope: OverrideScope) -> CallSite? { nearest(scope) { $0.withdrawalCallSite } }

  private func nearest<Property>(_ scope: OverrideScope, _ property: (Slot) -> Property?) -> Property? {
    for enclosingScope in scope.enclosingScopes {
      if let slot = slot(in: enclosingScope), let found = property(slot) { return found }
    }
    return nil
  }

  /// The provider below the provider of an override, which may have been rolled back while its factory runs.
  func provider(below provider: Provider, in scope: OverrideScope) -> Provider {
    let overridden = provider.overridden ?? self
    if let next = overridden.override(below: provider, in: scope) { return next }
    let familyOverride = overridden === self ? family?.newestOverride(in: scope) : nil
    return familyOverride ?? baseProvider(in: scope)
  }

  /// The override that follows another one: an older one of the same scope, or the newest one outside.
  private func override(below provider: Provider, in scope: OverrideScope) -> Provider? {
    var isOutside = false
    return scope.nearestVisible { visibleScope in
      if isOutside { return slot(in: visibleScope)?.newestOverride }
      guard visibleScope.id == provider.scopeID else { return nil }
      isOutside = true
      return slot(in: visibleScope)?.override(below: provider)
    }
  }

  /// All overrides that a scope sees, in the order in which they take precedence.
  func overrides(in scope: OverrideScope) -> [Provider] {
    var overrides: [Provider] = []
    for visibleScope in scope.visibleScopes { overrides += slot(in: visibleScope)?.overrides.reversed() ?? [] }
    if let family { overrides += family.overrides(in: scope) }
    return overrides
  }

  var activeContext: InjectionContext? { publishedProvider.activeContext }

  // MARK: Properties of a provider

  /// Whether a resolve would stop the program, because the injection is required and a provider has no implementation.
  func isUnprovided(by provider: Provider) -> Bool {
    provider === publishedProvider && publication.requiredPurpose != nil && activeContext == nil
  }

  /// Whether the injection is not required, or a resolve in a scope would find an implementation.
  ///
  /// Injections that only forward to each other have none.
  func isProvided(in scope: OverrideScope) -> Bool {
    if publication.requiredPurpose == nil { return true }
    var (storage, passed) = (self, [InjectionStorage]())
    while !passed.contains(where: { $0 === storage }) {
      let provider = storage.provider(in: scope)
      guard let target = provider.forwardingTarget(of: storage) else { return !storage.isUnprovided(by: provider) }
      passed.append(storage)
      storage = target
    }
    return false
  }

  /// Whether a provider is the implementation that the application uses.
  ///
  /// An implementation that forwards to another injection is not live, because the other injection is checked when it is
  /// resolved.
  func isLive(_ provider: Provider) -> Bool {
    switch provider.role {
    case .override: false
    case .published: activeContext == nil
    case .provided: provider.forwardingTarget(of: self) == nil
    }
  }

  /// The cached instance that a resolve in a scope would find.
  ///
  /// This does not run a validity check.
  func currentInstance(in scope: OverrideScope) -> AnyBox? {
    let provider = provider(in: scope)
    return scope.nearestReused { slot(in: $0)?.entry(of: provider)?.loaded }
  }
}
