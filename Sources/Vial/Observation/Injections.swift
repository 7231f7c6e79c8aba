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

  /// Delivers the events of all injections, overrides and scopes to an observer.
  ///
  /// Observers are called on the main actor, in the order in which they were added, when the outermost operation is
  /// complete. An observer can use injections; its own operations are not reported to any observer.
  ///
  /// - Parameter observer: The closure that receives each event.
  /// - Returns: A token that ends the observation. Without it, the observation lasts until the process ends.
  @discardableResult public static func observe(_ observer: @escaping @MainActor (InjectionEvent) -> Void)
    -> InjectionObservation
  { observe(observer, replacements: { _ in }) }

  /// Delivers all events, and each required injection whose implementation was replaced or withdrawn.
  ///
  /// - Parameters:
  ///   - observer: The closure that receives each event.
  ///   - replacements: The closure that receives the required injection, before the operation is complete.
  /// - Returns: A token that ends the observation.
  package static func observe(
    _ observer: @escaping @MainActor (InjectionEvent) -> Void,
    replacements: @escaping @MainActor (InjectionDeclaration) -> Void
  ) -> InjectionObservation {
    let id = SequenceNumber.next()
    observers.append(Observer(sequenceNumber: id, receive: observer, receiveReplacement: replacements))
    SlowPathReasons.current[.observers] = true
    return InjectionObservation(id: id)
  }

  static func cancel(_ id: UInt64) -> Bool {
    guard let observer = observers.remove(numbered: id) else { return false }
    if observers.isEmpty {
      SlowPathReasons.current[.observers] = false
      Operation.discardEvents()
    }
    extendLifetime(observer)
    return true
  }

  @usableFromInline static var isObserved: Bool { SlowPathReasons.current[.observers] }

  /// Delivers events to the observers that were active when the delivery began and have not been cancelled.
  static func deliver(_ events: [InjectionEvent]) {
    let current = observers
    for event in events {
      for observer in current where observers.element(numbered: observer.sequenceNumber) != nil {
        observer.receive(event)
      }
    }
  }

  /// Reports that the implementation of a required injection was replaced or withdrawn.
  static func deliverReplacement(of declaration: InjectionDeclaration) {
    for observer in observers { observer.receiveReplacement(declaration) }
  }

  /// Reports an event of another module of the package.
  package static func emit(_ event: InjectionEvent) { Operation.emit(event) }
}

private struct Observer: SequenceNumbered {
  let sequenceNumber: UInt64
  let receive: @MainActor (InjectionEvent) -> Void
  let receiveReplacement: @MainActor (InjectionDeclaration) -> Void
}

/// An observation of ``Injections`` that can be ended.
public struct InjectionObservation: Sendable {
  let id: UInt64

  /// Ends the observation.
  ///
  /// - Returns: Whether the observation was active; `false` the second time.
  @MainActor @discardableResult public func cancel() -> Bool { Injections.cancel(id) }
}
