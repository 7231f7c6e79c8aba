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
/// Without an observer, observing costs nothing. With one, each operation creates its events and delivers them.
@MainActor public enum Injections {
  /// The observers, the oldest first, until the list is compacted also those that were cancelled; the last one is active.
  private(set) static var observers: [InjectionObserver] = []
  private static var threshold = CompactionThreshold()

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
      if threshold.isReached(by: observers.count) {
        observers.removeAll { $0.receive == nil }
        threshold.reset(afterKeeping: observers.count)
      }
      let added = InjectionObserver(receive: observer)
      observers.append(added)
      hasObservers = true
      return InjectionObservation(observer: added)
    }
  }

  fileprivate static func cancel(_ observer: InjectionObserver) -> Bool {
    // The closure and the events may own objects whose deinitializers use injections, so they are released after the operation.
    let removed = InjectionOperation.perform {
      let receive = observer.receive.take()
      while let last = observers.last, last.receive == nil { observers.removeLast() }
      hasObservers = !observers.isEmpty
      return (receive: receive, events: hasObservers ? [] : InjectionOperation.removeEvents())
    }
    return removed.receive != nil
  }

  /// Whether there is an observer, stored because each operation tests it several times.
  private(set) static var hasObservers = false

  /// Delivers events to the observers that were added before them and have not been cancelled, in the order of the observers.
  static func deliver(_ events: [(moment: Moment, event: InjectionEvent)]) {
    let known = observers
    for (moment, event) in events {
      for observer in known where observer.startedAt <= moment { observer.receive?(event) }
    }
  }
}

@MainActor final class InjectionObserver {
  let startedAt = Moment.next()

  /// The closure that receives the events; `nil` after the observation was cancelled.
  var receive: ((InjectionEvent) -> Void)?

  init(receive: @escaping (InjectionEvent) -> Void) { self.receive = receive }
}

/// An observation of ``Injections`` that can be ended.
public struct InjectionObservation: Sendable {
  fileprivate let observer: InjectionObserver

  /// Ends the observation.
  ///
  /// - Returns: Whether the observation was active; `false` the second time.
  @MainActor @discardableResult public func cancel() -> Bool { Injections.cancel(observer) }
}
