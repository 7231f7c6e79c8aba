/// Where a place keeps its own instance of a layer that was made elsewhere.
///
/// It knows the layer by its moment alone, so that it keeps no recipe alive: once the layer is gone
/// from its stack, nothing finds the mirror again.
@MainActor
@usableFromInline
final class MirrorSlot<Value>: Slot<Value> {
  private let mirrored: UInt64

  /// Outlives the mirror, which its own stack or one of a scope owns.
  private let ownRoot: Unretained<AnySlot>
  private let home: Unretained<OverrideScope>?
  private let homeAddress: UInt

  @usableFromInline
  init(of moment: UInt64, _ root: borrowing AnySlot, in home: borrowing OverrideScope?) {
    mirrored = moment
    ownRoot = Unretained(copy root)
    let home = copy home
    self.home = home.map(Unretained.init)
    homeAddress = home?.address ?? 0
    super.init(callSite: root.callSite)
  }

  override var moment: UInt64 { mirrored }
  override var root: AnySlot { ownRoot.object }
  override var declaration: InjectionDeclaration { root.declaration }
  override var place: OverrideScope? { home?.object }
  override var address: UInt { homeAddress }
  override var isInternal: Bool { root.isInternal }

  /// The line of the override that it mirrors, which only messages ask for.
  override var overriddenAt: CallSite? {
    root.overrides(in: place).first { $0.moment == mirrored }?.overriddenAt
  }
}

/// The mirrors of one injection in one place; more than one while it is overridden outside.
@MainActor
struct MirrorList {
  private var first: AnySlot?

  nonisolated init() {}

  var isEmpty: Bool { first == nil }

  func mirror(of moment: UInt64) -> AnySlot? {
    var next = first
    while let mirror = next {
      if mirror.moment == moment { return mirror }
      next = mirror.link
    }
    return nil
  }

  /// Adds a mirror, and drops those that hold nothing and that nobody is about to fill.
  mutating func add(_ mirror: AnySlot) {
    var kept: AnySlot?
    while let old = first {
      first = old.link
      old.link = nil
      guard old.cache != .empty || old.activity != .idle else { continue }
      old.link = kept
      kept = old
    }
    mirror.link = kept
    first = mirror
  }

  func forEachMirror(_ body: (AnySlot) -> Void) {
    var next = first
    while let mirror = next {
      body(mirror)
      next = mirror.link
    }
  }

  /// Whether nothing is alive in any of them.
  func isIdle(asking: Bool) -> Bool {
    var next = first
    while let mirror = next {
      guard mirror.isIdle(asking: asking) else { return false }
      next = mirror.link
    }
    return true
  }
}
