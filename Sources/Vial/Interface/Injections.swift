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
  /// Delivers the events of all injections, overrides and scopes to an observer.
  ///
  /// Observers are called on the main actor, in the order in which they were added, when the outermost operation is
  /// complete. An observer can use injections; its own operations are not reported to any observer.
  ///
  /// - Parameter observer: The closure that receives each event.
  /// - Returns: A token that ends the observation. Without it, the observation lasts until the process ends.
  @discardableResult
  public static func observe(_ observer: @escaping @MainActor (InjectionEvent) -> Void) -> InjectionObservation {
    let added = InjectionObserver(receive: observer)
    Engine.perform { Engine.add(added) }
    return InjectionObservation(observer: added)
  }
}

/// An observation of ``Injections`` that can be ended.
public struct InjectionObservation: Sendable {
  fileprivate let observer: InjectionObserver

  /// Ends the observation.
  ///
  /// - Returns: Whether the observation was active; `false` the second time.
  @MainActor @discardableResult public func cancel() -> Bool { Engine.cancel(observer) }
}
