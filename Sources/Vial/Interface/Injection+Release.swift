extension Injection {
  /// Adds an action that runs when a cache releases an instance that it owns.
  ///
  /// Use it to close connections, timers and sockets. The action runs on the main actor, once for each instance: when the
  /// flow of the instance is cleared, when the instance has expired, after ``clear()``, when its scope ends, after a
  /// rollback, and when an implementation is withdrawn or replaced. The most recent instance is released first. The action
  /// runs in the scope that has cached the instance, and may use injections.
  ///
  /// ```swift
  /// final class Socket { func close() {} }
  /// let signedIn = InjectionFlow("signed in")
  /// let socket = Injection(strategy: .flow(signedIn)) { Socket() }.onRelease { $0.close() }
  /// ```
  ///
  /// The action does not run for instances of overrides, for instances that were never cached, for instances of a scope that
  /// is deallocated without `end()`, for instances that are built after the end of their scope, or when the injection itself
  /// is deallocated. If the action resolves an instance that was evicted together with its own, another instance is built and
  /// cached. So resolve the dependencies of the action when the instance is built.
  ///
  /// Chain this method where the injection is published, before or after `when`.
  /// Two actions run in the order in which they were added.
  ///
  /// > Important: No cache owns the instances of `.shared` and `.onDemand`. With these strategies, the first resolve, or
  /// > `provide`, stops the program.
  ///
  /// - Parameter action: The action.
  /// - Returns: A separate injection, which shares no instances, overrides or implementations with this one.
  public nonisolated func onRelease(_ action: @escaping @MainActor (Value) -> Void) -> Injection {
    Injection(record: record.copy(record.publication.adding(action)))
  }
}

extension InjectionFamily {
  /// Adds an action that runs when a cache releases the instance of a key.
  ///
  /// See ``Injection/onRelease(_:)``. Chain this method where the family is published.
  ///
  /// - Parameter action: The action.
  /// - Returns: A separate family, which shares no instances or overrides with this one.
  public func onRelease(_ action: @escaping @MainActor (Value) -> Void) -> InjectionFamily {
    copy(record.publication.adding(action))
  }
}
