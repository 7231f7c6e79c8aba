// expect: no error
import Vial
import VialInspection

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

/// Correct code that resembles the mistakes in the other files.
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

/// Nonisolated code opens scopes, with work on the main actor.
func useScopesFromAnywhere() async throws -> Int {
  await withOverrideScope { @MainActor in limits.override(with: 3) }
  try await withOverrideScope(.isolated) { @MainActor in
    limits.override(with: 3)
    try await Task.sleep(for: .zero)
  }
  let graph = await InjectionGraph.record { @MainActor in _ = limits.resolve() }
  return await withOverrideScope { await limits.resolve() + graph.nodes.count }
}

@MainActor protocol Repository: AnyObject, Sendable {
  func episode(_ id: Int) -> String
}

@MainActor let repository = Injection<any Repository>.required("the episodes")

/// An owner off the main actor awaits its consumers, whose protocol is `Sendable`.
struct Queue: Sendable {
  @Instance(repository) var repo
  @DynamicInstance(repository) var currentRepo

  func titles() async -> [String] { await [repo.episode(7), currentRepo.episode(8)] }
}

actor Player {
  @Instance(repository) var repo

  func play() async -> String { await repo.episode(7) }
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

@MainActor func provide(_ draft: Injection<Draft>) {
  draft.provide { Draft() }
  draft.provide(with: Draft(), strategy: .shared)
  draft.provide(with: drafts)
  draft.provide(strategy: .onDemand) {
    let draft = drafts.resolve()
    return draft
  }
  draft.withdraw()
}

@MainActor func overrideKeys(of text: InjectionFamily<Int, String>) {
  text.publish(1) { "one" }
  text.override(with: { key in "\(key)" })
  text.override(with: { key, original in original.resolve() + "\(key)" }, strategy: .onDemand)
  text[2].override { "two" }
  text.override(with: text)
}

/// An owner whose initializer names the injection.
@MainActor final class Reader<Value> {
  @Instance var value: Value
  @WeakInstance var weakValue: Value?
  @DynamicInstance var currentValue: Value

  init(_ injection: Injection<Value>) {
    _value = Instance(injection)
    _weakValue = WeakInstance(injection)
    _currentValue = DynamicInstance(injection)
  }
}

@MainActor let contextual = Injection<any Sendable>(strategy: .singleton, instance: 1)
  .when(.preview) { "preview" }
  .when(.test) {
    let text = "test"
    return text
  }
  .when(.launchArgument("-live"), instance: limits.resolve())

@MainActor let contextualClosures = Injection<() async throws -> Int>(strategy: .singleton) { { 1 } }
  .when(.preview) { { 2 } }
  .when(.test, instance: { 3 })

@MainActor let contextualRequirement = Injection<any Sendable>.required("a number")
  .when(.preview) { 1 }
