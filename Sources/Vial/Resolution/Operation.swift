/// The operations that are running: resolves, first reads, overrides, rollbacks, and so on.
///
/// Operations are nested, because factories and deinitializers can use injections.
@MainActor enum Operation {
  @safe @exclusivity(unchecked) private static var depth = 0

  /// The events that are delivered when the outermost operation ends, in the order in which they completed.
  private static var pendingEvents: [InjectionEvent] = []
  private static var isDelivering = false

  /// Begins an operation; stops the program in a validity check, which may not use injections.
  ///
  /// Inlined, this would add 3 KB to a program.
  @inline(never) static func begin() {
    if ResolutionStack.isValidating { ResolutionStack.stopInValidityCheck() }
    depth += 1
  }

  static func end() {
    depth -= 1
    if depth == 0, Injections.isObserved, !isDelivering { deliverEvents() }
  }

  /// Reports an event, which is created only if there is an observer.
  static func emit(_ event: @autoclosure () -> InjectionEvent) {
    if Injections.isObserved, !isDelivering { report(event()) }
  }

  private static func report(_ event: InjectionEvent) {
    pendingEvents.append(event)
    if depth == 0 { deliverEvents() }
  }

  private static func deliverEvents() {
    isDelivering = true
    defer { isDelivering = false }
    let events = pendingEvents
    pendingEvents = []
    Injections.deliver(events)
  }

  static func discardEvents() { pendingEvents = [] }
}
