public import Vial

/// What greets; its module's default isolation is the main actor, as in Xcode's new projects.
public let greeting = Injection<any Greeting>(strategy: .shared, instance: LiveGreeting())

/// What is built from the greeting.
public let motto = Injection<String>(strategy: .singleton) {
  let text = greeting.resolve().text
  return "\(text)!"
}

/// Something that greets.
public protocol Greeting {
  /// The greeting.
  var text: String { get }
}

/// The published greeting.
public final class LiveGreeting: Greeting {
  /// The greeting.
  public let text = "live"

  /// Makes one.
  public init() {}
}

/// A class that consumes.
public final class Dashboard {
  /// What greets.
  @Instance(greeting) public var service

  /// Makes one.
  public init() {}

  /// What it shows.
  public var title: String { service.text }
  /// Whether it has read its service.
  public var isResolved: Bool { $service.isResolved }

  /// Forgets its service.
  public func reset() {
    $service.reset()
  }
}

/// A struct that consumes.
public struct Panel {
  /// What greets.
  @Instance(greeting) public var service

  /// Makes one.
  public init() {}
}

/// A class that consumes and is not isolated.
public nonisolated final class Worker {
  /// What greets.
  @Instance(greeting) public var service

  /// Makes one.
  public init() {}

  /// What it says.
  @MainActor public func work() -> String { service.text }
}
