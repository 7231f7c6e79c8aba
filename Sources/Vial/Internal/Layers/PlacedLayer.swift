/// A layer that was made in one place, after the injection was published: an override, or what was
/// provided.
@MainActor
@usableFromInline
class PlacedLayer<Value>: Layer<Value> {
  private let home: SlotHome
  @safe @exclusivity(unchecked) private final var isOut = false

  @usableFromInline
  init(
    _ recipe: Recipe<Value>,
    strategy: InjectionStrategy,
    on root: borrowing AnySlot,
    in scope: borrowing OverrideScope?,
    callSite: CallSite
  ) {
    home = SlotHome(Moment.next(), root, in: scope)
    super.init(recipe: recipe, strategy: strategy, callSite: callSite)
  }

  final override var moment: UInt64 { home.moment }
  final override var root: AnySlot { home.root.object }
  final override var place: OverrideScope? { home.scope?.object }
  final override var isRemoved: Bool { isOut }

  final override func isHome(in scope: OverrideScope?) -> Bool {
    home.serial == scope?.serial ?? 0
  }

  /// Says that the layer is out of its stack; `false` when it was, or stays with a scope that has ended.
  final func remove() -> Bool {
    guard !isOut, place?.hasEnded != true else { return false }
    isOut = true
    root.forgetMemo()
    return true
  }
}
