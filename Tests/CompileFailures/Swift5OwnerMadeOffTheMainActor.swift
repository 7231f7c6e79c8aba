// flags: -swift-version 5
// expect: call to main actor-isolated initializer 'init()' in a synchronous nonisolated context
import Vial

@MainActor let limits = Injection(strategy: .singleton, instance: 1)

final class Owner {
  @Instance(limits) var limit
  init() {}
}

func make() -> Owner { Owner() }
