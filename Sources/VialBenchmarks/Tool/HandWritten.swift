/// The code that Vial stands in for, with the same semantics.
@MainActor
enum HandWritten {
  static let singleton: any Service = LiveService()
  static let singletonClass = LiveService()
  static let singletonSettings = Settings()
  static let singletonBoard = Board()

  private static weak var current: LiveService?
  private static var byNumber: [Int: any Service] = [:]
  private static var byName: [String: any Service] = [:]

  static func shared() -> any Service { sharedClass() }

  static func sharedClass() -> LiveService {
    if let current { return current }
    let service = LiveService()
    current = service
    return service
  }

  static func onDemand() -> any Service { LiveService() }

  static func service(_ number: Int) -> any Service {
    if let service = byNumber[number] { return service }
    let service = LiveService()
    byNumber[number] = service
    return service
  }

  static func service(_ name: String) -> any Service {
    if let service = byName[name] { return service }
    let service = LiveService()
    byName[name] = service
    return service
  }
}

// MARK: - Consumers

extension HandWritten {
  @MainActor final class Consumer {
    lazy var service: any Service = onDemand()
  }

  @MainActor final class SingletonConsumer {
    lazy var service = singleton
  }

  @MainActor final class ClassConsumer {
    lazy var service = LiveService()
  }

  @MainActor final class SettingsConsumer {
    lazy var settings = Settings()
  }

  @MainActor final class BoardConsumer {
    lazy var board = Board()
  }

  @MainActor struct Ten {
    lazy var first = onDemand()
    lazy var second = onDemand()
    lazy var third = onDemand()
    lazy var fourth = onDemand()
    lazy var fifth = onDemand()
    lazy var sixth = onDemand()
    lazy var seventh = onDemand()
    lazy var eighth = onDemand()
    lazy var ninth = onDemand()
    lazy var tenth = onDemand()

    @inline(never)
    mutating func readAll() {
      use(first)
      use(second)
      use(third)
      use(fourth)
      use(fifth)
      use(sixth)
      use(seventh)
      use(eighth)
      use(ninth)
      use(tenth)
    }
  }

  @MainActor final class TenConsumers {
    private var ten = Ten()

    func readAll() { ten.readAll() }
  }

  @MainActor final class HundredConsumers {
    private var tens = (Ten(), Ten(), Ten(), Ten(), Ten(), Ten(), Ten(), Ten(), Ten(), Ten())

    func readAll() {
      tens.0.readAll()
      tens.1.readAll()
      tens.2.readAll()
      tens.3.readAll()
      tens.4.readAll()
      tens.5.readAll()
      tens.6.readAll()
      tens.7.readAll()
      tens.8.readAll()
      tens.9.readAll()
    }
  }
}
