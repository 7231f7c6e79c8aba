/// All injections of the program, for observers.
///
/// ```swift
/// let observation = Injections.observe { event in
///   if case .built(let resolution, let type, let duration) = event {
///     print(resolution.declaration, "is a", type, "built in", duration)
///   }
/// }
/// observation.cancel()
/// ```
///
/// Without an observer, observation costs nothing.
@MainActor public enum Injections {
  private static var observers: [Observer] = []

  /// Receives each required injection whose implementation was replaced or withdrawn.
  package static var replacementObserver: (@MainActor (InjectionDeclaration) -> Void)?

  /// The events of the operation that is running, in the order in which they completed.
  private static var pendingEvents: [InjectionEvent] = []

  /// The nesting depth of the running operations.
  @safe @exclusivity(unchecked) private static var operationDepth = 0
  private static var isDelivering = false

  /// Delivers the events of all injections, overrides and scopes to an observer.
  ///
  /// Observers are called on the main actor, in the order in which they were added, when the outermost operation is
  /// complete. An observer can use injections; its own operations are not reported to any observer.
  ///
  /// - Parameter observer: The closure that receives each event.
  /// - Returns: A token that ends the observation. Without it, the observation lasts until the process ends.
  @discardableResult public static func observe(_ observer: @escaping @MainActor (InjectionEvent) -> Void)
    -> InjectionObservation
  {
    let id = SequenceNumber.next()
    observers.append(Observer(sequenceNumber: id, receive: observer))
    SlowPathReasons.current.insert(.observers)
    return InjectionObservation(id: id)
  }

  static func cancel(_ id: UInt64) -> Bool {
    guard let observer = observers.remove(numbered: id) else { return false }
    if observers.isEmpty {
      SlowPathReasons.current.remove(.observers)
      pendingEvents = []
    }
    extendLifetime(observer.receive)
    return true
  }

  @usableFromInline static var isObserved: Bool { SlowPathReasons.current.contains(.observers) }

  /// Reports an event, which is created only if there is an observer.
  package static func emit(_ event: @autoclosure () -> InjectionEvent) {
    if isObserved, !isDelivering { report(event()) }
  }

  @inline(never) private static func report(_ event: InjectionEvent) {
    pendingEvents.append(event)
    if operationDepth == 0 { deliverEvents() }
  }

  /// Begins an operation, whose events are delivered when the outermost operation ends.
  ///
  /// This stops the program in a validity check, which may not use injections.
  static func beginOperation() {
    if SlowPathReasons.current.contains(.validityChecks) { ResolutionStack.stopInValidityCheck() }
    operationDepth += 1
  }

  @inline(never) static func endOperation() {
    operationDepth -= 1
    if operationDepth == 0, isObserved, !isDelivering { deliverEvents() }
  }

  @inline(never)
  private static func deliverEvents() {
    isDelivering = true
    defer { isDelivering = false }
    var events: [InjectionEvent] = []
    swap(&events, &pendingEvents)
    let current = observers
    for event in events {
      for observer in current where observers.element(numbered: observer.sequenceNumber) != nil {
        observer.receive(event)
      }
    }
  }
}

private struct Observer: SequenceNumbered {
  let sequenceNumber: UInt64
  let receive: @MainActor (InjectionEvent) -> Void
}

/// An observation of ``Injections`` that can be ended.
public struct InjectionObservation: Sendable {
  let id: UInt64

  /// Ends the observation.
  ///
  /// - Returns: Whether the observation was active; `false` the second time.
  @MainActor @discardableResult public func cancel() -> Bool { Injections.cancel(id) }
}
