/// An event in the terms of the reference model, whose numbers identify everything.
enum ModelEvent: Hashable {
  case built(Resolution, isObject: Bool)
  case reused(Resolution)
  case released(target: Int)
  case overridden(token: Int)
  case rolledBack(token: Int)
  case provided(provision: Int)
  case withdrawn(provision: Int)
  case scopeOpened(Int)
  case scopeEnded(Int)
  case cleared(flow: Int)
  /// An injection in the event of the cleared flow that precedes.
  case clearedTarget(Int)

  struct Resolution: Hashable {
    let target: Int
    let provider: Provider
    /// The origin, which is not predicted for a resolve in a deinitializer.
    var origin: Origin?
  }

  enum Provider: Hashable {
    case published, override
    case provision(Int)
  }

  struct Origin: Hashable {
    let requester: Requester?
    let depth: Int
  }

  enum Requester: Hashable {
    case injection(Int)
    /// A consumer that no factory has created.
    case consumer
  }

  fileprivate var withoutOrigin: ModelEvent {
    switch self {
    case .built(var resolution, let isObject):
      resolution.origin = nil
      return .built(resolution, isObject: isObject)
    case .reused(var resolution):
      resolution.origin = nil
      return .reused(resolution)
    case .released, .overridden, .rolledBack, .provided, .withdrawn, .scopeOpened, .scopeEnded, .cleared,
      .clearedTarget:
      return self
    }
  }
}

/// An event that the reference model predicts.
struct PredictedEvent {
  let event: ModelEvent

  /// Whether the event may be missing.
  ///
  /// A compaction forgets an object that nothing retains any more without an event. The model does not predict compactions.
  let isOptional: Bool

  var isPartOfAnotherEvent: Bool { if case .clearedTarget = event { true } else { false } }

  private func matches(_ real: ModelEvent) -> Bool { event == real || event == real.withoutOrigin }

  /// Returns whether real events are the predicted ones, each optional event present or missing.
  static func matches(_ predicted: [PredictedEvent], _ real: [ModelEvent]) -> Bool {
    // The numbers of real events that the predicted events so far can match.
    var matched: Set<Int> = [0]
    for prediction in predicted {
      let longer = matched.filter { $0 < real.count && prediction.matches(real[$0]) }.map { $0 + 1 }
      matched = prediction.isOptional ? matched.union(longer) : Set(longer)
    }
    return matched.contains(real.count)
  }
}
