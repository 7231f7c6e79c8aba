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

struct Geocoder { var search: (String) -> [Int] }

/// What is close to the mistakes beside this file, and none.
@MainActor func override(
  _ geocoder: Injection<Geocoder>,
  _ closures: Injection<() async throws -> Int>
) {
  geocoder.override(changing: { $0.search = { _ in [] } })
  geocoder.override { Geocoder { _ in [] } }
  geocoder.override(strategy: .onDemand) {
    let found = [1]
    return Geocoder { _ in found }
  }
  geocoder.override(with: { original in
    let search = original.resolve().search
    return Geocoder { search($0 + "!") }
  })
  closures.override(with: { 1 })
  closures.override { { 1 } }
}

@MainActor let closures = Injection<() async throws -> Int>(strategy: .singleton) { { 1 } }
@MainActor let namedClosures = Injection<() async throws -> Int>(
  strategy: .singleton,
  instance: { 1 }
)

func useFromAnywhere() async -> Int {
  await limits.override(with: { $0.resolve() + 1 })
  await limits.rollbackOverride()
  return await limits.resolve()
}

/// Scopes from code of no actor, with work of the main actor.
func useScopesFromAnywhere() async throws -> Int {
  await withOverrideScope { @MainActor in limits.override(with: 3) }
  try await withOverrideScope(.isolated) { @MainActor in
    limits.override(with: 3)
    try await Task.sleep(for: .zero)
  }
  let graph = await InjectionGraph.record { @MainActor in _ = limits.resolve() }
  return await withOverrideScope { await limits.resolve() + graph.nodes.count }
}

@MainActor func useScopes() async {
  withOverrideScope { limits.override(with: 3) }
  let draft = withOverrideScope { drafts.resolve() }
  let later = await withOverrideScope {
    await Task.yield()
    return drafts.resolve()
  }
  _ = (draft, later)
}

@MainActor func provide(_ draft: Injection<Draft>, _ text: InjectionFamily<Int, String>) {
  draft.provide { Draft() }
  draft.provide(with: Draft(), strategy: .shared)
  draft.provide(with: drafts)
  draft.provide(strategy: .onDemand) {
    let draft = drafts.resolve()
    return draft
  }
  draft.withdraw()
  text.provide(with: { "\($0)" })
  text.withdraw()
}
