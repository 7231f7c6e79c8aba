/// What a scope knows of one injection: its overrides, what was provided, and its own instances.
@MainActor
final class ScopeStack {
  /// Keeps the injection's root alive, because the scope finds the stack by its identity.
  let root: AnySlot

  /// The scope that owns the stack.
  ///
  /// The reference keeps the memory of a scope that is gone, and there whether it is over.
  private unowned let scope: OverrideScope
  private let home: Unretained<OverrideScope>

  /// The scope, unless it is over; what is being released cannot be referred to.
  var openScope: OverrideScope? { home.with(\.hasEnded) ? nil : scope }

  /// The scope's newest override.
  @safe @exclusivity(unchecked) var newest: AnySlot?

  /// What was provided in the scope.
  @safe @exclusivity(unchecked) var provision: AnySlot?

  @safe @exclusivity(unchecked) var mirrors = MirrorList()

  /// The next in the scope's list.
  @safe @exclusivity(unchecked) fileprivate var next: ScopeStack?

  /// Tells a family that its key is in use.
  private let claim: AnyObject?

  init(of root: borrowing AnySlot, in scope: borrowing OverrideScope) {
    self.root = copy root
    self.scope = copy scope
    home = Unretained(copy scope)
    claim = root.publication?.claim
  }

  /// Whether nothing is lost when the stack is dropped and made anew; may ask checks (rule 7).
  func isIdle(asking: Bool) -> Bool {
    newest == nil && provision == nil && mirrors.isIdle(asking: asking)
  }

  /// Releases what was left in slots that are empty; what dies may come back here.
  func releaseRemains() {
    if !mirrors.isEmpty {
      var slots: [AnySlot] = []
      mirrors.forEachMirror { slots.append($0) }
      for slot in slots { slot.releaseRemains() }
    }
    provision?.releaseRemains()
    var next = newest
    while let layer = next {
      layer.releaseRemains()
      next = layer.link
    }
  }

  /// Empties every slot without releasing anything yet.
  func end() {
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

// A scope's stacks: a list while there are few, a table once there are more. Their parts are the
// scope's own, because a copy of them would be counted at each look.
//
// Bounded: what is idle is dropped whenever their number has grown by half, so that a scope never holds more
// than twice the injections that are overridden or have an instance alive in it, and eight.
extension OverrideScope {
  private static var few: Int { 8 }

  func stack(of root: AnySlot) -> ScopeStack? {
    if let stackTable { return stackTable[ObjectIdentifier(root)] }
    var next = firstStack.map(Unretained.init)
    while let stack = next {
      if stack.with({ $0.root === root }) { return stack.object }
      next = stack.with { $0.next.map(Unretained.init) }
    }
    return nil
  }

  /// The newest override that was made in this scope.
  func newest(of root: AnySlot) -> AnySlot? {
    if let stackTable { return stackTable[ObjectIdentifier(root)]?.newest }
    var next = firstStack.map(Unretained.init)
    while let stack = next {
      if stack.with({ $0.root === root }) { return stack.with(\.newest) }
      next = stack.with { $0.next.map(Unretained.init) }
    }
    return nil
  }

  func stackMakingOne(of root: AnySlot) -> ScopeStack {
    if let stack = stack(of: root) { return stack }
    let made = ScopeStack(of: root, in: self)
    add(made)
    if !isEnding, stackUpkeep.isDue(at: stackCount) {
      dropIdleStacks(but: made)
      // What was released then may have come back here, and have dropped it in turn.
      if let stack = stack(of: root) { return stack }
      add(made)
    }
    return made
  }

  /// Calls `body` with each stack; what is added meanwhile may be left out.
  func forEachStack(_ body: (ScopeStack) -> Void) {
    if let stackTable {
      for stack in stackTable.values { body(stack) }
      return
    }
    var next = firstStack
    while let stack = next {
      body(stack)
      next = stack.next
    }
  }

  private func add(_ stack: ScopeStack) {
    stackCount += 1
    if stackTable == nil, stackCount <= Self.few {
      swap(&stack.next, &firstStack)
      firstStack = stack
      return
    }
    if stackTable == nil {
      // The links stay: who goes along them may have called what comes here.
      var table: [ObjectIdentifier: ScopeStack] = [:]
      forEachStack { table[ObjectIdentifier($0.root)] = $0 }
      stackTable = table
      firstStack = nil
    }
    stackTable?[ObjectIdentifier(stack.root)] = stack
  }

  /// Asks checks first, and then drops what is idle after all that they did.
  private func dropIdleStacks(but new: ScopeStack) {
    var all: [ScopeStack] = []
    forEachStack { all.append($0) }
    for stack in all where stack !== new { _ = stack.isIdle(asking: true) }
    all = []
    forEachStack { all.append($0) }
    var kept: [ScopeStack] = []
    var dropped: [ScopeStack] = []
    for stack in all {
      if stack !== new, stack.isIdle(asking: false) {
        stack.root.forgetMemo()
        dropped.append(stack)
      } else {
        kept.append(stack)
      }
    }
    firstStack = nil
    stackTable = nil
    stackCount = 0
    for stack in all { stack.next = nil }
    for stack in kept { add(stack) }
    stackUpkeep.isDone(all.count, keeping: stackCount)
    extendLifetime(dropped)
  }
}
