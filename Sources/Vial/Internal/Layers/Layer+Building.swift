extension Layer {
  /// Runs the recipe and keeps the instance as the lifetime says.
  ///
  /// A rollback of an override that was there when the recipe started, and that could be seen, leaves
  /// the instance unkept: it may hold the mock (rules 16 and 17).
  @inlinable
  @inline(__always)
  func build(
    for root: Root<Value>,
    into slot: Slot<Value>,
    in scope: OverrideScope?,
    _ holder: inout Holder
  ) -> Value {
    let before = slot.activity
    if before != .idle || scope != nil { checkCircle(slot, in: scope) }
    var frame = unsafe BuildFrame(slot)
    slot.activity = .building
    let value = unsafe run(in: &frame, root, slot, scope, &holder)
    slot.activity = before
    return value
  }

  /// The frame is pushed for as long as its address is good: during this call.
  @inlinable
  @inline(__always)
  func run(
    in frame: UnsafeMutablePointer<BuildFrame>,
    _ root: Root<Value>,
    _ slot: Slot<Value>,
    _ scope: OverrideScope?,
    _ holder: inout Holder
  ) -> Value {
    unsafe BuildFrame.push(frame)
    defer { unsafe BuildFrame.pop(frame) }
    let value = if case .build(let factory) = recipe { factory() } else { run(root, scope) }
    if case .onDemand = strategy.lifetime { return value }
    let filling = filling(root, in: scope)
    if filling != .empty { slot.fill(value, filling, of: self, root, in: scope, &holder) }
    return value
  }

  @usableFromInline
  func run(_ root: Root<Value>, _ scope: OverrideScope?) -> Value {
    switch recipe {
    case .build(let factory): return factory()
    case .decorate(let decorator):
      return decorator(Original(root: root, layer: self, scope: scope))
    case .published(let publication): return publication.build(for: root)
    case .forward(let other): return other.resolve()
    }
  }
}

extension AnySlot {
  /// Stops at a circle (rule 25).
  ///
  /// What an observer needs on demand, while it is being built for another, is another instance and
  /// no circle. A recipe that opens a scope and needs itself there would do so without an end.
  @usableFromInline
  final func checkCircle(_ slot: AnySlot, in scope: OverrideScope?) {
    if slot.activity != .idle {
      if case .onDemand = lifetime.lifetime, unsafe BuildFrame.isInterrupted(slot) { return }
      Fault.circle(at: slot)
    }
    if scope?.isInFactory == true { unsafe BuildFrame.checkDepth(slot) }
  }
}
