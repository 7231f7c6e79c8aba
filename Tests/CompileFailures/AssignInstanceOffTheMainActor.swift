// expect: main actor-isolated property 'limit' can not be mutated from a nonisolated context
import Vial

@MainActor let limits = Injection(strategy: .singleton, instance: 1)

final class Owner {
  @Instance(limits) var limit

  func write() { limit = 2 }
}
