import Vial
import VialBenchmarksPublished

/// An injected struct.
struct Settings {
  let limit: Int
  let isStrict: Bool

  /// Prevents the optimizer from replacing a stored singleton with its constant value.
  @inline(never)
  @_optimize(none)
  init() {
    limit = 3
    isStrict = true
  }
}

/// The injections and consumers of this module.
@MainActor
enum Local {
  static let singleton = Injection<any Service>(strategy: .singleton, instance: LiveService())
  static let shared = Injection<any Service>(strategy: .shared, instance: LiveService())
  static let onDemand = Injection<any Service>(strategy: .onDemand, instance: LiveService())

  static let onDemandClass = Injection(strategy: .onDemand, instance: LiveService())

  static let singletonSettings = Injection(strategy: .singleton, instance: Settings())

  static let byNumber = InjectionFamily<Int, any Service>(strategy: .singleton) { _ in
    LiveService()
  }
}

/// Functions that resolve an injection, as an application would call them.
///
/// They are not inlined, because the optimizer would otherwise move a resolve out of a row's loop.
@MainActor
enum Resolved {
  @inline(never)
  static func singleton() -> any Service { Local.singleton.resolve() }

  @inline(never)
  static func shared() -> any Service { Local.shared.resolve() }

  @inline(never)
  static func onDemand() -> any Service { Local.onDemand.resolve() }

  @inline(never)
  static func singletonSettings() -> Settings { Local.singletonSettings.resolve() }

  @inline(never)
  static func publishedSingleton() -> any Service { Published.singleton.resolve() }

  @inline(never)
  static func publishedShared() -> any Service { Published.shared.resolve() }

  @inline(never)
  static func publishedOnDemand() -> any Service { Published.onDemand.resolve() }

  @inline(never)
  static func service(_ number: Int) -> any Service { Local.byNumber.resolve(number) }
}

// MARK: - Consumers

extension Local {
  @MainActor final class Consumer {
    @Instance(onDemand) var service
  }

  @MainActor final class SingletonConsumer {
    @Instance(singleton) var service
  }

  @MainActor final class PublishedConsumer {
    @Instance(Published.onDemand) var service
  }

  @MainActor final class ClassConsumer {
    @Instance(onDemandClass) var service
  }
}
