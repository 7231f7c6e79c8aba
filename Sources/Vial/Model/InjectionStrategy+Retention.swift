extension InjectionStrategy {
  /// Returns how the cache of a scope refers to a new instance, or `nil` if the instance is not cached.
  ///
  /// A new strategy needs a case of `InjectionStrategy.Lifetime` and a case in each `switch` over it, which the compiler finds.
  /// A new way of caching needs a case of `CachedInstance`, too.
  ///
  /// A scope refers weakly to an instance that is built after the end of the scope, because no second end would release the
  /// instance.
  ///
  /// - Parameters:
  ///   - box: The instance.
  ///   - check: The validity check; `nil` if the strategy has none, and if the scope has ended.
  ///   - scope: The scope.
  /// - Returns: The reference; `nil` also for a value that could only be referenced weakly.
  @MainActor func reference(to box: AnyBox, _ check: ValidityCheck?, in scope: OverrideScope) -> CachedInstance? {
    switch lifetime {
    case .onDemand: return nil
    case .shared: return box.weakReference.map { .weak($0) }
    case .singleton, .flow:
      if !scope.hasEnded { return .strong(box) }
      return box.weakReference.map { .weak($0) }
    case .expiring, .cached:
      if let check, !scope.hasEnded { return .validated(box, check) }
      return box.weakReference.map { .weak($0) }
    }
  }

  /// Whether an instance is a value that a resolve with the strategy `.shared` cannot share.
  @MainActor func cannotShare(_ box: AnyBox) -> Bool {
    guard case .shared = lifetime else { return false }
    return !box.isNil && box.weakReference == nil
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
