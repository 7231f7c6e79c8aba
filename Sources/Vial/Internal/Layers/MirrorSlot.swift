/// Where a scope keeps its own instance of a layer that was made elsewhere.
///
/// It knows the layer by its moment alone, so that it keeps no recipe alive: once the layer is gone
/// from its stack, nothing finds the mirror again.
@MainActor
final class MirrorSlot<Value>: Slot<Value> {
  private let mirrored: UInt64
  private unowned let injection: Injection<Value>
  private unowned let home: OverrideScope?
  fileprivate var next: MirrorSlot<Value>?

  init(of moment: UInt64, _ injection: Injection<Value>, in home: OverrideScope?) {
    mirrored = moment
    self.injection = injection
    self.home = home
    super.init(callSite: injection.root.callSite)
  }

  override var moment: UInt64 { mirrored }
  override var declaration: InjectionDeclaration { injection.declaration }
  override var place: OverrideScope? { home }
  override var isInternal: Bool { injection.root.isInternal }
}

/// The mirrors of one injection in one place; more than one while it is overridden outside.
@MainActor
struct MirrorSlots<Value> {
  private var first: MirrorSlot<Value>?

  nonisolated init() {}

  func mirror(of moment: UInt64) -> MirrorSlot<Value>? {
    var next = first
    while let mirror = next {
      if mirror.moment == moment { return mirror }
      next = mirror.next
    }
    return nil
  }

  /// Adds a mirror, and drops those that hold nothing and that nobody is about to fill.
  mutating func add(_ mirror: MirrorSlot<Value>) {
    var kept: MirrorSlot<Value>?
    while let old = first {
      first = old.next
      old.next = nil
      guard old.cache != .empty || old.activity != .idle else { continue }
      old.next = kept
      kept = old
    }
    mirror.next = kept
    first = mirror
  }

  var slots: [AnySlot] {
    var slots: [AnySlot] = []
    var next = first
    while let mirror = next {
      slots.append(mirror)
      next = mirror.next
    }
    return slots
  }

  /// Whether nothing is alive in any of them.
  func isIdle(asking: Bool) -> Bool {
    var next = first
    while let mirror = next {
      guard mirror.isIdle(asking: asking) else { return false }
      next = mirror.next
    }
    return true
  }
}
