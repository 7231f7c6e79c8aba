// expect: main actor-isolated property 'limit' can not be referenced on a different actor instance
import Vial

@MainActor let limits = Injection(strategy: .singleton, instance: 1)

actor Owner {
  @Instance(limits) var limit

  func read() -> Int { limit }
}
