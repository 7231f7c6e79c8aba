/// Where a place keeps its own instance of a layer that was made elsewhere.
///
/// It knows the layer by its moment alone, so that it keeps no recipe alive: once the layer is gone
/// from its stack, nothing finds the mirror again.
@MainActor
@usableFromInline
final class MirrorSlot<Value>: Slot<Value> {
  private let home: SlotHome

  @usableFromInline
  init(of moment: UInt64, _ root: borrowing AnySlot, in scope: borrowing OverrideScope?) {
    home = SlotHome(moment, root, in: scope)
    super.init(callSite: root.callSite)
  }

  override var moment: UInt64 { home.moment }
  override var root: AnySlot { home.root.object }
  override var declaration: InjectionDeclaration { root.declaration }
  override var place: OverrideScope? { home.scope?.object }
  override var address: UInt { home.address }
  override var isInternal: Bool { root.isInternal }

  /// The line of the override that it mirrors, which only messages ask for.
  override var overriddenAt: CallSite? {
    root.layers(in: place).first { $0.moment == moment }?.overriddenAt
  }
}

/// Whose slot one is that was made after its injection was published, and in which scope.
@MainActor
struct SlotHome {
  /// Tells the layers of one injection apart.
  let moment: UInt64

  /// Outlives the slot: it owns the slot outside every scope, and is held in a scope.
  let root: Unretained<AnySlot>

  /// The scope that owns the slot; `nil` outside every scope.
  let scope: Unretained<OverrideScope>?
  let address: UInt

  /// Keeps the root alive, because the scope finds the slot by its identity.
  private let hold: AnyObject?

  // An initializer takes over its parameters, which counts references; it borrows what it does not keep.
  init(_ moment: UInt64, _ root: borrowing AnySlot, in scope: borrowing OverrideScope?) {
    self.moment = moment
    let (root, scope) = (copy root, copy scope)
    self.root = Unretained(root)
    self.scope = scope.map(Unretained.init)
    address = scope?.address ?? 0
    hold = scope.map { _ in root.publication?.claim(of: root) ?? root }
  }
}
