// Which provider of an injection a scope sees.

extension InjectionRecord {
  /// The provider that a resolve in a scope uses.
  ///
  /// The most recent override in the nearest visible scope with an override takes precedence. Overrides of a family apply to
  /// each of its keys.
  @inline(never) func provider(in scope: OverrideScope) -> Provider {
    newestReplacement(in: scope) ?? family?.newestReplacement(in: scope) ?? baseProvider(in: scope)
  }

  /// The provider below all overrides: the provided implementation, unless a context is active, or the published provider.
  func baseProvider(in scope: OverrideScope) -> Provider {
    guard isRequired, activeContext == nil else { return publishedProvider }
    return implementation(in: scope) ?? publishedProvider
  }

  func newestReplacement(in scope: OverrideScope) -> Provider? {
    if let newest = slot(in: scope)?.replacements.last { return newest }
    for outer in scope.visibleOuterScopes {
      if let newest = slot(in: outer)?.replacements.last { return newest }
    }
    return nil
  }

  /// The implementation of a required injection that was provided in the scope, or in the nearest enclosing scope.
  func implementation(in scope: OverrideScope) -> Provider? {
    for enclosingScope in scope.enclosingScopes {
      if let provider = slot(in: enclosingScope)?.providedImplementation { return provider }
    }
    return nil
  }

  /// Where the implementation was withdrawn, in the scope or in the nearest enclosing scope with a withdrawal.
  func withdrawalCallSite(in scope: OverrideScope) -> CallSite? {
    for enclosingScope in scope.enclosingScopes {
      if let callSite = slot(in: enclosingScope)?.withdrawalCallSite { return callSite }
    }
    return nil
  }

  /// The provider below a replacement, which may have been rolled back while its factory runs.
  func provider(below replacement: Provider, in scope: OverrideScope) -> Provider {
    let overridden = replacement.overridden ?? self
    if let next = overridden.replacement(below: replacement, in: scope) { return next }
    let familyReplacement = overridden === self ? family?.newestReplacement(in: scope) : nil
    return familyReplacement ?? baseProvider(in: scope)
  }

  /// The replacement that follows another one: an older one of the same scope, or the newest one outside.
  private func replacement(below provider: Provider, in scope: OverrideScope) -> Provider? {
    var isOutside = false
    for visibleScope in scope.visibleScopes {
      if isOutside {
        if let newest = slot(in: visibleScope)?.replacements.last { return newest }
      } else if visibleScope.id == provider.scopeID {
        if let older = slot(in: visibleScope)?.replacement(below: provider) { return older }
        isOutside = true
      }
    }
    return nil
  }

  /// The replacements of all overrides that a scope sees, in the order in which they take precedence.
  func replacements(in scope: OverrideScope) -> [Provider] {
    var replacements: [Provider] = []
    for visibleScope in scope.visibleScopes {
      replacements += slot(in: visibleScope)?.replacements.elements.reversed() ?? []
    }
    if let family { replacements += family.replacements(in: scope) }
    return replacements
  }

  /// The active context whose instance replaces the published one; `nil` if no context is active, and for a family.
  var activeContext: InjectionContext? {
    if case .family = kind { nil } else { publishedProvider.activeContext }
  }

  // MARK: Properties of a provider

  /// Whether a resolve would stop the program, because the injection is required and a provider has no implementation.
  func isUnprovided(by provider: Provider) -> Bool {
    guard isRequired, case .published = provider.role else { return false }
    return activeContext == nil
  }

  /// Whether the injection is not required, or a resolve in a scope would find an implementation.
  ///
  /// Injections that only forward to each other have none.
  func isProvided(in scope: OverrideScope) -> Bool {
    if !isRequired { return true }
    var record = self
    var passed: [InjectionRecord] = []
    while !passed.contains(where: { $0 === record }) {
      let provider = record.provider(in: scope)
      guard let target = provider.forwardingTarget(of: record) else { return !record.isUnprovided(by: provider) }
      passed.append(record)
      record = target
    }
    return false
  }

  /// Whether a provider is the implementation that the application uses.
  ///
  /// An implementation that forwards to another injection is not live, because the other injection is checked when it is
  /// resolved.
  func isLive(_ provider: Provider) -> Bool {
    switch provider.role {
    case .replacement: false
    case .published: activeContext == nil
    case .implementation: provider.forwardingTarget(of: self) == nil
    }
  }
}
