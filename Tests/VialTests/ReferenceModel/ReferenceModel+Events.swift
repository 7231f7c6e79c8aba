// The events that the reference model predicts (rule 28), in a run with an observer.

extension ReferenceModel {
  func emit(_ event: ModelEvent, isOptional: Bool = false) {
    if isObserved { events.append(PredictedEvent(event: event, isOptional: isOptional)) }
  }

  /// The possible numbers of events that an observer has received since the last comparison.
  func eventCounts(of observer: Int) -> ClosedRange<Int> {
    let received = events.dropFirst(observers[observer] ?? 0).filter { !$0.isPartOfAnotherEvent }
    return received.count { !$0.isOptional }...received.count
  }

  /// The resolve of a target by a provider, as events describe it.
  func description(of target: Int, by provider: Int) -> ModelEvent.Resolution {
    let kind: ModelEvent.Provider =
      if let provision = provisions.firstIndex(of: provider) {
        .provision(provision)
      } else {
        provider < targets.count ? .published : .override
      }
    let origin = ModelEvent.Origin(requester: requesters.last, depth: frames.count)
    return ModelEvent.Resolution(target: target, provider: kind, origin: stepsInDeinitializers == 0 ? origin : nil)
  }

  /// The event of a flow that evicts instances, with their injections in the order of the release, each once.
  ///
  /// It follows the events of the releases.
  func eventsOfClearing(_ flow: Int, evicting entries: [(key: CacheKey, entry: CacheEntry)]) -> [PredictedEvent] {
    var events = [PredictedEvent(event: .cleared(flow: flow), isOptional: false)]
    var isOptional: [Int: Bool] = [:]
    for (key, entry) in entries.reversed() where isOptional[key.target] != false {
      let mayBeMissing = !isAlive(entry)
      let event = ModelEvent.clearedTarget(key.target)
      events.append(PredictedEvent(event: event, isOptional: mayBeMissing || isOptional[key.target] != nil))
      isOptional[key.target] = mayBeMissing
    }
    return events
  }
}
