/// What a scope knows of one injection: its overrides, what was provided, and its own instances.
@MainActor
final class ScopeStack {
  /// Keeps the injection's root alive, because the scope finds the stack by its identity.
  let root: AnySlot

  /// The scope that owns the stack.
  unowned let scope: OverrideScope

  /// The scope's newest override.
  @safe @exclusivity(unchecked) var newest: AnySlot?

  /// What was provided in the scope.
  @safe @exclusivity(unchecked) var provision: AnySlot?

  @safe @exclusivity(unchecked) var mirrors = MirrorList()

  /// The next in the scope's list.
  @safe @exclusivity(unchecked) fileprivate var next: ScopeStack?

  /// Tells a family that its key is in use.
  private let claim: AnyObject?

  init(of root: AnySlot, in scope: OverrideScope) {
    self.root = root
    self.scope = scope
    claim = root.publication?.claim
  }

  /// Whether nothing is lost when the stack is dropped and made anew; may ask checks (rule 7).
  func isIdle(asking: Bool) -> Bool {
    newest == nil && provision == nil && mirrors.isIdle(asking: asking)
  }

  /// Releases what was left in slots that are empty; what dies may come back here.
  func releaseRemains() {
    var slots: [AnySlot] = []
    mirrors.forEachMirror { slots.append($0) }
    for slot in slots { slot.releaseRemains() }
    provision?.releaseRemains()
    var next = newest
    while let layer = next {
      layer.releaseRemains()
      next = layer.link
    }
  }

  /// Empties every slot without releasing anything yet.
  func invalidate() {
    mirrors.forEachMirror { $0.invalidate() }
    provision?.invalidate()
    var next = newest.map(Unretained.init)
    while let layer = next {
      next = layer.with { layer in
        layer.invalidate()
        return layer.link.map(Unretained.init)
      }
    }
  }

  /// Every slot of the stack, be it filled or not.
  func forEachSlot(_ body: (AnySlot) -> Void) {
    mirrors.forEachMirror(body)
    if let provision { body(provision) }
    var next = newest
    while let layer = next {
      body(layer)
      next = layer.link
    }
  }
}

/// A scope's stacks: a list while there are few, a table once there are more.
///
/// Bounded: what is idle is dropped whenever their number has doubled, so that a scope never holds
/// more than twice the injections that are overridden or have an instance alive in it, and eight.
@MainActor
struct StackTable {
  private static var few: Int { 8 }

  private var first: ScopeStack?
  private var table: [ObjectIdentifier: ScopeStack] = [:]
  private(set) var count = 0
  private var limit = few

  @inline(__always)
  func stack(of root: AnySlot) -> ScopeStack? {
    guard count <= Self.few else { return table[ObjectIdentifier(root)] }
    var next = first
    while let stack = next {
      if stack.root === root { return stack }
      next = stack.next
    }
    return nil
  }

  /// The newest override of a root, found without taking references on the way.
  @inline(__always)
  func newest(of root: AnySlot) -> AnySlot? {
    guard count <= Self.few else { return table[ObjectIdentifier(root)]?.newest }
    guard var next = first.map(Unretained.init) else { return nil }
    while true {
      if next.with({ $0.root === root }) { return next.with(\.newest) }
      guard let after = next.with({ $0.next.map(Unretained.init) }) else { return nil }
      next = after
    }
  }

  /// Adds a stack; `true` when it is time to look for idle ones.
  mutating func add(_ stack: ScopeStack) -> Bool {
    if count == Self.few {
      // The links stay: who goes along them may have called what comes here.
      for old in all { table[ObjectIdentifier(old.root)] = old }
      first = nil
    }
    count += 1
    if count > Self.few {
      table[ObjectIdentifier(stack.root)] = stack
      stack.next = nil
    } else {
      stack.next = first
      first = stack
    }
    return count > limit
  }

  /// Calls `body` with each stack; what is added meanwhile may be left out.
  @inline(__always)
  func forEachStack(_ body: (ScopeStack) -> Void) {
    guard count <= Self.few else {
      for stack in table.values { body(stack) }
      return
    }
    var next = first
    while let stack = next {
      body(stack)
      next = stack.next
    }
  }

  var all: [ScopeStack] {
    var all: [ScopeStack] = []
    forEachStack { all.append($0) }
    return all
  }

  mutating func drop(_ idle: [ScopeStack]) {
    let dropped = Set(idle.map { ObjectIdentifier($0) })
    let kept = all.filter { !dropped.contains(ObjectIdentifier($0)) }
    self = StackTable()
    for stack in kept { stack.next = nil }
    for stack in kept { _ = add(stack) }
    limit = max(Self.few, count * 2)
  }
}
