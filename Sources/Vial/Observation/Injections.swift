/// All injections at once, for observers.
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
/// While nobody observes, a resolve costs no more (benchmark “resolve a singleton”).
@MainActor public enum Injections {
  private static var observers: [(id: UInt64, observer: @MainActor (InjectionEvent) -> Void)] = []
  private static var isEmitting = false

  /// Reports each event from now on, as it happens.
  ///
  /// Observers are called on the main actor, in the order in which they were added. An observer's own
  /// resolves and overrides are not reported. An observer that is added while an event is delivered
  /// receives the next event. One that is cancelled receives no more events.
  ///
  /// - Parameter observer: Receives each event.
  /// - Returns: A token that ends the observation; without it, the observation never ends.
  @discardableResult public static func observe(
    _ observer: @escaping @MainActor (InjectionEvent) -> Void
  ) -> InjectionObservation {
    let id = Moment.next()
    observers.append((id, observer))
    Detour.set(Detour.observers, true)
    return InjectionObservation(id: id)
  }

  /// Writes each event from now on to standard error, with an ``InjectionTracer``.
  ///
  /// Use it to see what is built, and which override provides:
  ///
  /// ```swift
  /// Injections.trace()
  /// ```
  ///
  /// - Returns: A token that ends the trace; without it, the trace never ends.
  @discardableResult public static func trace() -> InjectionObservation {
    observe(InjectionTracer(to: StandardError()).receive)
  }

  static func cancel(_ id: UInt64) -> Bool {
    guard let index = observers.firstIndex(where: { $0.id == id }) else { return false }
    let removed = observers.remove(at: index)
    Detour.set(Detour.observers, !observers.isEmpty)
    extendLifetime(removed.observer)
    return true
  }

  @usableFromInline static var isObserved: Bool { Detour.reasons & Detour.observers != 0 }

  /// Reports an event, which is made only if someone observes.
  static func emit(_ event: @autoclosure () -> InjectionEvent) {
    if isObserved, !isEmitting { report(event()) }
  }

  private static func report(_ event: InjectionEvent) {
    isEmitting = true
    defer { isEmitting = false }
    Running.begin(.observing, in: .outside)
    defer { Running.end() }
    for entry in observers where observers.contains(where: { $0.id == entry.id }) {
      entry.observer(event)
    }
  }
}

/// A running observation of ``Injections``.
public struct InjectionObservation: Sendable {
  let id: UInt64

  /// Ends the observation.
  ///
  /// - Returns: Whether it was running; `false` the second time.
  @MainActor @discardableResult public func cancel() -> Bool {
    Injections.cancel(id)
  }
}
