public import Vial

/// A module whose default isolation is the main actor, as Xcode's new projects have it.
public let greeting = Injection<any Greeting>(strategy: .shared, instance: LiveGreeting())

public let motto = Injection<String>(strategy: .singleton) {
  let text = greeting.resolve().text
  return "\(text)!"
}

public protocol Greeting {
  var text: String { get }
}

public final class LiveGreeting: Greeting {
  public let text = "live"

  public init() {}
}

public final class Dashboard {
  @Instance(greeting) public var service

  public init() {}

  public var title: String { service.text }
  public var isResolved: Bool { $service.isResolved }

  public func reset() {
    $service.reset()
  }
}

public struct Panel {
  @Instance(greeting) public var service

  public init() {}
}

public nonisolated final class Worker {
  @Instance(greeting) public var service

  public init() {}

  @MainActor public func work() -> String { service.text }
}
