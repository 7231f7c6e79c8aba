/// The meaning of a strategy for caching.
///
/// A new strategy needs a case of `InjectionStrategy.Lifetime` and a case in each `switch` of this file. A new way of caching needs a case here, and mostly one of `CachedInstance`.
enum RetentionPolicy {
  /// Nothing is cached.
  case none

  /// The cache retains the instance.
  case strong

  /// The instance lives while anyone else retains it.
  case weak
}

extension InjectionStrategy {
  /// How the cache of a scope retains a new instance.
  ///
  /// After the end of a scope nothing evicts its instances. So the scope caches an instance while someone else retains
  /// it, and late work shares the instance.
  @MainActor func retention(in scope: OverrideScope) -> RetentionPolicy {
    switch lifetime {
    case .onDemand: .none
    case .shared: .weak
    case .singleton, .flow, .cached, .expiring: scope.hasEnded ? .weak : .strong
    }
  }

  /// Makes the check that decides whether a new instance is reused.
  ///
  /// This runs code of the application.
  @MainActor func makeValidity() -> Validity? {
    switch lifetime {
    case .onDemand, .shared, .singleton, .flow: nil
    case .cached(_, let makeCheck): Validity(isValid: makeCheck(), isPure: false)
    case .expiring(_, _, let makeCheck): Validity(isValid: makeCheck(), isPure: true)
    }
  }

  /// The flow that evicts an instance.
  package nonisolated var flow: InjectionFlow? {
    switch lifetime {
    case .flow(let flow): flow
    case .cached(let flow, _), .expiring(_, let flow, _): flow
    case .onDemand, .shared, .singleton: nil
    }
  }

  /// Whether the owners of an instance determine how long it lives.
  package nonisolated var isRetainedByOwners: Bool {
    switch lifetime {
    case .onDemand, .shared: true
    case .singleton, .flow, .cached, .expiring: false
    }
  }

  /// Whether an instance can be replaced at any resolve, because its check fails.
  package nonisolated var canExpire: Bool {
    switch lifetime {
    case .cached, .expiring: true
    case .onDemand, .shared, .singleton, .flow: false
    }
  }
}

extension InjectionStorage {
  /// The strategy of the instances that a provider builds for this injection.
  func strategy(of provider: Provider) -> InjectionStrategy {
    provider.registration.strategy ?? published.registration.strategy ?? .singleton
  }
}

extension RetentionPolicy {
  /// Returns how a new instance is cached, or `nil` if it is not.
  ///
  /// A shared value is cached only if a consumer will retain its box.
  @MainActor func cachedInstance(
    for box: AnyBox,
    _ validity: Validity?,
    retainedBy consumer: AnyConsumer?
  ) -> CachedInstance? {
    switch self {
    case .none: nil
    case .strong: validity.map { .validated(box, $0) } ?? .strong(box)
    case .weak: box.weakReference ?? (consumer == nil ? nil : .weakBox(WeakReference(box)))
    }
  }
}
