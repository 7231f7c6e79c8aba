/// One provider in an injection's stack: a recipe, its lifetime, and the slot where the place that it
/// was made in keeps its instance.
@MainActor
@usableFromInline
class Layer<Value>: Slot<Value> {
  @usableFromInline final let recipe: Recipe<Value>
  @usableFromInline final let strategy: InjectionStrategy

  nonisolated init(recipe: Recipe<Value>, strategy: InjectionStrategy, callSite: CallSite) {
    self.recipe = recipe
    self.strategy = strategy
    super.init(callSite: callSite)
  }

  /// Whether `scope` keeps the layer's instance in the layer itself.
  func isHome(in scope: OverrideScope?) -> Bool { false }

  /// The layer whose instance a decorator receives.
  func lower(of injection: Injection<Value>, in scope: OverrideScope?) -> Layer<Value> { self }

  /// The line of the override that provides, if it is one.
  var overriddenAt: CallSite? { nil }

  /// Whether a resolve that ends here gets what the application would get (rule 23).
  func isLive(in scope: OverrideScope?) -> Bool { false }

  /// Remembers where instances of the layer are, beside what every layer does.
  func note(_ slot: AnySlot) {}
}

/// The bottom of an injection's stack: what was published, and the newest override outside scopes.
@MainActor
@usableFromInline
final class Root<Value>: Layer<Value> {
  @safe @exclusivity(unchecked) @usableFromInline var newest: OverrideLayer<Value>?

  @usableFromInline
  override nonisolated init(
    recipe: Recipe<Value>,
    strategy: InjectionStrategy,
    callSite: CallSite
  ) {
    super.init(recipe: recipe, strategy: strategy, callSite: callSite)
  }

  var publication: Publication<Value>? {
    if case .published(let publication) = recipe { publication } else { nil }
  }

  override func isHome(in scope: OverrideScope?) -> Bool { scope == nil }
  override func isLive(in scope: OverrideScope?) -> Bool { publication?.isLive ?? true }
  override var isInternal: Bool { Value.self is any FamilyBookkeeping.Type }

  override var declaration: InjectionDeclaration {
    if let publication { return publication.declaration(of: self) }
    return (Value.self as? any FamilyBookkeeping.Type)?.familyDeclaration(self)
      ?? InjectionDeclaration(Value.self, callSite, of: self)
  }
}

/// A layer that stands for another one, made when it is asked for: what a family's override means for
/// one key, or a context for a required injection.
///
/// Its instances are kept in mirrors, so it may go when it has provided.
@MainActor
final class Cover<Value>: Layer<Value> {
  /// What it takes over from the layer that it stands for.
  struct Origin {
    var moment: UInt64 = 0
    var overriddenAt: CallSite?
    var isLive = false
    var note: @MainActor (AnySlot) -> Void = { _ in }
    var lower: @MainActor (OverrideScope?) -> Layer<Value>
  }

  private let origin: Origin
  private let injection: Injection<Value>

  init(
    _ recipe: Recipe<Value>,
    _ strategy: InjectionStrategy,
    of injection: Injection<Value>,
    callSite: CallSite,
    origin: Origin
  ) {
    self.origin = origin
    self.injection = injection
    super.init(recipe: recipe, strategy: strategy, callSite: callSite)
  }

  override var moment: UInt64 { origin.moment }
  override var overriddenAt: CallSite? { origin.overriddenAt }
  override var declaration: InjectionDeclaration { injection.declaration }
  override func isLive(in scope: OverrideScope?) -> Bool { origin.isLive }
  override func note(_ slot: AnySlot) { origin.note(slot) }

  override func lower(of injection: Injection<Value>, in scope: OverrideScope?) -> Layer<Value> {
    origin.lower(scope)
  }
}
