// expect: main actor-isolated property 'limit' can not be referenced from a nonisolated context
import Vial

@MainActor let limits = Injection(strategy: .singleton, instance: 1)

final class Owner {
  @DynamicInstance(limits) var limit

  func read() -> Int { limit }
}
