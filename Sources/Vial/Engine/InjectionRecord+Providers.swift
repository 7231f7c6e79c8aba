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
    scope.firstVisible { slot(in: $0)?.replacements.last }
  }

  /// The implementation of a required injection that was provided in the scope, or in the nearest enclosing scope.
  func implementation(in scope: OverrideScope) -> Provider? {
    scope.firstEnclosing { slot(in: $0)?.providedImplementation }
  }

  /// Where the implementation was withdrawn, in the scope or in the nearest enclosing scope with a withdrawal.
  func withdrawalCallSite(in scope: OverrideScope) -> CallSite? {
    scope.firstEnclosing { slot(in: $0)?.withdrawalCallSite }
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
    return scope.firstVisible { visibleScope in
      if isOutside { return slot(in: visibleScope)?.replacements.last }
      guard visibleScope.id == provider.scopeID else { return nil }
      isOutside = true
      return slot(in: visibleScope)?.replacement(below: provider)
    }
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
    case .published: !isReplacedByContext(provider)
    case .implementation: provider.forwardingTarget(of: self) == nil
    }
  }

  private func isReplacedByContext(_ provider: Provider) -> Bool {
    if let known = provider.isReplacedByContext { return known }
    let isReplaced = activeContext != nil
    provider.isReplacedByContext = isReplaced
    return isReplaced
  }
}
