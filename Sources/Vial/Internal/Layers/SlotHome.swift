/// Whose slot one is that was made after its injection was published, and in which scope.
@MainActor
struct SlotHome {
  /// Tells the layers of one injection apart.
  let moment: UInt64

  /// Outlives the slot: it owns the slot outside every scope, and is held in a scope.
  let root: Unretained<AnySlot>

  /// The scope that owns the slot; `nil` outside every scope.
  let scope: Unretained<OverrideScope>?
  let serial: UInt64

  /// Keeps the root alive, because the scope finds the slot by its identity.
  private let hold: AnyObject?

  // An initializer takes over its parameters, which counts references; it borrows what it does not keep.
  @inline(__always)
  init(_ moment: UInt64, _ root: borrowing AnySlot, in scope: borrowing OverrideScope?) {
    self.moment = moment
    self.root = Unretained(copy root)
    let scope = copy scope
    self.scope = scope.map(Unretained.init)
    serial = scope?.serial ?? 0
    hold = serial == 0 ? nil : root.claim
  }
}
