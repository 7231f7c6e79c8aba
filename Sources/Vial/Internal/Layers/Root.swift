/// The bottom of an injection's stack, which handles refer to: what was published.
@MainActor @usableFromInline final class Root: Layer {
  /// The type that the injection provides; a family's own is that of the family.
  nonisolated let type: Any.Type

  /// What is known of it beside a recipe and a lifetime; `nil` for a plain injection.
  nonisolated let facts: Facts?

  /// What the injection has outside every scope.
  @safe @exclusivity(unchecked) @usableFromInline var outside: Outside?

  private lazy var ownDeclaration =
    source === self ? InjectionDeclaration(of: self) : source.declaration

  nonisolated init(_ type: Any.Type, _ recipe: consuming Recipe, _ facts: Facts? = nil) {
    self.type = type
    self.facts = facts
    super.init(published: recipe)
  }

  /// Made when somebody asks, which is rare; what `when(_:instance:)` makes of a required injection shares it.
  override var declaration: InjectionDeclaration { ownDeclaration }

  /// Whether a resolve takes what it keeps, with nothing to look at before.
  @usableFromInline var isShort: Bool { !Detour.isNeeded && isPlain }

  /// Whether nothing stands before what is published, outside every scope.
  @usableFromInline var isPlain: Bool { !isOverriddenOutside && facts?.isCovered != true }

  fileprivate var isOverriddenOutside: Bool { outside?.stack.isOverridden == true }

  nonisolated var isKey: Bool { facts?.isKey == true }
  nonisolated var isFamily: Bool { recipe.factory == nil }
  nonisolated var isRequired: Bool { facts?.purpose != nil }

  /// The family that a key belongs to.
  nonisolated var family: Root? { isKey ? facts?.base : nil }

  /// What it was made of, or itself: that one's provisions count.
  nonisolated var base: Root { facts?.base ?? self }

  /// The key that provides while no context of its own is active, of what `when(_:instance:)` made of a key.
  nonisolated var plainKey: Root? { base.isKey ? base : nil }

  /// What closes a circle: the injection whose provisions count; a key, and what was made of it, is its own.
  ///
  /// So a required injection is one with those that `when(_:instance:)` made of it.
  nonisolated var source: Root { isKey || plainKey != nil ? self : base }

  /// The lifetime that a layer has for this injection.
  func strategy(of layer: Layer) -> InjectionStrategy {
    layer.recipe.strategy ?? recipe.strategy ?? .onDemand
  }
}

/// What a published injection is beside a recipe and a lifetime.
///
/// | published as | `purpose` | `contexts` | `base` | `isKey` |
/// | --- | --- | --- | --- | --- |
/// | `required` | its own | none | none: it is its own | no |
/// | `when`, of a required injection | the same | the earlier ones and its own | the required injection | no |
/// | `when`, of a key | none | its own, without the family's | the key | no |
/// | `when`, of any other | none | the earlier ones and its own | none | no |
/// | a family, which is never resolved | if required | none | none: it is its own | no |
/// | a family's key | the family's; none with a factory of its own | the family's | the family | yes |
///
/// Any other injection has no `Facts`. By the `base`, `Root` tells apart: the `family` is that of a key, the `plainKey`
/// that of what `when` made of a key, and the `source` that of what `when` made of a required injection.
@MainActor @usableFromInline final class Facts {
  /// What to provide, in words; `nil` where nothing has to be provided.
  nonisolated let purpose: String?

  /// What its recipe chooses between.
  nonisolated let contexts: [InjectionContext]

  /// The injection whose provisions count, or that provides, if it is another one.
  nonisolated let base: Root?

  /// Whether overrides of a family, the `base`, count too.
  nonisolated let isKey: Bool
  var key: AnyHashable?

  /// The key as it is: a cast of the other would lose levels of one that is optional or erased itself.
  var boxedKey: AnyBox?

  nonisolated init(
    purpose: String?,
    contexts: [InjectionContext] = [],
    base: Root? = nil,
    isKey: Bool = false
  ) {
    self.purpose = purpose
    self.contexts = contexts
    self.base = base
    self.isKey = isKey
  }

  /// Whether something may stand before what is published: what is provided, an override of the family, or the key.
  var isCovered: Bool {
    purpose != nil || base.map { $0.isRequired || $0.isOverriddenOutside || $0.isKey } == true
  }

  var activeContext: InjectionContext? { contexts.active }
}
