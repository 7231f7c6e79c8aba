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
  override var place: OverrideScope? { home.scope?.object }

  /// The line of the override that it mirrors, which only messages ask for.
  override var overriddenAt: CallSite? {
    root.layers(in: place).first { $0.moment == moment }?.overriddenAt
  }
}
