// flags: -swift-version 5
// expect: no error
import Vial

@MainActor let limits = Injection(strategy: .singleton, instance: 1)

/// A nonisolated class with an isolated property.
nonisolated final class Owner {
  @Instance(limits) var limit
  var name = "owner"
  @MainActor func read() -> Int { limit }
}

/// A main-actor class with a nonisolated initializer.
final class Model {
  @Instance(limits) var limit
  nonisolated init() {}
  func read() -> Int { limit }
}

func make() -> (Owner, Model) { (Owner(), Model()) }
func name(of owner: Owner) -> String { owner.name }
