import Vial

/// The injections of the consumers' own module, and their consumers.
@MainActor
enum Local {
  static let singleton = Injection<any Service>(strategy: .singleton, instance: LiveService())
  static let shared = Injection<any Service>(strategy: .shared, instance: LiveService())
  static let onDemand = Injection<any Service>(strategy: .onDemand, instance: LiveService())

  static let singletonClass = Injection(strategy: .singleton, instance: LiveService())
  static let sharedClass = Injection(strategy: .shared, instance: LiveService())
  static let onDemandClass = Injection(strategy: .onDemand, instance: LiveService())

  static let singletonSettings = Injection(strategy: .singleton, instance: Settings())
  static let onDemandSettings = Injection(strategy: .onDemand, instance: Settings())
  static let singletonBoard = Injection(strategy: .singleton, instance: Board())
  static let onDemandBoard = Injection(strategy: .onDemand, instance: Board())

  static let byNumber = InjectionFamily<Int, any Service>(strategy: .singleton) { _ in
    LiveService()
  }
  static let byName = InjectionFamily<String, any Service>(strategy: .singleton) { _ in
    LiveService()
  }
}

// MARK: - Consumers

extension Local {
  @MainActor final class Consumer {
    @Instance(onDemand) var service
  }

  @MainActor final class SingletonConsumer {
    @Instance(singleton) var service
  }

  @MainActor final class ClassConsumer {
    @Instance(onDemandClass) var service
  }

  @MainActor final class SettingsConsumer {
    @Instance(onDemandSettings) var settings
  }

  @MainActor final class BoardConsumer {
    @Instance(onDemandBoard) var board
  }

  @MainActor struct Ten {
    @Instance(onDemand) var first
    @Instance(onDemand) var second
    @Instance(onDemand) var third
    @Instance(onDemand) var fourth
    @Instance(onDemand) var fifth
    @Instance(onDemand) var sixth
    @Instance(onDemand) var seventh
    @Instance(onDemand) var eighth
    @Instance(onDemand) var ninth
    @Instance(onDemand) var tenth

    @inline(never)
    func readAll() {
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
    private let ten = Ten()

    func readAll() { ten.readAll() }
  }

  @MainActor final class HundredConsumers {
    private let tens = (Ten(), Ten(), Ten(), Ten(), Ten(), Ten(), Ten(), Ten(), Ten(), Ten())

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
