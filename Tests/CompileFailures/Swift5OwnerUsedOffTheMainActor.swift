// flags: -swift-version 5
// expect: main actor-isolated property 'name' can not be referenced from a nonisolated context
import Vial

@MainActor let limits = Injection(strategy: .singleton, instance: 1)

final class Owner {
  @Instance(limits) var limit
  var name = "owner"
}

func name(of owner: Owner) -> String { owner.name }
