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
    case .onDemand: nil
    case .singleton, .flow, .cached:
      scopeHasEnded ? box.weaklyCached : check.map { .validated(box, $0) } ?? .strong(box)
    case .shared: box.weaklyCached
    }
  }

  /// Makes the check that decides whether a new instance is reused.
  ///
  /// This runs code of the application.
  @MainActor func makeValidityCheck() -> ValidityCheck? {
    switch lifetime {
    case .onDemand, .shared, .singleton, .flow: nil
    case .cached(_, let duration, let makeValidity): (makeValidity(), onlyReadsClock: duration != nil)
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
    provider.strategy ?? published.strategy ?? .singleton
  }
}
