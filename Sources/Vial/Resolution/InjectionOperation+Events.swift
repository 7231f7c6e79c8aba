// The events of running operations, which observers receive when the outermost operation ends.

extension InjectionOperation {
  /// The events in the order in which they completed, each with its moment.
  ///
  /// An observer that was added later does not receive the event.
  private static var events: [(moment: Moment, event: InjectionEvent)] = []

  private static var isDelivering = false

  /// The number of outermost operations that have ended while there was an observer.
  package private(set) static var observedOperations = 0

  /// Whether events are collected: there is an observer, and the code that is running is not an observer.
  static var isObserved: Bool { Injections.hasObservers && !isDelivering }

  /// Whether an operation that begins now delivers its events when it ends: no other operation and no observer is running.
  package static var deliversAtOnce: Bool { depth == 0 && !isDelivering }

  /// Reports an event, which is created only if there is an observer.
  package static func emit(_ event: @autoclosure () -> InjectionEvent) {
    guard isObserved else { return }
    assert(depth > 0, "Something is reported outside every operation.")
    events.append((.latest, event()))
  }

  /// Delivers the events at the end of the outermost operation.
  ///
  /// The events are released after the delivery, because an event can be the last owner of a scope.
  static func deliverEvents() {
    observedOperations += 1
    let delivered = removeEvents()
    if delivered.isEmpty { return }
    isDelivering = true
    Injections.deliver(delivered)
    isDelivering = false
  }

  /// Removes the events, which the caller releases when the list is consistent.
  static func removeEvents() -> [(moment: Moment, event: InjectionEvent)] {
    defer { events = [] }
    return events
  }
}
