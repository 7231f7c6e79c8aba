extension InjectionRecord {
  /// Stops the program if the injection has a release action, and the cache does not own the instances.
  @inline(never) func stopIfReleaseActionIsUnused(by provider: Provider) {
    if publication.releaseActions.isEmpty || strategy(of: provider).ownsInstances || provider.isForwarding { return }
    FatalError.releaseActionIsUnused(self, provider)
  }

  /// Reports a second copy of the library, and an injection, or the flow of a strategy, in a computed property.
  ///
  /// - Parameter provider: The provider whose strategy may name the flow.
  func reportMistakes(in provider: Provider) {
    #if DEBUG
    OverrideScope.reportSecondCopy()
    DebugWarnings.reportIfComputed(declaration.description, at: callSite)
    guard let flow = strategy(of: provider).flow else { return }
    DebugWarnings.reportIfComputed("The flow \(flow.name) (\(flow.callSite))", at: flow.callSite)
    #endif
  }
}
