// expect: circular reference
import Vial

@MainActor let limit = Injection(strategy: .singleton, instance: 1)

@MainActor final class Owner {
  @Instance(limit) var limit
}
