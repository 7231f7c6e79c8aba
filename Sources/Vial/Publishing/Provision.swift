/// A token that withdraws what was provided for a required injection.
///
/// Every `provide` returns one. Ignore it if you never withdraw. A token keeps nothing alive.
///
/// ```swift
/// let provision = session.provide(with: Session(account))
/// provision.withdraw()
/// ```
public struct Provision: Sendable {
  private weak let layer: AnySlot?

  @MainActor
  init(_ layer: AnySlot?) {
    self.layer = layer
  }

  /// Takes back what was provided, so that it may be provided again.
  ///
  /// Every scope releases the instance that was provided. Consumers keep the instances that they hold.
  /// Singletons that were built from the instance stay too, and keep it. Give such injections a flow
  /// of their own, and clear it. In a scope that has ended, nothing is withdrawn.
  ///
  /// - Returns: Whether there was something to withdraw; `false` the second time.
  @MainActor @discardableResult
  public func withdraw() -> Bool {
    layer?.rollBack() ?? false
  }
}

/// What was provided in one place: the ground of the stack there and in the scopes inside.
@MainActor
final class ProvisionLayer<Value>: PlacedLayer<Value> {
  private var filled = CacheLog()
  private var isWithdrawn = false

  override var isInForce: Bool { !isWithdrawn }

  /// What another injection provides is as live as that one is (rule 23).
  override func isLive(in scope: OverrideScope?) -> Bool {
    let end = root.destination(from: self, in: scope)
    return end.layer === self || end.layer.isLive(in: scope)
  }

  /// What was provided further out, which is kept but hidden.
  override func lower(in scope: OverrideScope?) -> AnySlot {
    guard let place else { return root }
    let required = root.publication as? RequiredPublication<Value>
    return required?.provision(of: root, in: place.parent) ?? root
  }

  override func note(_ slot: AnySlot) {
    if slot.stamp == 0 { slot.stamp = Moment.next() }
    filled.append(slot)
  }

  override func rollBack() -> Bool {
    guard !isWithdrawn, place?.hasEnded != true else { return false }
    isWithdrawn = true
    let root = root
    let owner: (any SlotOwner)? = place ?? root.publication
    owner?.slots.set(nil, of: root, .provision)
    root.forgetMemo()
    AnySlot.empty(filled.slots)
    return true
  }
}
