public import Vial

/// A service of another module than its consumers'.
public protocol Gateway {
  func send()
}

final class LiveGateway: Gateway {
  func send() {}
}

/// What this module publishes.
@MainActor
public enum Gateways {
  /// Kept until the process ends.
  public static let singleton = Injection<any Gateway>(
    strategy: .singleton,
    instance: LiveGateway()
  )

  /// Kept while it is held.
  public static let shared = Injection<any Gateway>(strategy: .shared, instance: LiveGateway())

  /// Built each time.
  public static let onDemand = Injection<any Gateway>(strategy: .onDemand, instance: LiveGateway())
}

/// The same, written by hand.
@MainActor
public enum HandWrittenGateways {
  /// Kept until the process ends.
  public static let singleton: any Gateway = LiveGateway()

  private static weak var current: LiveGateway?

  /// Kept while it is held.
  public static func shared() -> any Gateway {
    if let current { return current }
    let gateway = LiveGateway()
    current = gateway
    return gateway
  }

  /// Built each time.
  public static func onDemand() -> any Gateway { LiveGateway() }
}
