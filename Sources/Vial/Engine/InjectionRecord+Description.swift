extension InjectionRecord {
  /// The declaration, the strategy, and the providers that a scope sees.
  func description(in scope: OverrideScope) -> String {
    var text = declaration.description + ", "
    switch kind {
    case .family: text += strategy.description
    case .plain, .key:
      text += strategy(of: baseProvider(in: scope)).description
      text += currentInstance(in: scope) == nil ? ", not cached" : ", cached"
    }
    for provider in replacements(in: scope) { text += "\n  overridden" + placeAndStrategy(of: provider) }
    if let context = activeContext {
      text += "\n  published for the context " + context.description
    } else if let implementation = implementation(in: scope) {
      text += "\n  provided" + placeAndStrategy(of: implementation)
    } else if let purpose = publication.requiredPurpose {
      text += "\n  not provided: " + purpose
    }
    return text
  }

  private func placeAndStrategy(of provider: Provider) -> String {
    let place = " at " + provider.callSite.description + ", "
    if let target = provider.findForwardingTarget(of: self) { return place + "with " + target.declaration.description }
    return place + strategy(of: provider).description
  }
}
