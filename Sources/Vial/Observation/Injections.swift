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
/// Before the first observation, observing costs nothing. Afterwards, resolving a singleton costs about four times as much.
@MainActor public enum Injections {
  typealias Observer = (
    id: UInt64, receive: @MainActor (InjectionEvent) -> Void,
    receiveRemoval: @MainActor (InjectionDeclaration, AnyObject) -> Void
  )

  /// The observers in the order in which they were added.
  private static var observers: [Observer] = []

  /// The number of observers that were cancelled.
  private static var cancellations = 0

  /// Delivers the events of all injections, overrides and scopes to an observer.
  ///
  /// Observers are called on the main actor, in the order in which they were added, when the outermost operation is
  /// complete. An observer can use injections; its own operations are not reported to any observer.
  ///
  /// - Parameter observer: The closure that receives each event.
  /// - Returns: A token that ends the observation. Without it, the observation lasts until the process ends.
  @discardableResult public static func observe(_ observer: @escaping @MainActor (InjectionEvent) -> Void)
    -> InjectionObservation
  { observe(observer, replacements: { _, _ in }) }

  /// Delivers all events, and each required injection whose implementation was replaced or withdrawn.
  ///
  /// - Parameters:
  ///   - observer: The closure that receives each event.
  ///   - replacements: The closure that receives the required injection and the implementation, see
  ///     `InjectionResolution.implementation`.
  /// - Returns: A token that ends the observation.
  package static func observe(
    _ observer: @escaping @MainActor (InjectionEvent) -> Void,
    replacements: @escaping @MainActor (InjectionDeclaration, AnyObject) -> Void
  ) -> InjectionObservation {
    Operation.perform {
      let id = SequenceNumber.next()
      observers.append((id, observer, replacements))
      isObserved = true
      Resolution.searchAlways()
      return InjectionObservation(id: id)
    }
  }

  static func cancel(_ id: UInt64) -> Bool {
    // The observer and the reports may own objects whose deinitializers use injections, so they are released last.
    let removed = Operation.perform {
      // Searched from the end, so that cancelling the newest observers first takes linear time for all of them.
      let cancelled = observers.lastIndex { $0.id == id }.map { observers.remove(at: $0) }
      if cancelled != nil { cancellations += 1 }
      isObserved = !observers.isEmpty
      return (observer: cancelled, undeliveredReports: isObserved ? [] : Operation.removeReports())
    }
    return removed.observer != nil
  }

  /// Whether there is an observer, stored because each operation tests it several times.
  private(set) static var isObserved = false

  /// Delivers a report to the observers that were added before a sequence number and have not been cancelled.
  static func deliver(_ report: Operation.Report, from number: UInt64) {
    let cancellationsBefore = cancellations
    for observer in observers where observer.id <= number {
      let mayBeCancelled = cancellations != cancellationsBefore
      if !mayBeCancelled || observers.contains(where: { $0.id == observer.id }) { report(observer) }
    }
  }

  /// Whether an operation that begins now delivers its events when it ends: no other operation and no observer is running.
  package static var deliversAtOnce: Bool { Operation.deliversAtOnce }

  /// The number of instances that are being built.
  package static var buildDepth: Int { Operation.buildDepth }

  /// The number of outermost operations that have ended while there was an observer.
  package static var observedOperations: Int { Operation.observedOperations }

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
