// expect: non-Sendable 'Draft'-typed result can not be returned from main actor-isolated instance method 'resolve()'
import Vial

final class Draft {}

@MainActor let drafts = Injection(strategy: .singleton, instance: Draft())

func use() async {
  _ = await drafts.resolve()
}
