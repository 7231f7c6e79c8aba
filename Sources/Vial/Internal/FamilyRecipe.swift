/// What a family, or an override of it, provides for every key.
///
/// It is the instance of the family's own injection, so that overriding a family, providing it, rolling
/// back and scopes are what they are for every injection. That injection is never resolved: its stack
/// says which recipe covers a key.
final class FamilyRecipe<Key: Hashable, Value>: Sendable {
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
}

/// What makes the stack of a family's recipes; named after the family, and left out of reports.
@MainActor
final class FamilyPublication<Key: Hashable, Value>: RequiredPublication<FamilyRecipe<Key, Value>> {
  /// What is published; `nil` for a family that has to be provided.
  let recipe: FamilyRecipe<Key, Value>?

  nonisolated init(_ recipe: FamilyRecipe<Key, Value>?, purpose: String = "") {
    self.recipe = recipe
    super.init(purpose)
  }

  var isRequired: Bool { recipe == nil }
  override var isInternal: Bool { true }

  override func declaration(of root: Root<FamilyRecipe<Key, Value>>) -> InjectionDeclaration {
    InjectionDeclaration(InjectionFamily<Key, Value>.self, root.callSite, of: root)
  }
}

/// The recipes that a family has for single keys and for contexts.
@MainActor
final class PublishedKeys<Key: Hashable, Value> {
  struct Recipe {
    let strategy: InjectionStrategy?
    let factory: @MainActor () -> Value
  }

  /// Shared by a family and those that were made of it for contexts.
  @MainActor
  private final class Recipes {
    var ofKeys: [Key: Recipe] = [:]

    nonisolated init() {}
  }

  private struct Alternative: Sendable {
    let context: InjectionContext
    let factory: @MainActor (Key) -> Value
  }

  private let recipes: Recipes
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
    recipes = Recipes()
    alternatives = []
  }

  private nonisolated init(
    _ published: PublishedKeys,
    _ context: InjectionContext,
    _ factory: @escaping @MainActor (Key) -> Value
  ) {
    strategy = published.strategy
    self.factory = published.factory
    recipes = published.recipes
    alternatives = published.alternatives + [Alternative(context: context, factory: factory)]
  }

  nonisolated func when(
    _ context: InjectionContext,
    _ factory: @escaping @MainActor (Key) -> Value
  ) -> PublishedKeys {
    PublishedKeys(self, context, factory)
  }

  func publish(_ key: Key, _ recipe: Recipe) {
    recipes.ofKeys[key] = recipe
  }

  func strategy(of key: Key) -> InjectionStrategy {
    recipes.ofKeys[key]?.strategy ?? strategy
  }

  var activeContext: InjectionContext? { active?.context }

  private var active: Alternative? { alternatives.first { $0.context.isActive() } }

  /// The instance of a key; `nil` when it has to be provided.
  func build(_ key: Key) -> Value? {
    if let active { return active.factory(key) }
    return recipes.ofKeys[key].map { $0.factory() } ?? factory.map { $0(key) }
  }
}
