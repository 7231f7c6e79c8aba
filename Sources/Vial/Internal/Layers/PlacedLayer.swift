/// A layer that was made in one place, after the injection was published: an override, or what was
/// provided.
@MainActor
@usableFromInline
class PlacedLayer<Value>: Layer<Value> {
  private let home: SlotHome

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
  final override var declaration: InjectionDeclaration { root.declaration }
  final override var place: OverrideScope? { home.scope?.object }
  final override var address: UInt { home.address }
  final override var isInternal: Bool { root.isInternal }
  final override var isRemoved: Bool { !isInForce }

  final override func isHome(in scope: OverrideScope?) -> Bool {
    home.address == scope?.address ?? 0
  }
}
