import VialBenchmarksPublished

/// Hand-written code with the semantics of `Local` and `Resolved`.
@MainActor
enum HandWritten {
  private static let theService = onDemand()
  private static let theSettings = Settings()

  private static weak var current: LiveService?

  @inline(never)
  static func singleton() -> any Service { theService }

  @inline(never)
  static func singletonSettings() -> Settings { theSettings }

  @inline(never)
  static func shared() -> any Service {
    if let current { return current }
    let service = LiveService()
    current = service
    return service
  }

  @inline(never)
  static func onDemand() -> any Service { LiveService() }

  @inline(never)
  static func onDemandClass() -> LiveService { LiveService() }

  @inline(never)
  static func publishedSingleton() -> any Service { HandWrittenPublished.singleton }

  @inline(never)
  static func publishedShared() -> any Service { HandWrittenPublished.shared() }

  @inline(never)
  static func publishedOnDemand() -> any Service { HandWrittenPublished.onDemand() }
}

// MARK: - Consumers

extension HandWritten {
  @MainActor final class Consumer {
    lazy var service = onDemand()
  }

  @MainActor final class SingletonConsumer {
    lazy var service = singleton()
  }

  @MainActor final class PublishedConsumer {
    lazy var service = HandWrittenPublished.onDemand()
  }

  @MainActor final class ClassConsumer {
    lazy var service = onDemandClass()
  }
}
