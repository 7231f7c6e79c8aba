/// The observers of ``Injections``, and the events of operations that are complete.
@MainActor final class Observers {
  /// The observers, the oldest first, until the list is compacted also those that were cancelled; the last one is active.
  private(set) var list: [InjectionObserver] = []
  private var threshold = CompactionThreshold()

  private var events: [(moment: Moment, event: InjectionEvent)] = []

  func add(_ event: InjectionEvent) { events.append((.latest, event)) }

  func takeEvents() -> [(moment: Moment, event: InjectionEvent)] {
    let taken = events
    events = []
    return taken
  }

  /// Delivers each event to the observers that were added before it and have not been cancelled, in the order of the observers.
  func deliver(_ events: [(moment: Moment, event: InjectionEvent)]) {
    let known = list
    for (moment, event) in events {
      for observer in known where observer.startedAt <= moment { observer.receive?(event) }
    }
  }

  func add(_ observer: InjectionObserver) {
    if threshold.isReached(by: list.count) {
      list.removeAll { $0.receive == nil }
      threshold.reset(afterKeeping: list.count)
    }
    list.append(observer)
  }

  /// Removes the observers behind the last active one, and returns whether there is one.
  func hasActiveObserver() -> Bool {
    while let last = list.last, last.receive == nil { list.removeLast() }
    return !list.isEmpty
  }
}

/// An observer of ``Injections``.
@MainActor final class InjectionObserver {
  let startedAt = Moment.next()

  /// The closure that receives the events; `nil` after the observation was cancelled.
  var receive: ((InjectionEvent) -> Void)?

  init(receive: @escaping (InjectionEvent) -> Void) { self.receive = receive }
}
