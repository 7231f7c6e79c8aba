/// What a family provides at one level of its overrides: a recipe and the injections of its keys.
///
/// A stage is itself the instance of an injection, so that overriding a family, rolling back,
/// scopes and rule 16 are what they are for every injection.
@MainActor
final class FamilyStage<Key: Hashable, Value> {
  private let strategy: @MainActor (Key) -> InjectionStrategy
  private let factory: @MainActor (Key) -> Value
  private let overriddenAt: CallSite?
  private let sources = KeyedInjections<Key, Value>()

  init(
    _ strategy: @escaping @MainActor (Key) -> InjectionStrategy,
    _ factory: @escaping @MainActor (Key) -> Value,
    overriddenAt: CallSite? = nil
  ) {
    self.strategy = strategy
    self.factory = factory
    self.overriddenAt = overriddenAt
  }

  var rememberedKeys: Int { sources.count }

  func injection(of key: Key, _ callSite: CallSite) -> Injection<Value> {
    sources.injection(of: key) {
      let factory = factory
      let strategy = strategy(key)
      return Injection(
        base: MemberLayer(
          key,
          .build { factory(key) },
          strategy,
          callSite,
          inherited: strategy,
          overriddenAt: overriddenAt
        )
      )
    } isIdle: {
      $0.base.peek() == nil
    }
  }
}

/// The injections of keys, found by equality; those that nobody needs are dropped in passing.
///
/// A class, because a key that is dropped may come back here in its deinit.
@MainActor
final class KeyedInjections<Key: Hashable, Value> {
  private var injections: [Key: Injection<Value>] = [:]
  private var limit = 32

  nonisolated init() {}

  var count: Int { injections.count }

  /// `isIdle` says of an injection that nobody holds whether it may be made anew when needed.
  func injection(
    of key: Key,
    _ make: () -> Injection<Value>,
    isIdle: (Injection<Value>) -> Bool
  ) -> Injection<Value> {
    if let injection = injections[key] { return injection }
    let injection = make()
    let dropped = injections.count >= limit ? prune(isIdle) : [:]
    injections[key] = injection
    extendLifetime(dropped)
    return injection
  }

  /// Leaves out what nobody needs, and returns what was there.
  private func prune(_ isIdle: (Injection<Value>) -> Bool) -> [Key: Injection<Value>] {
    var kept: [Key: Injection<Value>] = [:]
    var index = injections.startIndex
    while index != injections.endIndex {
      // In place, so that the dictionary's is the only reference to an injection that nobody holds.
      let isHeld = !isKnownUniquelyReferenced(&injections.values[index])
      let (key, injection) = injections[index]
      if isHeld || !isIdle(injection) { kept[key] = injection }
      injections.formIndex(after: &index)
    }
    limit = max(32, kept.count * 2)
    swap(&injections, &kept)
    return kept
  }
}

/// The recipes that a family has for single keys.
@MainActor
final class PublishedKeys<Key: Hashable, Value> {
  struct Recipe {
    let strategy: InjectionStrategy?
    let factory: @MainActor (Key) -> Value
  }

  var recipes: [Key: Recipe] = [:]
  private let strategy: InjectionStrategy

  nonisolated init(strategy: InjectionStrategy) {
    self.strategy = strategy
  }

  func strategy(of key: Key) -> InjectionStrategy {
    recipes[key]?.strategy ?? strategy
  }
}

/// The bottom of the stack of one key's injection; its name shows the key.
@MainActor
final class MemberLayer<Key: Hashable, Value>: Layer<Value> {
  private let key: Key
  private let inherited: InjectionStrategy
  private let familyOverride: CallSite?
  private let isOverridden: @MainActor () -> Bool

  init(
    _ key: Key,
    _ recipe: Recipe<Value>,
    _ strategy: InjectionStrategy,
    _ callSite: CallSite,
    inherited: InjectionStrategy,
    overriddenAt: CallSite? = nil,
    isOverridden: @escaping @MainActor () -> Bool = { false }
  ) {
    self.key = key
    self.inherited = inherited
    familyOverride = overriddenAt
    self.isOverridden = isOverridden
    super.init(recipe: recipe, strategy: strategy, callSite: callSite)
  }

  override var inheritedStrategy: InjectionStrategy { inherited }
  override var overriddenAt: CallSite? { familyOverride }
  override var isLive: Bool { !isOverridden() }

  override func account(in scope: OverrideScope?) -> [String] {
    if let forwarded { return forwarded.base.account(in: scope) }
    return overriddenAt.map { account("overridden at \($0)", in: scope) } ?? []
  }

  override var declaration: InjectionDeclaration {
    InjectionDeclaration(Value.self, key: "\(key)", callSite)
  }
}

/// The bottom of the stack of a family's stages; named after the family.
@MainActor
final class StageLayer<Key: Hashable, Value>: Layer<FamilyStage<Key, Value>> {
  /// The keys of the family are live or not; this is how they find out.
  override var isLive: Bool { false }
  override var isInternal: Bool { true }

  override var declaration: InjectionDeclaration {
    InjectionDeclaration(InjectionFamily<Key, Value>.self, callSite)
  }
}
