/// What a scope knows of one injection, whatever that provides.
@MainActor
class AnyStack {
  let id: ObjectIdentifier

  /// The next in the scope's list.
  final var next: AnyStack?

  init(id: ObjectIdentifier) {
    self.id = id
  }

  /// Whether nothing is lost when the stack is dropped and made anew; may ask checks (rule 7).
  func isIdle(asking: Bool) -> Bool { false }

  /// Every slot of the stack, be it filled or not.
  var slots: [AnySlot] { [] }

  func willBeDropped() {}
}

/// An injection's layers and mirrors in one scope.
@MainActor
final class ScopeStack<Value>: AnyStack {
  /// Keeps the injection alive, because the scope finds the stack by its identity.
  private let injection: Injection<Value>
  private unowned let scope: OverrideScope

  /// The scope's newest override.
  var newest: OverrideLayer<Value>?

  /// What was provided in the scope.
  var provision: ProvisionLayer<Value>?

  private var mirrors = MirrorSlots<Value>()

  init(of injection: Injection<Value>, in scope: OverrideScope) {
    self.injection = injection
    self.scope = scope
    super.init(id: ObjectIdentifier(injection))
  }

  func mirror(of moment: UInt64) -> MirrorSlot<Value>? { mirrors.mirror(of: moment) }

  func mirrorMakingOne(of moment: UInt64) -> MirrorSlot<Value> {
    if let mirror = mirrors.mirror(of: moment) { return mirror }
    let mirror = MirrorSlot(of: moment, injection, in: scope)
    injection.forgetMemo()
    mirrors.add(mirror)
    return mirror
  }

  override func isIdle(asking: Bool) -> Bool {
    newest == nil && provision == nil && mirrors.isIdle(asking: asking)
  }

  override var slots: [AnySlot] {
    var slots = mirrors.slots
    if let provision { slots.append(provision) }
    var next = newest
    while let layer = next {
      slots.append(layer)
      next = layer.below
    }
    return slots
  }

  override func willBeDropped() { injection.forgetMemo() }
}

/// A scope's stacks: a list while there are few, a table once there are more.
///
/// Bounded: what is idle is dropped whenever their number has doubled, so that a scope never holds
/// more than twice the injections that are overridden or have an instance alive in it, and eight.
@MainActor
struct StackTable {
  private static var few: Int { 8 }

  private var first: AnyStack?
  private var table: [ObjectIdentifier: AnyStack] = [:]
  private(set) var count = 0
  private var limit = few

  func stack(of id: ObjectIdentifier) -> AnyStack? {
    guard table.isEmpty else { return table[id] }
    var next = first
    while let stack = next {
      if stack.id == id { return stack }
      next = stack.next
    }
    return nil
  }

  /// Adds a stack; `true` when it is time to look for idle ones.
  mutating func add(_ stack: AnyStack) -> Bool {
    if count == Self.few {
      for old in all {
        table[old.id] = old
        old.next = nil
      }
      first = nil
    }
    count += 1
    if count > Self.few {
      table[stack.id] = stack
    } else {
      stack.next = first
      first = stack
    }
    return count > limit
  }

  var all: [AnyStack] {
    var all = Array(table.values)
    var next = first
    while let stack = next {
      all.append(stack)
      next = stack.next
    }
    return all
  }

  mutating func drop(_ idle: Set<ObjectIdentifier>) {
    let kept = all.filter { !idle.contains($0.id) }
    self = StackTable()
    for stack in kept { _ = add(stack) }
    limit = max(Self.few, count * 2)
  }
}
