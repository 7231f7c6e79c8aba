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
    case .shared: return box.weakReference.map(CachedInstance.weak)
    case .singleton, .flow: return scopeHasEnded ? box.weakReference.map(CachedInstance.weak) : .strong(box)
    case .expiring, .cached:
      if scopeHasEnded { return box.weakReference.map(CachedInstance.weak) }
      guard let check else { preconditionFailure("The instance has no validity check.") }
      return .validated(box, check)
    }
  }

  /// Whether a cache retains the instances until it evicts them.
  package nonisolated var ownsInstances: Bool {
    switch lifetime {
    case .onDemand, .shared: false
    case .singleton, .flow, .expiring, .cached: true
    }
  }

  /// The flow that evicts an instance.
  package nonisolated var flow: InjectionFlow? {
    switch lifetime {
    case .flow(let flow): flow
    case .expiring(_, let flow, _), .cached(let flow, _): flow
    case .onDemand, .shared, .singleton: nil
    }
  }
}
