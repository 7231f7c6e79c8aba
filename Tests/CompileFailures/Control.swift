// expect: no error
import Vial

final class Draft {}

@MainActor let limits = Injection(strategy: .singleton, instance: 1)
@MainActor let drafts = Injection(strategy: .singleton, instance: Draft())

final class Owner {
  @Instance(limits) var limit

  @MainActor func read() -> Int { limit }
}

@MainActor func use() -> Draft {
  let token = limits.override(with: 2)
  token.rollback()
  return drafts.resolve()
}

func useFromAnywhere() async -> Int {
  await limits.override(with: { $0.resolve() + 1 })
  await limits.rollbackOverride()
  return await limits.resolve()
}
