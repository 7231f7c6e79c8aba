import VialBenchmarksPublished

/// The code that Vial stands in for, with the same semantics.
@MainActor
enum HandWritten {
  private static let theService = onDemand()
  private static let theClass = onDemandClass()
  private static let theSettings = Settings()
  private static let theBoard = Board()

  private static weak var current: LiveService?
  private static weak var currentClass: LiveService?
  private static var byNumber: [Int: any Service] = [:]
  private static var byName: [String: any Service] = [:]

  @inline(never)
  static func singleton() -> any Service { theService }

  @inline(never)
  static func singletonClass() -> LiveService { theClass }

  @inline(never)
  static func singletonSettings() -> Settings { theSettings }

  @inline(never)
  static func singletonBoard() -> Board { theBoard }

  @inline(never)
  static func shared() -> any Service {
    if let current { return current }
    let service = LiveService()
    current = service
    return service
  }

  @inline(never)
  static func sharedClass() -> LiveService {
    if let currentClass { return currentClass }
    let service = LiveService()
    currentClass = service
    return service
  }

  @inline(never)
  static func onDemand() -> any Service { LiveService() }

  @inline(never)
  static func onDemandClass() -> LiveService { LiveService() }

  @inline(never)
  static func onDemandSettings() -> Settings { Settings() }

  @inline(never)
  static func onDemandBoard() -> Board { Board() }

  @inline(never)
  static func singletonGateway() -> any Gateway { HandWrittenGateways.singleton }

  @inline(never)
  static func sharedGateway() -> any Gateway { HandWrittenGateways.shared() }

  @inline(never)
  static func onDemandGateway() -> any Gateway { HandWrittenGateways.onDemand() }

  @inline(never)
  static func service(_ number: Int) -> any Service {
    if let service = byNumber[number] { return service }
    let service = LiveService()
    byNumber[number] = service
    return service
  }

  @inline(never)
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
    lazy var service = singleton()
  }

  @MainActor final class ClassConsumer {
    lazy var service = onDemandClass()
  }

  @MainActor final class SettingsConsumer {
    lazy var settings = onDemandSettings()
  }

  @MainActor final class BoardConsumer {
    lazy var board = onDemandBoard()
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
