/// One provider in an injection's stack: a recipe, a lifetime, and the slot of the place that it was
/// made in.
///
/// It is what was published, an override, or what was provided. A family's override is a layer of
/// every key: the family's own injection has it in its stack, and each key keeps copies.
@MainActor @usableFromInline class Layer: Slot {
  @usableFromInline nonisolated final let recipe: Recipe

  nonisolated final let kind: Kind

  /// The override below it, while it is in its stack.
  ///
  /// The compiler releases such a chain one layer after the other, however long it is.
  final var below: Layer?

  /// Whether it stands in a family's stack, and so for every key.
  nonisolated final let isOfFamily: Bool

  /// Whether each resolve builds, so that no place needs a slot; a family's layer builds for many keys, of
  /// which each has its own.
  @usableFromInline nonisolated final let keepsNothing: Bool

  /// Whether it is in its stack; what is not is never found, and only those that had chosen it before ask.
  final private(set) var isInForce = true

  enum Kind {
    case published
    case override

    /// With the slots that were filled from it, also those of isolated scopes: a withdrawal empties them.
    case provision(Journal)
  }

  /// What is published.
  nonisolated init(published recipe: consuming Recipe) {
    kind = .published
    isOfFamily = false
    keepsNothing = recipe.strategy?.keeping.isNothing == true
    self.recipe = consume recipe
    super.init(nil, 0, in: 0)
  }

  /// An override of an injection, or what is provided for it, in a place.
  init(_ kind: Kind, _ recipe: consuming Recipe, of root: Root, in home: UInt64) {
    self.kind = kind
    isOfFamily = root.isFamily
    keepsNothing = !root.isFamily
      && (recipe.strategy ?? root.recipe.strategy)?.keeping.isNothing == true
    self.recipe = consume recipe
    super.init(root.declaration, Moment.next(), in: home)
  }

  nonisolated final var callSite: CallSite { recipe.callSite }

  final var isOverride: Bool {
    switch kind {
    case .override: true
    case .published, .provision: false
    }
  }

  /// What was filled by it, if it is a provision.
  final var fills: Journal? {
    switch kind {
    case .provision(let fills): fills
    case .published, .override: nil
    }
  }

  /// Whether a place keeps the instance in the layer itself.
  final func isHome(_ place: OverrideScope) -> Bool { home == place.serial && !isOfFamily }

  /// Empties slots, once a rollback or a withdrawal has taken the layer out of its stack; the recipe goes with the
  /// layer.
  final func leave(emptying slots: [Slot]) {
    isInForce = false
    // Mostly nothing else was filled, and there is nothing to put in order.
    if slots.allSatisfy({ $0 === self }) { empty() } else { Slot.empty(slots + [self]) }
  }
}
