public import Vial

/// A service of another module than its consumers'.
public protocol Service {
  /// Does what the service is for: nothing.
  func serve()
}

/// The service that is injected everywhere; making one is one allocation.
public final class LiveService: Service {
  /// Makes one.
  public init() {}

  /// Does nothing.
  public func serve() {}
}

/// What this module publishes.
@MainActor
public enum Published {
  /// Kept until the process ends.
  public static let singleton = Injection<any Service>(
    strategy: .singleton,
    instance: LiveService()
  )

  /// Kept while it is held.
  public static let shared = Injection<any Service>(strategy: .shared, instance: LiveService())

  /// Built each time.
  public static let onDemand = Injection<any Service>(strategy: .onDemand, instance: LiveService())
}

/// The same, written by hand.
@MainActor
public enum HandWrittenPublished {
  /// Kept until the process ends.
  public static let singleton: any Service = LiveService()

  private static weak var current: LiveService?

  /// Kept while it is held.
  public static func shared() -> any Service {
    if let current { return current }
    let service = LiveService()
    current = service
    return service
  }

  /// Built each time.
  public static func onDemand() -> any Service { LiveService() }
}
