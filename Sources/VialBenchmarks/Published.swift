import Vial

@MainActor let singleton = Injection<any Service>(strategy: .singleton, instance: LiveService())
@MainActor let shared = Injection<any Service>(strategy: .shared, instance: LiveService())
@MainActor let onDemand = Injection<any Service>(strategy: .onDemand, instance: LiveService())

@MainActor let family = InjectionFamily<Int, any Service>(strategy: .singleton) { _ in
  LiveService()
}

@MainActor final class Consumer {
  @Instance(onDemand) var service
}

@MainActor
enum Published {
  @inline(never)
  static func singletonInstance() -> any Service { singleton.resolve() }

  @inline(never)
  static func sharedInstance() -> any Service { shared.resolve() }

  @inline(never)
  static func instance(of key: Int) -> any Service { family.resolve(key) }

  @inline(never)
  static func onDemandInstance() -> any Service { onDemand.resolve() }
}
