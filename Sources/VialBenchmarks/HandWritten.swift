protocol Service {
  func serve()
}

final class LiveService: Service {
  func serve() {}
}

/// The code that Vial stands in for, with the same semantics.
@MainActor
enum HandWritten {
  private static let instance: any Service = LiveService()
  private static weak var current: LiveService?

  @inline(never)
  static func singleton() -> any Service { instance }

  @inline(never)
  static func shared() -> any Service {
    if let current { return current }
    let service = LiveService()
    current = service
    return service
  }

  @inline(never)
  static func onDemand() -> any Service { LiveService() }

  @MainActor final class Consumer {
    lazy var service: any Service = HandWritten.onDemand()
  }
}
