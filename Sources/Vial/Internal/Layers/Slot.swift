/// The part of a slot that is generic over what is stored, an optional; see `Pinned`.
@MainActor
@usableFromInline
class Storage<Stored: ExpressibleByNilLiteral>: AnySlot {
  /// The instance, while it is held strongly.
  @safe @exclusivity(unchecked) @usableFromInline final var held: Stored = nil

  /// Whether an instance is held, strongly or not.
  var isFilled: Bool { false }

  final override func releaseRemains() {
    guard cache == .empty else { return }
    let wasFilled = Injections.isObserved && !isInternal && isFilled
    let remains = take(&held)
    let remainingKeeper = keeper
    keeper = nil
    if wasFilled { Injections.emit(.released(declaration)) }
    extendLifetime(remains)
    extendLifetime(remainingKeeper)
  }
}

/// Where an instance of one type may be kept.
@MainActor
@usableFromInline
class Slot<Value>: Storage<Value?> {

  override var isFilled: Bool { held != nil || keeper != nil }

  @usableFromInline
  final func reportRelease() {
    guard Injections.isObserved, !isInternal else { return }
    Injections.emit(.released(declaration))
  }
}

// MARK: - Loading

extension Slot {
  /// The instance of a slot whose cache is `.kept`, which is the fast path.
  @inlinable
  var kept: Value { payload(of: &held) }

  /// The instance that is alive in a slot.
  ///
  /// `holder` receives what must be held to keep a shared value alive (rule 2).
  @inlinable
  static func load(_ alive: consuming Alive, _ holder: inout Holder) -> Value {
    let slot = unsafe unsafeDowncast(alive.slot, to: Slot<Value>.self)
    guard let anchor = alive.anchor, let keeper = slot.keeper else { return slot.kept }
    return unsafe unsafeDowncast(keeper, to: WeakCell<Value>.self).load(anchor, &holder)
  }

  /// The instance, if a resolve outside every scope may reuse it right away.
  @inlinable
  @inline(__always)
  func reuse(_ holder: inout Holder) -> Value? {
    // Not `flatMap`: a closure would check its isolation on the resolve path.
    guard cache == .weak, let keeper else { return nil }
    return unsafe unsafeDowncast(keeper, to: WeakCell<Value>.self).load(&holder)
  }
}

// MARK: - Storing

extension Slot {
  /// Keeps a layer's fresh instance as `filling` says.
  @inlinable
  func fill(
    _ value: Value,
    _ filling: Cache,
    of layer: AnySlot,
    _ root: AnySlot,
    in scope: OverrideScope?,
    _ holder: inout Holder
  ) {
    if filling == .weak || held != nil || keeper != nil {
      return refill(value, filling, of: layer, root, in: scope, &holder)
    }
    held = value
    layer.didFill(self, filling, root, in: scope)
  }

  /// Not specialized: code that names no type of its own is there once for all types.
  @usableFromInline
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  func refill(
    _ value: Value,
    _ filling: Cache,
    of layer: AnySlot,
    _ root: AnySlot,
    in scope: OverrideScope?,
    _ holder: inout Holder
  ) {
    var held: Value?
    var keeper: AnyObject?
    if filling == .weak {
      guard let cell = WeakCell(value, &holder) else { return }
      keeper = cell
    } else {
      held = value
    }
    // What is replaced is released last: its deinit may come back here.
    swap(&self.held, &held)
    swap(&self.keeper, &keeper)
    layer.didFill(self, filling, root, in: scope)
    if held != nil { reportRelease() }
    extendLifetime(held)
    extendLifetime(keeper)
  }
}
