/// The operations that are running: resolves, first reads, overrides, rollbacks, and so on.
///
/// Operations are nested, because factories and deinitializers can use injections.
@MainActor enum Operation {
  @safe @exclusivity(unchecked) private static var depth = 0

  /// The events that are delivered when the outermost operation ends, in the order in which they completed.
  private static var pendingEvents: [InjectionEvent] = []
  private static var isDelivering = false

  /// Begins an operation; stops the program in a validity check, which may not use injections.
  static func begin() {
    if SlowPathReasons.current[.validityChecks] { ResolutionStack.stopInValidityCheck() }
    depth += 1
  }

  @inline(never) static func end() {
    depth -= 1
    if depth == 0, Injections.isObserved, !isDelivering { deliverEvents() }
  }

  /// Reports an event, which is created only if there is an observer.
  static func emit(_ event: @autoclosure () -> InjectionEvent) {
    if Injections.isObserved, !isDelivering { report(event()) }
  }

  @inline(never) private static func report(_ event: InjectionEvent) {
    pendingEvents.append(event)
    if depth == 0 { deliverEvents() }
  }

  @inline(never) private static func deliverEvents() {
    isDelivering = true
    defer { isDelivering = false }
    var events: [InjectionEvent] = []
    swap(&events, &pendingEvents)
    Injections.deliver(events)
  }

  static func discardEvents() { pendingEvents = [] }
}
