/// A layer that was made in one place, after the injection was published: an override, or what was
/// provided.
@MainActor
@usableFromInline
class PlacedLayer<Value>: Layer<Value> {
  /// Whose stack it is in, which owns it.
  private let ownRoot: Unretained<AnySlot>

  /// The scope that it was made in, which owns that stack; `nil` outside every scope.
  private let home: Unretained<OverrideScope>?
  private let homeAddress: UInt
  private let made: UInt64

  // An initializer takes over its parameters, which counts references; it borrows what it does not keep.
  @usableFromInline
  init(
    _ recipe: Recipe<Value>,
    strategy: InjectionStrategy,
    on root: borrowing AnySlot,
    in home: borrowing OverrideScope?,
    callSite: CallSite
  ) {
    ownRoot = Unretained(copy root)
    let home = copy home
    self.home = home.map(Unretained.init)
    homeAddress = home?.address ?? 0
    made = Moment.next()
    super.init(recipe: recipe, strategy: strategy, callSite: callSite)
  }

  final override var moment: UInt64 { made }
  final override var root: AnySlot { ownRoot.object }
  final override var declaration: InjectionDeclaration { root.declaration }
  final override var place: OverrideScope? { home?.object }
  final override var address: UInt { homeAddress }
  final override var isInternal: Bool { root.isInternal }
  final override var isRemoved: Bool { !isInForce }

  final override func isHome(in scope: OverrideScope?) -> Bool {
    homeAddress == scope?.address ?? 0
  }
}
