/// The decision of a cache about a new instance.
///
/// A new strategy needs a case of `InjectionStrategy.Lifetime` and a case in each `switch` over it, which the compiler finds.
/// A new way of caching needs a case of `CachedInstance`, too.
enum Retention {
  case notCached
  case valueThatCannotBeShared
  case cached(CachedInstance)

  /// Refers weakly to an object; does not cache a value.
  @MainActor static func weak(_ box: AnyBox) -> Retention {
    if let reference = box.weakReference { .cached(.weak(reference)) } else { .notCached }
  }
}

extension InjectionStrategy {
  /// Returns the decision of the cache of a scope about a new instance.
  ///
  /// A scope ends once. So the scope refers weakly to an instance that is built after its end, because no second end would
  /// release the instance.
  ///
  /// - Parameters:
  ///   - box: The instance.
  ///   - check: The validity check; `nil` if the strategy has none, and if the scope has ended.
  ///   - scope: The scope.
  /// - Returns: The retention.
  @MainActor func retention(of box: AnyBox, _ check: ValidityCheck?, in scope: OverrideScope) -> Retention {
    switch lifetime {
    case .onDemand: return .notCached
    case .shared:
      if let reference = box.weakReference { return .cached(.weak(reference)) }
      return box.isNil ? .notCached : .valueThatCannotBeShared
    case .singleton, .flow: return scope.hasEnded ? .weak(box) : .cached(.strong(box))
    case .expiring, .cached:
      guard let check, !scope.hasEnded else { return .weak(box) }
      return .cached(.validated(box, check))
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
