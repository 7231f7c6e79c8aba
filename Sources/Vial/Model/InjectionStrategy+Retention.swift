extension InjectionStrategy {
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
