// Which provider of an injection a scope sees.

extension InjectionRecord {
  /// The provider that a resolve in a scope uses; for an original, the provider below the replacement that resolves the original.
  @inline(__always) func provider(in scope: OverrideScope, below decorator: Provider?) -> Provider {
    if let decorator { provider(below: decorator, in: scope) } else { provider(in: scope) }
  }

  /// The provider that a scope sees.
  ///
  /// The most recent override in the nearest visible scope with an override takes precedence. Overrides of a family apply to
  /// each of its keys, but an override of the key in any visible scope precedes them.
  @inline(never) func provider(in scope: OverrideScope) -> Provider {
    nearestReplacement(in: scope) ?? family?.nearestReplacement(in: scope) ?? baseProvider(in: scope)
  }

  /// The provider below all overrides: the implementation that was provided for a required injection, if no context is active, and
  /// otherwise the published provider.
  func baseProvider(in scope: OverrideScope) -> Provider {
    guard isRequired, activeContext == nil else { return publishedProvider }
    return implementation(in: scope) ?? publishedProvider
  }

  /// The most recent replacement in the nearest visible scope that has one, although an outer scope may have a newer one.
  @inline(never) func nearestReplacement(in scope: OverrideScope) -> Provider? {
    // Tested first, because reading `last` of an empty list would retain the slot.
    first(.visible, from: scope) { slot in slot.replacements.isEmpty ? nil : slot.replacements.last }
  }

  /// The implementation of a required injection that was provided in the scope, or in the nearest enclosing scope.
  @inline(never) func implementation(in scope: OverrideScope) -> Provider? {
    first(.enclosing, from: scope) { slot in slot.providedImplementation }
  }

  /// The next provider below a replacement, which may have been rolled back while its factory runs.
  ///
  /// Below the overrides of a key are the overrides of its family, and below these the base provider.
  @inline(never) func provider(below replacement: Provider, in scope: OverrideScope) -> Provider {
    let overridden = replacement.overriddenRecord ?? self
    if let next = overridden.replacement(below: replacement, in: scope) { return next }
    let familyReplacement = overridden === self ? family?.nearestReplacement(in: scope) : nil
    return familyReplacement ?? baseProvider(in: scope)
  }

  /// The replacement that follows another one: an older one of the same scope, or the newest one of an enclosing scope.
  private func replacement(below provider: Provider, in scope: OverrideScope) -> Provider? {
    var isEnclosing = false
    for visibleScope in scope.scopes(.visible) {
      guard isEnclosing || visibleScope.id == provider.scopeID else { continue }
      let slot = slot(in: visibleScope)
      if let next = isEnclosing ? slot?.replacements.last : slot?.replacement(below: provider) { return next }
      isEnclosing = true
    }
    return nil
  }

  /// The active context whose instance replaces the published one; `nil` if no context is active, and for a family.
  var activeContext: InjectionContext? {
    if case .family = kind { nil } else { publishedProvider.activeContext }
  }
}
