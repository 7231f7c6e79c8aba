public import Vial

/// A service that is published by this module and consumed by another.
public protocol Service {
  /// Does nothing.
  func serve()
}

/// The injected service, whose creation costs one allocation.
public final class LiveService: Service {
  /// Creates an instance.
  public init() {}

  /// Does nothing.
  public func serve() {}
}

/// The injections of this module.
@MainActor
public enum Published {
  /// Provides one instance for the lifetime of the process.
  public static let singleton = Injection<any Service>(
    strategy: .singleton,
    instance: LiveService()
  )

  /// Provides one instance while it is referenced.
  public static let shared = Injection<any Service>(strategy: .shared, instance: LiveService())

  /// Provides a new instance each time.
  public static let onDemand = Injection<any Service>(strategy: .onDemand, instance: LiveService())
}

/// Hand-written code with the semantics of `Published`.
@MainActor
public enum HandWrittenPublished {
  /// Provides one instance for the lifetime of the process.
  public static let singleton: any Service = LiveService()

  private static weak var current: LiveService?

  /// Provides one instance while it is referenced.
  public static func shared() -> any Service {
    if let current { return current }
    let service = LiveService()
    current = service
    return service
  }

  /// Provides a new instance each time.
  public static func onDemand() -> any Service { LiveService() }
}
