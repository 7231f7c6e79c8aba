import Dispatch
import Vial

/// A client of a module in Swift 5 language mode, which calls a closure off the main actor.
public final class Client {
  private let isSignedIn: () -> Bool

  /// Creates a client that calls a closure.
  public init(isSignedIn: @escaping () -> Bool) {
    self.isSignedIn = isSignedIn
  }

  /// Calls the closure on the current thread.
  public func check() -> Bool { isSignedIn() }

  /// Calls the closure on another thread and waits for it.
  public func checkOnAnotherThread() {
    let done = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      _ = self.isSignedIn()
      done.signal()
    }
    done.wait()
  }
}

/// Converting the closures to `() -> Bool` loses the main actor, without a warning in Swift 5 language mode.
@MainActor public enum Clients {
  /// Returns a client that resolves an injection.
  public static func resolving(_ session: Injection<Bool>) -> Client {
    Client(isSignedIn: { session.resolve() })
  }

  /// Returns a client that reads a consumer.
  public static func reading(_ session: Injection<Bool>) -> Client {
    let consumer = Instance(session)
    return Client(isSignedIn: { consumer.wrappedValue })
  }

  /// Returns a client that reads a consumer whose instance was read before.
  public static func readingAgain(_ session: Injection<Bool>) -> Client {
    let consumer = Instance(session)
    _ = consumer.wrappedValue
    return Client(isSignedIn: { consumer.wrappedValue })
  }

  /// Returns a client that reads an instance that was assigned to a consumer.
  public static func readingAnAssignedInstance(_ session: Injection<Bool>) -> Client {
    let consumer = DynamicInstance(session)
    consumer.wrappedValue = true
    return Client(isSignedIn: { consumer.wrappedValue })
  }

  /// Returns a client that reads a weak consumer.
  public static func readingWeakly(_ session: Injection<Bool>) -> Client {
    let consumer = WeakInstance(session)
    return Client(isSignedIn: { consumer.wrappedValue ?? false })
  }

  /// Returns a client that overrides an injection.
  public static func overriding(_ session: Injection<Bool>) -> Client {
    Client(isSignedIn: { session.override(with: true).isActive })
  }

  /// Returns a client that provides an implementation.
  public static func providing(_ session: Injection<Bool>) -> Client {
    Client(isSignedIn: { session.provide(with: true).withdraw() })
  }

  /// Returns a client that reads the cached instance of an injection.
  public static func readingTheCache(of session: Injection<Bool>) -> Client {
    Client(isSignedIn: { session.current ?? true })
  }

  /// Returns a client that looks up a key that is in use.
  public static func lookingUpAKey(of sessions: InjectionFamily<Int, Bool>) -> Client {
    let session = sessions[1]
    return Client(isSignedIn: { sessions[1] == session })
  }

  /// Returns a client that clears an injection.
  public static func clearing(_ session: Injection<Bool>) -> Client {
    Client(isSignedIn: {
      session.clear()
      return true
    })
  }

  /// Returns a client that rolls back an override.
  public static func rollingBack(_ override: Override) -> Client { Client(isSignedIn: { override.rollback() }) }

  /// Returns a client that withdraws an implementation.
  public static func withdrawing(_ provision: Provision) -> Client { Client(isSignedIn: { provision.withdraw() }) }

  /// Returns a client that ends a scope.
  public static func ending(_ scope: OverrideScope) -> Client {
    Client(isSignedIn: {
      scope.end()
      return scope.hasEnded
    })
  }
}
