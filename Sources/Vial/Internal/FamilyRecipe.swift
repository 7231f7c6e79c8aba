/// What a family, or an override of it, provides for every key.
///
/// It is the instance of the family's own injection, so that overriding a family, providing it, rolling
/// back and scopes are what they are for every injection. That injection is never resolved: its stack
/// says which recipe covers a key.
struct FamilyRecipe<Key: Hashable, Value>: Sendable {
  /// The lifetime; that of each key when `nil`.
  let strategy: InjectionStrategy?
  let recipe: @MainActor (Key) -> Recipe<Value>
}

/// What makes the stack of a family's recipes; named after the family, and left out of reports.
@MainActor
final class FamilyPublication<Key: Hashable, Value>: RequiredPublication<FamilyRecipe<Key, Value>> {
  override var isInternal: Bool { true }

  override func declaration(of root: AnySlot) -> InjectionDeclaration? {
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
  final class Recipes {
    var ofKeys: [Key: Recipe] = [:]

    nonisolated init() {}
  }

  typealias Alternative = ContextAlternative<@MainActor (Key) -> Value>

  private let recipes: Recipes
  private let strategy: InjectionStrategy

  /// `nil` for a family that has to be provided.
  private let factory: (@MainActor (Key) -> Value)?
  private let alternatives: [Alternative]

  /// What to provide, in words.
  let purpose: String

  nonisolated init(
    strategy: InjectionStrategy,
    factory: (@MainActor (Key) -> Value)?,
    purpose: String = "",
    recipes: Recipes = Recipes(),
    alternatives: [Alternative] = []
  ) {
    self.strategy = strategy
    self.factory = factory
    self.purpose = purpose
    self.recipes = recipes
    self.alternatives = alternatives
  }

  var isRequired: Bool { factory == nil }

  nonisolated func when(
    _ context: InjectionContext,
    _ factory: @escaping @MainActor (Key) -> Value
  ) -> PublishedKeys {
    PublishedKeys(
      strategy: strategy,
      factory: self.factory,
      purpose: purpose,
      recipes: recipes,
      alternatives: alternatives + [Alternative(context: context, instance: factory)]
    )
  }

  func publish(_ key: Key, _ recipe: Recipe) {
    recipes.ofKeys[key] = recipe
  }

  func strategy(of key: Key) -> InjectionStrategy {
    recipes.ofKeys[key]?.strategy ?? strategy
  }

  var activeContext: InjectionContext? { Alternative.active(alternatives)?.context }

  /// The instance of a key; `nil` when it has to be provided.
  func build(_ key: Key) -> Value? {
    if let active = Alternative.active(alternatives) { return active.instance(key) }
    return recipes.ofKeys[key].map { $0.factory() } ?? factory.map { $0(key) }
  }
}
