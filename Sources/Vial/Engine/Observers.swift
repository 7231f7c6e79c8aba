/// The observers of ``Injections``, and the events that they will receive when the outermost operation is complete.
@MainActor final class Observers {
  /// The observers, the oldest first, of which at most half were cancelled.
  private(set) var list: [InjectionObserver] = []
  private var cancelled = 0

  /// The events that will be delivered.
  ///
  /// Each event has the moment when it happened, because observers that were added later do not receive the event, and the
  /// number of instances that were being built then.
  private var reports: [Report] = []

  typealias Report = (event: InjectionEvent, moment: Moment, buildDepth: Int)

  /// The number of instances that were being built when the event happened that is being delivered.
  private(set) var buildDepthOfEvent = 0

  var hasActiveObserver: Bool { list.count > cancelled }

  func add(_ event: InjectionEvent, buildDepth: Int) {
    reports.append((event, .latest, buildDepth))
  }

  /// Delivers each event to the observers that were added before it and have not been cancelled, in the order of the observers.
  ///
  /// - Returns: The events, which the engine releases after the delivery, because an event can be the last owner of a scope.
  func deliverEvents() -> [Report] {
    let delivered = reports
    reports = []
    let receivers = list
    for report in delivered {
      buildDepthOfEvent = report.buildDepth
      for observer in receivers where observer.startedAt <= report.moment { observer.receive?(report.event) }
    }
    buildDepthOfEvent = 0
    return delivered
  }

  func add(_ observer: InjectionObserver) { list.append(observer) }

  /// Counts an observer that was cancelled, and removes all such observers when they are more than half of the list.
  func didCancel() {
    cancelled += 1
    if cancelled * 2 <= list.count { return }
    var active: [InjectionObserver] = []
    for observer in list where observer.receive != nil { active.append(observer) }
    list = active
    cancelled = 0
  }
}

#if DEBUG
extension Observers: @MainActor CustomDebugStringConvertible {
  var debugDescription: String { "Observers(\(list.count) observers, \(cancelled) cancelled, \(reports.count) events)" }

  func checkInvariants() {
    let inactive = list.count { $0.receive == nil }
    precondition(inactive == cancelled, "\(self) has \(inactive) observers that were cancelled.")
    precondition(cancelled * 2 <= list.count, "\(self) was not compacted.")
  }
}
#endif
