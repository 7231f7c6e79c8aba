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
///
/// A list while there are few, a table once there are more.
@MainActor
struct MirrorList {
  private var first: AnySlot?
  private var table: Table?

  @MainActor
  fileprivate final class Table {
    var mirrors: [UInt64: AnySlot] = [:]
    var upkeep = Upkeep(least: MirrorList.few)
  }

  private static var few: Int { 8 }

  nonisolated init() {}

  var isEmpty: Bool { first == nil && table?.mirrors.isEmpty != false }

  func mirror(of moment: UInt64) -> AnySlot? {
    if let table { return table.mirrors[moment] }
    var next = first
    while let mirror = next {
      if mirror.moment == moment { return mirror }
      next = mirror.link
    }
    return nil
  }

  /// Adds a mirror, and drops those that hold nothing and that nobody is about to fill.
  mutating func add(_ mirror: AnySlot) {
    if let table { return table.add(mirror) }
    var kept: AnySlot?
    var count = 1
    while let old = first {
      first = old.link
      old.link = nil
      guard old.isInUse else { continue }
      old.link = kept
      kept = old
      count += 1
    }
    mirror.link = kept
    first = mirror
    if count > Self.few { makeTable() }
  }

  private mutating func makeTable() {
    let made = Table()
    while let mirror = first {
      first = mirror.link
      mirror.link = nil
      made.mirrors[mirror.moment] = mirror
    }
    table = made
  }

  /// Calls `body` with each mirror, the oldest layer's first if they are many.
  func forEachMirror(_ body: (AnySlot) -> Void) {
    if let table {
      for mirror in table.mirrors.sorted(by: { $0.key < $1.key }) { body(mirror.value) }
      return
    }
    var next = first
    while let mirror = next {
      body(mirror)
      next = mirror.link
    }
  }

  /// Whether nothing is alive in any of them.
  func isIdle(asking: Bool) -> Bool {
    if let table { return table.mirrors.values.allSatisfy { $0.isIdle(asking: asking) } }
    var next = first
    while let mirror = next {
      guard mirror.isIdle(asking: asking) else { return false }
      next = mirror.link
    }
    return true
  }
}

extension MirrorList.Table {
  /// Adds a mirror, and drops those that are not in use when they may be many.
  fileprivate func add(_ mirror: AnySlot) {
    mirrors[mirror.moment] = mirror
    guard upkeep.isDue(at: mirrors.count) else { return }
    var kept = mirrors.filter { $0.value === mirror || $0.value.isInUse }
    upkeep.isDone(mirrors.count, keeping: kept.count)
    swap(&mirrors, &kept)
    extendLifetime(kept)
  }
}

extension AnySlot {
  /// Whether a mirror holds something, or someone is about to fill it.
  fileprivate var isInUse: Bool { cache != .empty || activity != .idle }
}
