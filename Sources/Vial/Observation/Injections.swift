/// All injections of the program, for observers.
///
/// ```swift
/// let observation = Injections.observe { event in
///   if case .built(let resolution, let type, _, let duration) = event {
///     print(resolution.declaration, "is a", type, "built in", duration)
///   }
/// }
/// observation.cancel()
/// ```
///
/// Before the first observation, observing costs nothing. Afterwards, resolving a singleton costs about four times as much.
@MainActor public enum Injections {
  private typealias Receiver = @MainActor (InjectionEvent) -> Void

  /// The observers by the moments at which they were added.
  private static var observers: [Moment: Receiver] = [:]

  /// Delivers the events of all injections, overrides and scopes to an observer.
  ///
  /// Observers are called on the main actor, in the order in which they were added, when the outermost operation is
  /// complete. An observer can use injections; its own operations are not reported to any observer.
  ///
  /// - Parameter observer: The closure that receives each event.
  /// - Returns: A token that ends the observation. Without it, the observation lasts until the process ends.
  @discardableResult
  public static func observe(_ observer: @escaping @MainActor (InjectionEvent) -> Void) -> InjectionObservation {
    InjectionOperation.perform {
      let startedAt = Moment.next()
      observers[startedAt] = observer
      isObserved = true
      return InjectionObservation(startedAt: startedAt)
    }
  }

  static func cancel(_ startedAt: Moment) -> Bool {
    // The closure and the events may own objects whose deinitializers use injections, so they are released after the operation.
    let removed: (receive: Receiver?, events: [(Moment, InjectionEvent)]) = InjectionOperation.perform {
      let receive = observers.removeValue(forKey: startedAt)
      isObserved = !observers.isEmpty
      if isObserved { return (receive, []) }
      observers = [:]
      return (receive, InjectionOperation.removeEvents())
    }
    return removed.receive != nil
  }

  /// Whether there is an observer, stored because each operation tests it several times.
  private(set) static var isObserved = false

  /// Delivers events to the observers that were added before them and have not been cancelled, in the order of the observers.
  static func deliver(_ events: [(moment: Moment, event: InjectionEvent)]) {
    let moments = observers.keys.sorted()
    for (moment, event) in events { for addedAt in moments where addedAt <= moment { observers[addedAt]?(event) } }
  }

  /// Whether an operation that begins now delivers its events when it ends: no other operation and no observer is running.
  package static var deliversAtOnce: Bool { InjectionOperation.deliversAtOnce }

  /// The scope of the code that runs: the scope in which the outermost activity began, or the current scope.
  package static var codeScope: OverrideScope { InjectionOperation.frames.first?.scope ?? .current }

  /// The number of instances that are being built.
  package static var buildDepth: Int { InjectionOperation.buildDepth }

  /// The number of outermost operations that have ended while there was an observer.
  package static var observedOperations: Int { InjectionOperation.observedOperations }

  /// Reports an event of another module of the package.
  package static func emit(_ event: InjectionEvent) { InjectionOperation.emit(event) }
}

/// An observation of ``Injections`` that can be ended.
public struct InjectionObservation: Sendable {
  let startedAt: Moment

  /// Ends the observation.
  ///
  /// - Returns: Whether the observation was active; `false` the second time.
  @MainActor @discardableResult public func cancel() -> Bool { Injections.cancel(startedAt) }
}
