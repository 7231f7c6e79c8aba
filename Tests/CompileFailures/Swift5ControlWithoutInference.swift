// flags: -swift-version 5 -enable-upcoming-feature DisableOutwardActorInference
// expect: no error
import Vial

@MainActor let limits = Injection(strategy: .singleton, instance: 1)

/// Nonisolated, as in Swift 6.
final class Owner {
  @Instance(limits) var limit
  var name = "owner"
  @MainActor func read() -> Int { limit }
}

func make() -> Owner { Owner() }
func name(of owner: Owner) -> String { owner.name }
