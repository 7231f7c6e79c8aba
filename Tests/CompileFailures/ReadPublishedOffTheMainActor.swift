// expect: main actor-isolated let 'limits' can not be referenced from a nonisolated context
import Vial

@MainActor let limits = Injection(strategy: .singleton, instance: 1)

func use() -> Injection<Int> {
  limits
}
