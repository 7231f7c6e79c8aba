/// An observer of ``Injections``.
@MainActor final class InjectionObserver {
  let startedAt = Moment.next()

  /// The closure that receives the events; `nil` after the observation was cancelled.
  var receive: ((InjectionEvent) -> Void)?

  init(receive: @escaping (InjectionEvent) -> Void) { self.receive = receive }
}

#if DEBUG
extension InjectionObserver: @MainActor CustomDebugStringConvertible {
  var debugDescription: String { "InjectionObserver(since \(startedAt), \(receive == nil ? "cancelled" : "active"))" }
}
#endif
