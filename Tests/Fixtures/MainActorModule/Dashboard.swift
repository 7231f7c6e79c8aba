public import Vial

/// The greeting of a module whose default isolation is the main actor, as in new Xcode projects.
public let greeting = Injection<any Greeting>(strategy: .shared, instance: LiveGreeting())

/// A text that is built from the greeting.
public let motto = Injection<String>(strategy: .singleton) {
  let text = greeting.resolve().text
  return "\(text)!"
}

/// A service that provides a greeting.
public protocol Greeting {
  /// The greeting.
  var text: String { get }
}

/// The published greeting.
public final class LiveGreeting: Greeting {
  /// The greeting.
  public let text = "live"

  /// Creates an instance.
  public init() {}
}

/// A class with a consumer.
public final class Dashboard {
  /// The consumer of the greeting.
  @Instance(greeting) public var service

  /// Creates an instance.
  public init() {}

  /// The text of the greeting.
  public var title: String { service.text }
  /// Whether the consumer has read its instance.
  public var isResolved: Bool { $service.isResolved }

  /// Resets the consumer.
  public func reset() {
    $service.reset()
  }
}

/// A structure with a consumer.
public struct Panel {
  /// The consumer of the greeting.
  @Instance(greeting) public var service

  /// Creates an instance.
  public init() {}
}

/// A nonisolated class with a consumer.
public nonisolated final class Worker {
  /// The consumer of the greeting.
  @Instance(greeting) public var service

  /// Creates an instance.
  public init() {}

  /// Returns the text of the greeting.
  @MainActor public func work() -> String { service.text }
}
