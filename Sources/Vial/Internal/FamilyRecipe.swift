/// What a family, or an override of it, provides for every key.
///
/// It is the instance of the family's own injection, so that overriding a family, providing it, rolling
/// back and scopes are what they are for every injection. That injection is never resolved: its stack
/// says which recipe covers a key.
final class FamilyRecipe<Key: Hashable, Value>: FamilyBookkeeping, Sendable {
  /// The lifetime; that of each key when `nil`.
  let strategy: InjectionStrategy?
  let recipe: @MainActor (Key) -> Recipe<Value>

  init(
    _ strategy: InjectionStrategy?,
    _ recipe: @escaping @MainActor (Key) -> Recipe<Value>
  ) {
    self.strategy = strategy
    self.recipe = recipe
  }

  static func familyDeclaration(_ root: AnySlot) -> InjectionDeclaration {
    InjectionDeclaration(InjectionFamily<Key, Value>.self, root.callSite, of: root)
  }
}

/// Tells the injections that families keep their recipes in, which reports leave out.
protocol FamilyBookkeeping {
  @MainActor static func familyDeclaration(_ root: AnySlot) -> InjectionDeclaration
}

/// The recipes that a family has for single keys and for contexts.
@MainActor
final class PublishedKeys<Key: Hashable, Value> {
  struct Recipe {
    let strategy: InjectionStrategy?
    let factory: @MainActor () -> Value
  }

  private struct Alternative: Sendable {
    let context: InjectionContext
    let factory: @MainActor (Key) -> Value
  }

  var recipes: [Key: Recipe] = [:]
  private let strategy: InjectionStrategy

  /// `nil` for a family that has to be provided.
  private let factory: (@MainActor (Key) -> Value)?
  private let alternatives: [Alternative]

  nonisolated init(
    strategy: InjectionStrategy,
    factory: (@MainActor (Key) -> Value)?
  ) {
    self.strategy = strategy
    self.factory = factory
    alternatives = []
  }

  private nonisolated init(
    _ published: PublishedKeys,
    _ context: InjectionContext,
    _ factory: @escaping @MainActor (Key) -> Value
  ) {
    strategy = published.strategy
    self.factory = published.factory
    alternatives = published.alternatives + [Alternative(context: context, factory: factory)]
  }

  nonisolated func when(
    _ context: InjectionContext,
    _ factory: @escaping @MainActor (Key) -> Value
  ) -> PublishedKeys {
    PublishedKeys(self, context, factory)
  }

  func strategy(of key: Key) -> InjectionStrategy {
    recipes[key]?.strategy ?? strategy
  }

  var activeContext: InjectionContext? { active?.context }

  private var active: Alternative? { alternatives.first { $0.context.isActive() } }

  /// The instance of a key; `nil` when it has to be provided.
  func build(_ key: Key) -> Value? {
    if let active { return active.factory(key) }
    return recipes[key].map { $0.factory() } ?? factory.map { $0(key) }
  }
}
