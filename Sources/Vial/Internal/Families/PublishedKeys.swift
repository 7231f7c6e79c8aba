/// What a family publishes: for every key, for single keys, and for contexts.
@MainActor
final class PublishedKeys<Key: Hashable, Value> {
  struct Published {
    let strategy: InjectionStrategy?
    let factory: @MainActor () -> Value
  }

  struct Alternative {
    let context: InjectionContext
    let factory: @MainActor (Key) -> Value
  }

  /// Shared by a family and those that were made of it for contexts.
  @MainActor
  final class Single {
    var published: [Key: Published] = [:]

    nonisolated init() {}
  }

  let single: Single
  nonisolated let strategy: InjectionStrategy

  /// `nil` for a family that has to be provided.
  private let factory: (@MainActor (Key) -> Value)?
  private let alternatives: [Alternative]

  nonisolated init(
    _ strategy: InjectionStrategy,
    _ factory: (@MainActor (Key) -> Value)?,
    _ single: Single = Single(),
    _ alternatives: [Alternative] = []
  ) {
    self.strategy = strategy
    self.factory = factory
    self.single = single
    self.alternatives = alternatives
  }

  nonisolated func when(
    _ context: InjectionContext,
    _ factory: @escaping @MainActor (Key) -> Value
  ) -> PublishedKeys {
    let alternative = Alternative(context: context, factory: factory)
    return PublishedKeys(strategy, self.factory, single, alternatives + [alternative])
  }

  var contexts: [InjectionContext] { alternatives.map(\.context) }

  func strategy(of key: Key) -> InjectionStrategy {
    single.published[key]?.strategy ?? strategy
  }

  /// The instance of a key; `nil` when it has to be provided.
  func build(_ key: Key) -> Value? {
    if let active = alternatives.first(where: { $0.context.isActive() }) {
      return active.factory(key)
    }
    return single.published[key].map { $0.factory() } ?? factory.map { $0(key) }
  }
}
