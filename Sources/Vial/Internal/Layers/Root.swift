/// The bottom of an injection's stack, which handles refer to: what was published.
@MainActor @usableFromInline final class Root: Layer {
  /// The type that the injection provides; a family's own is that of the family.
  nonisolated let type: Any.Type

  /// What is known of it beside a recipe and a lifetime; `nil` for a plain injection.
  nonisolated let facts: Facts?

  /// What the injection has outside every scope.
  @safe @exclusivity(unchecked) @usableFromInline var outside: Stack?

  private lazy var ownDeclaration = InjectionDeclaration(of: self)

  nonisolated init(_ type: Any.Type, _ recipe: consuming Recipe, _ facts: Facts? = nil) {
    self.type = type
    self.facts = facts
    super.init(published: recipe)
  }

  /// Made when somebody asks, which is rare.
  override var declaration: InjectionDeclaration { ownDeclaration }

  /// Whether a resolve takes what it keeps, with nothing to look at before.
  @usableFromInline var isShort: Bool { !Detour.isNeeded && isPlain }

  /// Whether nothing stands before what is published, outside every scope.
  @usableFromInline var isPlain: Bool { !isOverriddenOutside && facts?.isCovered != true }

  fileprivate var isOverriddenOutside: Bool { outside?.isOverridden == true }

  nonisolated var isKey: Bool { family != nil }
  nonisolated var isFamily: Bool { recipe.factory == nil }
  nonisolated var isRequired: Bool { facts?.purpose != nil }

  /// The family that a key belongs to.
  nonisolated var family: Root? { facts?.family }

  var activeContext: InjectionContext? { recipe.factory?.activeContext }

  /// The lifetime that a layer has for this injection.
  func strategy(of layer: Layer) -> InjectionStrategy {
    layer.recipe.strategy ?? recipe.strategy ?? .onDemand
  }
}

/// What a published injection is beside a recipe and a lifetime: it has to be provided, or is a family's key.
@MainActor @usableFromInline final class Facts {
  /// What to provide, in words; `nil` where nothing has to be provided.
  nonisolated let purpose: String?

  /// The family that a key belongs to: overrides of that count too.
  nonisolated let family: Root?
  var key: AnyBox?

  nonisolated init(purpose: String?, family: Root? = nil) {
    self.purpose = purpose
    self.family = family
  }

  /// Whether something may stand before what is published: what is provided, or an override of the family.
  var isCovered: Bool {
    purpose != nil || family?.isOverriddenOutside == true
  }
}
