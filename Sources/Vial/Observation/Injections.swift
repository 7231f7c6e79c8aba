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
/// Before the first observation, observing costs nothing. Afterwards, resolving a singleton takes about twice as long.
@MainActor public enum Injections {
  private typealias Observer = (
    id: UInt64, receive: @MainActor (InjectionEvent) -> Void,
    receiveReplacement: @MainActor (InjectionDeclaration) -> Void
  )

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
    observers.append((id, observer, replacements))
    isObserved = true
    Resolution.canSkipSearch = false
    return InjectionObservation(id: id)
  }

  static func cancel(_ id: UInt64) -> Bool {
    guard let index = observers.firstIndex(where: { $0.id == id }) else { return false }
    let observer = observers.remove(at: index)
    isObserved = !observers.isEmpty
    if !isObserved { Operation.discardEvents() }
    extendLifetime(observer)
    return true
  }

  /// Whether there is an observer, stored because each operation tests it several times.
  private(set) static var isObserved = false

  /// Delivers events to the observers that were active when the delivery began and have not been cancelled.
  static func deliver(_ events: [InjectionEvent]) {
    let current = observers
    for event in events {
      for observer in current where observers.contains(where: { $0.id == observer.id }) {
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

/// An observation of ``Injections`` that can be ended.
public struct InjectionObservation: Sendable {
  let id: UInt64

  /// Ends the observation.
  ///
  /// - Returns: Whether the observation was active; `false` the second time.
  @MainActor @discardableResult public func cancel() -> Bool { Injections.cancel(id) }
}
