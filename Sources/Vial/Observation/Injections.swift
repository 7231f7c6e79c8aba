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
  /// The observers in the order in which they were added.
  ///
  /// A cancelled observer has no closure until it is removed.
  private static var observers: [(addedAt: Moment, receive: Receiver?)] = []

  private typealias Receiver = @MainActor (InjectionEvent) -> Void

  private static var cancelledCount = 0

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
    InjectionOperation.perform {
      let startedAt = Moment.next()
      observers.append((startedAt, observer))
      isObserved = true
      return InjectionObservation(startedAt: startedAt)
    }
  }

  /// Ends an observation.
  ///
  /// The cancelled observers are removed when they are the majority, so cancelling takes amortized constant time.
  static func cancel(_ startedAt: Moment) -> Bool {
    // The closure and the events may own objects whose deinitializers use injections, so they are released after the operation.
    let removed: (receive: Receiver?, events: [(Moment, InjectionEvent)]) = InjectionOperation.perform {
      guard let index = index(of: startedAt) else { return (nil, []) }
      let receive = observers[index].receive.take()
      cancelledCount += 1
      if cancelledCount > observers.count / 2 {
        observers.removeAll { $0.receive == nil }
        cancelledCount = 0
      }
      isObserved = !observers.isEmpty
      return (receive, isObserved ? [] : InjectionOperation.removeEvents())
    }
    return removed.receive != nil
  }

  /// The index of an observer that has not been cancelled.
  private static func index(of startedAt: Moment) -> Int? {
    let index = observers.partitioningIndex { $0.addedAt >= startedAt }
    guard index < observers.count, observers[index].addedAt == startedAt else { return nil }
    return observers[index].receive == nil ? nil : index
  }

  /// Whether there is an observer, stored because each operation tests it several times.
  private(set) static var isObserved = false

  /// Delivers an event to the observers that were added before a moment and have not been cancelled.
  static func deliver(_ event: InjectionEvent, at moment: Moment) {
    for observer in observers where observer.addedAt <= moment {
      // An observer can cancel another one, which this copy of the list still contains.
      if index(of: observer.addedAt) != nil { observer.receive?(event) }
    }
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
