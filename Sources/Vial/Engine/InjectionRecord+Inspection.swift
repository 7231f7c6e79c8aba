// Questions that build nothing, about the providers that a scope sees.

extension InjectionRecord {
  /// The replacements of all overrides that a scope sees, in the order in which they take precedence.
  func replacements(in scope: OverrideScope) -> [Provider] {
    var replacements: [Provider] = []
    for visibleScope in scope.scopes(.visible) {
      guard let slot = slot(in: visibleScope) else { continue }
      for replacement in slot.replacements.elements.reversed() { replacements.append(replacement) }
    }
    if let family { replacements += family.replacements(in: scope) }
    return replacements
  }

  /// Where the implementation was withdrawn, in the scope or in the nearest enclosing scope with a withdrawal.
  func withdrawalCallSite(in scope: OverrideScope) -> CallSite? {
    for enclosing in scope.selfAndEnclosingScopes {
      if let callSite = slot(in: enclosing)?.withdrawalCallSite { return callSite }
    }
    return nil
  }

  /// Whether a resolve would stop the program, because the injection is required and a provider has no implementation.
  func isUnprovided(by provider: Provider) -> Bool {
    guard isRequired, case .published = provider.role else { return false }
    return activeContext == nil
  }

  /// Whether the injection is not required, or a resolve in a scope would find an implementation.
  ///
  /// Injections that only forward to each other have none.
  @inline(never) func isProvided(in scope: OverrideScope) -> Bool {
    if !isRequired { return true }
    var record = self
    // An injection that the loop has passed, replaced after 1, 2, 4, … steps. In a circle of forwards, the loop returns to one of
    // these injections (Brent's algorithm).
    var passed = self
    var steps = 0
    var stepsUntilNext = 1
    while true {
      let provider = record.provider(in: scope)
      guard let target = provider.findForwardingTarget(of: record) else { return !record.isUnprovided(by: provider) }
      if target === passed { return false }
      record = target
      steps += 1
      if steps == stepsUntilNext {
        passed = record
        steps = 0
        stepsUntilNext *= 2
      }
    }
  }

  /// Whether a provider is the implementation that the application uses.
  ///
  /// An implementation that forwards to another injection is not live, because the other injection is checked when it is
  /// resolved.
  func isLive(_ provider: Provider) -> Bool {
    switch provider.role {
    case .replacement: false
    case .published: !isReplacedByContext(provider)
    case .implementation: !provider.isForwarding
    }
  }

  private func isReplacedByContext(_ provider: Provider) -> Bool {
    if let known = provider.isReplacedByContext { return known }
    let isReplaced = activeContext != nil
    provider.isReplacedByContext = isReplaced
    return isReplaced
  }
}
