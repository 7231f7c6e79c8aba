// How a strategy determines the retention of cached instances.
//
// A new strategy needs a case of `InjectionStrategy.Lifetime` and a case in each `switch` over it, which the compiler finds.
// A new way of caching needs a case of `CachedInstance`, too.

extension InjectionStrategy {
  /// Returns how the cache of a scope refers to a new instance, or `nil` if it does not cache the instance.
  ///
  /// A scope ends once. So the scope refers weakly to an instance that is built after its end, because no second end would
  /// release the instance.
  @MainActor func cachedInstance(for box: AnyBox, _ check: ValidityCheck?, scopeHasEnded: Bool) -> CachedInstance? {
    switch lifetime {
    case .onDemand: return nil
    case .shared: return box.weaklyCached
    case .singleton, .flow: return scopeHasEnded ? box.weaklyCached : .strong(box)
    case .cached:
      if scopeHasEnded { return box.weaklyCached }
      guard let check else { preconditionFailure("The instance has no validity check.") }
      return .validated(box, check)
    }
  }

  /// Makes the check that decides whether a new instance is reused.
  ///
  /// This runs code of the application, which must not use injections if it is a clock.
  @MainActor func makeValidityCheck(of storage: InjectionStorage) -> ValidityCheck? {
    switch lifetime {
    case .onDemand, .shared, .singleton, .flow: nil
    case .cached(_, nil, let makeValidity): (makeValidity(), onlyReadsClock: false)
    case .cached(_, .some, let makeValidity):
      (InjectionOperation.runRestricted(.validityCheck(of: storage.declaration), makeValidity), onlyReadsClock: true)
    }
  }

  /// Whether a cache retains the instances until it evicts them.
  package nonisolated var ownsInstances: Bool {
    switch lifetime {
    case .onDemand, .shared: false
    case .singleton, .flow, .cached: true
    }
  }

  /// The flow that evicts an instance.
  package nonisolated var flow: InjectionFlow? {
    switch lifetime {
    case .flow(let flow): flow
    case .cached(let flow, _, _): flow
    case .onDemand, .shared, .singleton: nil
    }
  }
}

extension InjectionStorage {
  /// The strategy of the instances that a provider builds for this injection.
  func strategy(of provider: Provider) -> InjectionStrategy {
    provider.strategy ?? publishedProvider.strategy ?? .singleton
  }
}
