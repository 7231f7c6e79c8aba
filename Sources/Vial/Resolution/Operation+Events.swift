// The reports of running operations, which observers receive when the outermost operation ends.

extension Operation {
  /// Delivers an event, or the removal of an implementation, to an observer.
  typealias Report = @MainActor (Injections.Observer) -> Void

  /// The reports in the order in which they completed, each with the sequence number that was current.
  ///
  /// An observer that was added later has a greater number, and does not receive the report.
  private static var reports: [(number: UInt64, report: Report)] = []

  private static var isDelivering = false

  /// The number of outermost operations that have ended while there was an observer.
  private(set) static var observedOperations = 0

  /// Whether reports are collected: there is an observer, and the code that is running is not an observer.
  static var isObserved: Bool { Injections.isObserved && !isDelivering }

  /// Whether an operation that begins now delivers its events when it ends: no other operation and no observer is running.
  static var deliversAtOnce: Bool { depth == 0 && !isDelivering }

  /// Reports an event, which is created only if there is an observer.
  static func emit(_ event: @autoclosure () -> InjectionEvent) {
    guard isObserved else { return }
    let event = event()
    report { $0.receive(event) }
  }

  @inline(never) static func report(_ report: @escaping Report) {
    assert(depth > 0, "Something is reported outside every operation.")
    if isObserved { reports.append((SequenceNumber.current, report)) }
  }

  /// Delivers the reports at the end of the outermost operation.
  ///
  /// The reports are released after the delivery, because an event can be the last owner of a scope.
  static func deliverReports() {
    if isDelivering { return }
    observedOperations += 1
    let delivered = removeReports()
    if delivered.isEmpty { return }
    isDelivering = true
    for (number, report) in delivered { Injections.deliver(report, from: number) }
    isDelivering = false
  }

  /// Removes the reports, which the caller releases when the list is consistent.
  static func removeReports() -> [(number: UInt64, report: Report)] {
    defer { reports = [] }
    return reports
  }
}
